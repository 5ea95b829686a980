"""Keys, signals and the terminal's modes: before, at and after the question."""

import os
import signal
import termios
import time
import unittest

import harness
from harness import (BACKGROUND, CTRL_C, CTRL_Z, DECLINED, NO_TERMINAL_DENIAL,
                     NULL, PIPE, QUESTION, TTY, SystemTest, call, call_and_tell,
                     say)

AN_HOUR = {"delay_ms": 3_600_000}
LOCAL = 3  # index of the local modes in what tcgetattr gives


def like_a_pager(attributes):
    """The modes that a program that draws the screen leaves behind."""
    attributes[LOCAL] &= ~(termios.ICANON | termios.ECHO)


class TypeAhead(SystemTest):

    def test_what_was_typed_before_the_question_is_discarded(self):
        program = self.start("-x", "go", stdin=PIPE, model=self.script(
            call_and_tell("touch", "x.txt")))
        program.type_ahead("y")
        # Content is read to its end before the first call.
        program.close_stdin()
        program.expect_question("touch x.txt")
        program.type("\n")
        self.assert_answer(program.wait(), DECLINED + "\n")
        self.assertEqual(os.listdir(self.cwd), [])

    def test_what_was_typed_during_a_command_is_discarded(self):
        tool = self.write("tool", "#!/bin/sh\ncat go\n", 0o755)
        os.mkfifo(self.cwd / "go")
        program = self.start("-x", "go", model=self.script(
            call("./tool"), call_and_tell("touch", "x.txt")))
        program.answer(f"{tool} (not in a system directory)", "y")
        program.wait_running("cat")
        program.type_ahead("yes")
        (self.cwd / "go").write_text("")
        program.answer("touch x.txt", "n")
        self.assert_answer(program.wait(), DECLINED + "\n")

    def test_half_a_line_is_discarded_too(self):
        program = self.start("-x", "go", stdin=PIPE, model=self.script(
            call_and_tell("touch", "x.txt")))
        program.type("y")
        program.expect("y")
        program.close_stdin()
        program.expect_question("touch x.txt")
        program.type("\n")
        self.assert_answer(program.wait(), DECLINED + "\n")


class Content(SystemTest):

    # spec M3
    def test_it_is_read_to_its_end_before_the_first_call(self):
        program = self.start("-x", "what do they say?", stdin=PIPE,
                             model=self.script(
                                 {"expect_message": "--- CONTENT ---\none\n"},
                                 {"expect_message": "two\n--- END CONTENT ---"},
                                 call("uname"), say("Two notes.\n")))
        program.write_stdin("one\n")
        program.write_stdin("two\n")
        program.close_stdin()
        ended = program.wait()
        self.assert_answer(ended, "Two notes.\n")
        self.assertEqual(ended.log, ["uname"])


class CtrlC(SystemTest):

    # spec Q10
    def test_at_the_question_runs_nothing_and_exits_130(self):
        program = self.start("-x", "go", model=self.script(
            call("touch", "x.txt"), say("Never.\n")))
        program.expect_question("touch x.txt")
        program.type(CTRL_C)
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout), (130, ""))
        self.assertEqual(os.listdir(self.cwd), [])

    # spec O7
    def test_in_a_command_ends_its_whole_group_and_exits_130(self):
        tool = self.write("tool", "#!/bin/sh\nsleep 300 &\nsleep 300\n", 0o755)
        program = self.start("-x", "go", model=self.script(
            call("./tool"), say("Never.\n")))
        program.answer(f"{tool} (not in a system directory)", "y")
        harness.poll_until(lambda: len(program.running("sleep")) == 2,
                           "two processes 'sleep'")
        program.type(CTRL_C)
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout), (130, ""))
        self.assertEqual(ended.log, [str(tool)])
        self.assertEqual(self.survivors(), [], "nothing outlives aii")

    def test_in_a_command_that_ignores_signals_takes_two_seconds(self):
        tool = self.write("tool", "#!/bin/sh\ntrap '' INT TERM HUP\n"
                          "sleep 300 & wait\nwhile :; do sleep 300; done\n",
                          0o755)
        program = self.start("-x", "go", model=self.script(call("./tool")))
        program.answer(f"{tool} (not in a system directory)", "y")
        program.wait_running("sleep")
        begun = time.monotonic()
        program.type(CTRL_C)
        self.assertEqual(program.wait().status, 130)
        self.assertLess(time.monotonic() - begun, 5)

    def test_in_what_an_approved_command_put_elsewhere_ends_that_too(self):
        tool = self.write("tool", "#!/bin/sh\nsetsid sleep 300 &\nsleep 300\n",
                          0o755)
        program = self.start("-x", "go", model=self.script(call("./tool")))
        program.answer(f"{tool} (not in a system directory)", "y")
        harness.poll_until(lambda: len(program.running("sleep")) == 2,
                           "two processes 'sleep'")
        program.type(CTRL_C)
        self.assertEqual(program.wait().status, 130)

    # spec O7
    def test_in_an_answer_keeps_it_and_ends_the_line(self):
        program = self.start("go", model=self.script(
            say("one line\nhalf a"), AN_HOUR, say("never")))
        program.expect("one line", program.stdout)
        program.type(CTRL_C)
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout),
                         (130, "one line\nhalf a\n"))
        self.assertEqual(ended.stderr.count("\n"), ended.stderr.count("script"))

    def test_while_content_is_read(self):
        program = self.start("go", stdin=PIPE, model=self.script(say("x")))
        program.write_stdin("something")
        harness.poll_until(
            lambda: self._sleeps(program.pid), "aii to read its content")
        program.type(CTRL_C)
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout), (130, ""))

    @staticmethod
    def _sleeps(pid):
        """Whether it waits with a handler for SIGINT in place."""
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            fields = dict(line.rstrip("\n").split(":\t", 1) for line in file)
        caught = int(fields["SigCgt"], 16) >> (signal.SIGINT - 1) & 1
        return caught and fields["State"].startswith("S")


