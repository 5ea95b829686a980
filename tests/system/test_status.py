"""The status line: what is being waited for, on a terminal, in silence."""

import re
import unittest

from harness import BACKGROUND, NULL, PIPE, TTY, SystemTest, call, say

ERASE = b"\r\x1b[K"
SILENCE = {"delay_ms": 1400}


class StatusLine(SystemTest):

    def erased(self, program):
        """The end of a run; the line was erased before anything else."""
        ended = program.wait()
        raw = program.screen.raw
        shown = [match.end() for match in re.finditer(
            "… [^\r\n]*\x1b\\[0m".encode(), raw)]
        self.assertTrue(shown)
        for end in shown:
            self.assertEqual(raw[end:end + len(ERASE)], ERASE)
        return ended

    # spec S1
    def test_thinking_is_shown_after_a_second(self):
        program = self.start("go", stderr=TTY,
                             model=self.script(SILENCE, say("hi\n")))
        program.expect("thinking… 1 s (ctrl-c stops it)")
        self.assert_answer(self.erased(program), "hi\n")

    # spec S1
    def test_a_running_command_is_named(self):
        program = self.start("-x", "go", stderr=TTY, model=self.script(
            call("sleep", "1.4"), say("done\n")))
        program.answer("sleep 1.4", "y")
        program.expect("running sleep… 1 s (ctrl-c stops it)")
        self.assert_answer(self.erased(program), "done\n")

    # spec S1
    def test_a_silent_pipe_is_named_with_the_way_out(self):
        program = self.start("go", stdin=PIPE, stderr=TTY,
                             model=self.script(say("hi\n")))
        program.expect("reading stdin… (-n ignores it)")
        program.close_stdin()
        self.assert_answer(self.erased(program), "hi\n")

    def test_ctrl_c_leaves_no_trace_of_it(self):
        program = self.start("go", stderr=TTY,
                             model=self.script({"delay_ms": 60000}))
        program.expect("thinking… 1 s")
        program.signal(2)
        self.assertEqual(self.erased(program).status, 130)

    # spec S3
    def test_the_question_is_not_disturbed(self):
        program = self.start("-x", "go", stderr=TTY, model=self.script(
            SILENCE, call("touch", "x"), say("done\n")))
        program.expect("thinking… 1 s")
        program.expect_question("touch x")
        before = len(program.screen.raw)
        program.listen(1.4)
        self.assertEqual(len(program.screen.raw), before)
        program.type("n\n")
        self.erased(program)

    # spec S3
    def test_an_answer_in_the_middle_of_a_line_is_not_disturbed(self):
        program = self.start("go", stdout=TTY, stderr=TTY, model=self.script(
            say("half " * 30), SILENCE, say("whole\n")))
        ended = program.wait()
        self.assertIn("half " * 30 + "whole\n", ended.screen)
        self.assertNotIn("thinking", ended.screen)

    def silent(self, *arguments, **options):
        ended = self.run_aii("go", *arguments, model=self.script(
            SILENCE, say("hi\n")), **options)
        self.assert_answer(ended, "hi\n")
        self.assertNotIn("thinking", ended.screen + ended.stderr)

    # spec S3
    def test_it_is_not_shown_with_json(self):
        self.silent("--json", stderr=TTY)

    def test_it_is_not_shown_where_stderr_is_no_terminal(self):
        self.silent(stderr=PIPE)

    # spec S3
    def test_it_is_not_shown_on_a_dumb_terminal(self):
        self.silent(stderr=TTY, env={"TERM": "dumb"})
        self.silent(stderr=TTY, env={"TERM": None})

    # spec S3
    def test_it_is_not_shown_in_the_background(self):
        self.silent(stderr=TTY, place=BACKGROUND, stdin=NULL)

    # spec S4
    def test_it_has_no_color_with_no_color(self):
        program = self.start("go", stderr=TTY, env={"NO_COLOR": "1"},
                             model=self.script(SILENCE, say("hi\n")))
        program.wait()
        self.assertIn(ERASE + "thinking… 1 s".encode(), program.screen.raw)
        self.assertNotIn(b"\x1b[2m", program.screen.raw)


if __name__ == "__main__":
    unittest.main()
