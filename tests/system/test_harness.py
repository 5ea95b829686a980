"""The harness itself: it must see what it is there to see. Runs /bin/sh."""

import os
import pathlib
import signal
import time
import unittest

import harness
from harness import (BACKGROUND, CLOSED, CTRL_C, CTRL_Z, NO_TERMINAL, NULL,
                     PIPE, TTY, SystemTest)

FAKE_QUESTION = (r"printf 'aii: run this command?\n  rm x\n"
                 r"  [y] yes once   [N] no\n> ' >/dev/tty; read answer </dev/tty")


class Shell(SystemTest):
    needs_binary = False

    def setUp(self):
        super().setUp()
        self.program = pathlib.Path("/bin/sh")

    def sh(self, text, **options):
        return self.start("-c", text, **options)

    def check_now(self):
        """What the check at the end of the test would say."""
        modes_kept = all(program.wait().modes_kept
                         for program in self._programs)
        survivors = self.survivors()
        for process in survivors:
            os.kill(process.pid, signal.SIGKILL)
        for program in self._programs:
            program.dispose()
        self._programs = []
        return [process.name for process in survivors], modes_kept


class Sees(Shell):

    def test_streams_are_captured_apart(self):
        ended = self.sh("echo out; echo err >&2; echo tty >/dev/tty").wait()
        self.assertEqual((ended.stdout, ended.stderr, ended.screen),
                         ("out\n", "err\n", "tty\n"))

    def test_each_stream_is_what_it_is_told_to_be(self):
        path = self.cwd / "out"
        ended = self.sh("[ -t 0 ] && echo terminal; [ -e /dev/fd/2 ] || "
                        "echo closed", stdout=path, stderr=CLOSED).wait()
        self.assertEqual(path.read_text(), "terminal\nclosed\n")
        ended = self.sh("[ -t 0 ] || readlink /proc/self/fd/0", stdin=NULL,
                        stdout=TTY).wait()
        self.assertEqual(ended.screen, "/dev/null\n")

    def test_exit_status_and_signal(self):
        self.assertEqual(self.sh("exit 7").wait().status, 7)
        ended = self.sh("kill -TERM $$").wait()
        self.assertEqual((ended.status, ended.signal),
                         (143, signal.SIGTERM))

    def test_a_process_that_is_left_behind(self):
        self.sh("sleep 300 & exit 0", stdout=NULL, stderr=NULL)
        name, = self.check_now()[0]
        self.assertIn(name, ("sh", "sleep"))  # before or after its exec

    def test_a_process_that_left_session_and_parent(self):
        self.sh("setsid sh -c 'echo > ready; exec sleep 300' & "
                "until [ -e ready ]; do :; done", stdout=NULL, stderr=NULL)
        name, = self.check_now()[0]
        self.assertIn(name, ("sh", "sleep"))

    def test_modes_that_were_not_put_back(self):
        self.sh("stty -echo")
        self.assertEqual(self.check_now(), ([], False))
        self.sh("true")
        self.assertEqual(self.check_now(), ([], True))

    def test_a_text_that_does_not_come(self):
        program = self.sh("read x </dev/tty")
        with self.assertRaisesRegex(AssertionError, "waited in vain"):
            program.expect("never", seconds=0.1)
        program.type("\n")
        program.wait()
        program = self.sh("echo something")
        with self.assertRaisesRegex(AssertionError, "ended without"):
            program.expect("never")
        program.wait()

    def test_a_question_about_something_else(self):
        program = self.sh(FAKE_QUESTION)
        with self.assertRaisesRegex(AssertionError, "not 'rm y'"):
            program.expect_question("rm y")
        program.type("\n")
        program.wait()


class Acts(Shell):

    def test_only_the_erasing_of_an_empty_line_is_left_out(self):
        ended = self.sh(r"printf 'a\n\033[0m\r\033[Kb\r\033[Kc' >/dev/tty").wait()
        self.assertEqual(ended.screen, "a\nb\r\x1b[Kc")

    def test_an_answer_reaches_the_question(self):
        program = self.sh(FAKE_QUESTION + "; echo got $answer")
        self.assertEqual(program.answer("rm x", "maybe"),
                         harness.WITHOUT_ALWAYS)
        ended = program.wait()
        self.assertEqual(ended.stdout, "got maybe\n")
        self.assertEqual(ended.questions, 1)

    def test_ctrl_c_interrupts(self):
        program = self.sh("echo ready; read x </dev/tty")
        program.expect("ready", program.stdout)
        program.type(CTRL_C)
        self.assertEqual(program.wait().status, 130)

    def test_ctrl_z_stops_and_resume_continues(self):
        program = self.sh("echo ready; read x </dev/tty; echo $x")
        program.expect("ready", program.stdout)
        program.type(CTRL_Z)
        self.assertEqual(program.expect_stop(), signal.SIGTSTP)
        program.resume()
        program.type("back\n")
        self.assertEqual(program.wait().stdout, "ready\nback\n")

    def test_a_pipe_to_stdin_ends_when_it_is_closed(self):
        program = self.sh("cat", stdin=PIPE)
        program.write_stdin("text")
        program.close_stdin()
        self.assertEqual(program.wait().stdout, "text")

    def test_without_a_terminal_there_is_none(self):
        ended = self.sh("(: </dev/tty) 2>/dev/null || echo none", stdin=NULL,
                        place=NO_TERMINAL).wait()
        self.assertEqual(ended.stdout, "none\n")

    def test_in_the_background_reading_stops(self):
        program = self.sh("read x </dev/tty", place=BACKGROUND)
        self.assertEqual(program.expect_stop(), signal.SIGTTIN)
        program.signal(signal.SIGKILL)
        program.resume()
        program.wait()

    def test_a_hang_up_ends_reading(self):
        program = self.sh("echo ready; read x </dev/tty; echo end")
        program.expect("ready", program.stdout)
        program.hang_up()
        self.assertEqual(program.wait().stdout, "ready\nend\n")

    def test_nothing_of_the_harness_is_inherited(self):
        ended = self.sh("ls /proc/self/fd").wait()
        self.assertEqual(ended.stdout, "0\n1\n2\n3\n")

    def test_signals_are_at_their_defaults(self):
        ended = self.sh("grep -E 'Sig(Ign|Blk)' /proc/self/status").wait()
        self.assertEqual(set(line.split("\t")[1]
                             for line in ended.stdout.splitlines()),
                         {"0" * 16})

    def test_it_is_quick(self):
        begun = time.monotonic()
        for _ in range(5):
            self.sh("true").wait()
        self.assertLess(time.monotonic() - begun, 5)


if __name__ == "__main__":
    unittest.main()