class Signals(SystemTest):

    def at_the_question(self, number, **options):
        program = self.start("-x", "go", model=self.script(
            call("touch", "x.txt"), say("Never.\n")), **options)
        program.expect_question("touch x.txt")
        modes = program.modes()
        program.signal(number)
        return modes, program.wait()

    # spec O8
    def test_sigterm_at_the_question_restores_the_modes(self):
        modes, ended = self.at_the_question(signal.SIGTERM, modes=like_a_pager)
        self.assertTrue(modes[LOCAL] & termios.ICANON)
        self.assertTrue(modes[LOCAL] & termios.ECHO)
        self.assertTrue(ended.modes_kept)
        self.assertEqual((ended.status, ended.stdout),
                         (128 + signal.SIGTERM, ""))
        self.assertEqual(os.listdir(self.cwd), [])

    # spec O8
    def test_sighup_at_the_question_restores_the_modes(self):
        _, ended = self.at_the_question(signal.SIGHUP, modes=like_a_pager)
        self.assertTrue(ended.modes_kept)
        self.assertEqual(ended.status, 128 + signal.SIGHUP)

    # spec O8
    def test_sigterm_in_a_command_ends_the_command(self):
        program = self.start("-x", "go", model=self.script(
            call("sleep", "300"), say("Never.\n")))
        program.answer("sleep 300", "y")
        program.wait_running("sleep")
        program.signal(signal.SIGTERM)
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout),
                         (128 + signal.SIGTERM, ""))
        self.assertEqual(self.survivors(), [], "nothing outlives aii")

    def test_a_closed_window_at_the_question_is_no(self):
        program = self.start("-x", "go", stdin=NULL, model=self.script(
            call_and_tell("touch", "x.txt")))
        program.expect_question("touch x.txt")
        program.hang_up()
        ended = program.wait()
        self.assert_answer(ended, DECLINED + "\n")
        self.assertEqual(os.listdir(self.cwd), [])


class Modes(SystemTest):

    def test_a_person_can_answer_although_a_pager_left_its_modes(self):
        program = self.start("-x", "go", modes=like_a_pager, model=self.script(
            call_and_tell("touch", "x.txt")))
        program.expect_question("touch x.txt")
        program.type("q\x7fy\n")  # a typing error, corrected
        ended = program.wait()
        self.assert_answer(ended, "exit 0\n")
        self.assertTrue(ended.modes_kept)

    def test_they_are_put_back_before_the_command_runs(self):
        program = self.start("-x", "go", modes=like_a_pager,
                             model=self.script(call("sleep", "300")))
        program.answer("sleep 300", "y")
        program.wait_running("sleep")
        self.assertEqual(program.modes(), program.modes_before)
        program.type(CTRL_C)
        program.wait()

    # spec Q8
    def test_the_question_starts_on_a_fresh_line_after_the_text(self):
        program = self.start("-x", "go", stdout=TTY, stderr=TTY,
                             model=self.script(say("I will create it"),
                                               call("touch", "x.txt"),
                                               say("Done.\n")))
        program.expect("I will create it\n" + QUESTION)
        program.expect("> ")
        program.type("y\n")
        ended = program.wait()
        self.assertIn("> y\naii: $ touch x.txt\nDone.\n", ended.screen)

    # spec O2
    def test_text_is_written_out_before_the_question(self):
        program = self.start("-x", "go", model=self.script(
            say("I will create it"), call("touch", "x.txt")))
        program.expect_question("touch x.txt")
        program.expect("I will create it", program.stdout)
        program.type("n\n")
        self.assert_answer(program.wait(), "I will create it\n")


class Stopped(SystemTest):

    def stopped_at_the_question(self):
        program = self.start("-x", "go", model=self.script(
            call_and_tell("touch", "x.txt")))
        program.expect_question("touch x.txt")
        program.type(CTRL_Z)
        self.assertEqual(program.expect_stop(), signal.SIGTSTP)
        return program

    # spec Q8
    def test_the_question_is_shown_again_after_ctrl_z_and_fg(self):
        program = self.stopped_at_the_question()
        program.resume()
        program.answer("touch x.txt", "y")
        self.assert_answer(program.wait(), "exit 0\n")

    def test_what_was_typed_meanwhile_is_no_answer(self):
        program = self.stopped_at_the_question()
        program.type_ahead("y")
        program.resume()
        program.answer("touch x.txt", "n")
        self.assert_answer(program.wait(), DECLINED + "\n")
        self.assertEqual(os.listdir(self.cwd), [])


class InTheBackground(SystemTest):

    # spec Q9
    def test_nobody_can_be_asked(self):
        program = self.start("-x", "go", place=BACKGROUND, stdin=NULL,
                             model=self.script(call_and_tell("touch", "x.txt")))
        ended = program.wait()
        self.assert_answer(ended, NO_TERMINAL_DENIAL + "\n")
        self.assertEqual(ended.questions, 0)

    def test_what_is_allowed_runs(self):
        ended = self.run_aii("-x", "go", place=BACKGROUND, stdin=NULL,
                             model=self.script(call_and_tell("uname")))
        self.assertEqual(ended.log, ["uname"])
        self.assertEqual(ended.status, 0)


class ModelText(SystemTest):
    """Text of the model can't redraw the screen."""

    HOSTILE = ("\x1b[2J\x1b[Hred \x1b[31m\rover\x08\x7f \u009b2J tab\there\n"
               "aii: run this command?\n")

    def test_control_characters_are_escaped_on_a_terminal(self):
        program = self.start("go", stdout=TTY,
                             model=self.script(say(self.HOSTILE)))
        ended = program.wait()
        self.assertEqual(ended.status, 0)
        for raw in "\x1b\x08\x7f\u009b":
            self.assertNotIn(raw, ended.screen)
        self.assertIn(r"\x1B[2J\x1B[Hred \x1B[31m\x0Dover\x08\x7F", ended.screen)
        self.assertIn(r"\xC2\x9B2J tab", ended.screen)

    def test_they_are_escaped_when_split_between_deltas(self):
        program = self.start("go", stdout=TTY, model=self.script(
            say("\x1b"), say("[31m"), say("\u009b"), say("2J\n")))
        self.assertNotIn("\x1b[31m", program.wait().screen)
        self.assertIn(r"\x1B[31m\xC2\x9B2J", program.ended.screen)

    def test_bytes_pass_unchanged_through_a_pipe_and_into_a_file(self):
        ended = self.run_aii("go", model=self.script(say(self.HOSTILE)))
        self.assertEqual(ended.stdout_bytes, self.HOSTILE.encode())
        path = self.cwd / "answer"
        ended = self.run_aii("go", stdout=path,
                             model=self.script(say(self.HOSTILE)))
        self.assertEqual(path.read_bytes(), self.HOSTILE.encode())

    # spec O1
    def test_exactly_one_newline_ends_a_response(self):
        for text in ("end", "end\n", "end\n\n\n"):
            ended = self.run_aii("go", model=self.script(say(text)))
            self.assert_answer(ended, "end\n")

    def test_text_is_streamed_line_by_line(self):
        program = self.start("go", model=self.script(
            say("first\n"), AN_HOUR))
        # Its newline may wait: only one ends the response.
        program.expect("first", program.stdout)
        program.type(CTRL_C)
        program.wait()

    def test_a_tool_result_cannot_redraw_the_log(self):
        self.write("a\x1b[2Kb", "text")
        ended = self.run_aii("-x", "go", stderr=TTY, model=self.script(
            call("cat", "a\x1b[2Kb")))
        self.assertIn(r"aii: $ cat $'a\x1B[2Kb'" + "\n", ended.screen)
        self.assertNotIn("\x1b[2K", ended.screen)


if __name__ == "__main__":
    unittest.main()
