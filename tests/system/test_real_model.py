"""Checks 1 and 2 of the specification with the embedded model itself.

Skipped where the model is not installed; with AII_REQUIRE_MODEL=1 that is a
failure. What a model of this size says is not tested, only what happens.
"""

import os
import pathlib
import re
import signal
import unittest

import harness
from harness import CTRL_C, NULL, QUESTION, TTY, SystemTest

ANSWER_SECONDS = 180.0  # on a busy machine with two cores

# What follows an answer in a conversation, or the end of a question's choices.
PROMPT_OR_QUESTION = re.compile(
    r"(?P<asked>\[N\] no\n> $)|(?:\n|\x1b\[K)> $")


def data_home():
    folder = os.environ.get("XDG_DATA_HOME", "")
    return pathlib.Path(folder if os.path.isabs(folder) else
                        os.path.join(harness.own_home(), ".local/share"))


class RealModel(SystemTest):

    def setUp(self):
        installed = data_home() / "aii" / "embedded"
        if not os.access(installed / "bin" / "llama-server", os.X_OK):
            reason = f"no embedded model under '{installed}'"
            if os.environ.get("AII_REQUIRE_MODEL") == "1":
                self.fail(reason)
            self.skipTest(reason + "; models/embedded/install installs it")
        super().setUp()

    def environment(self, **changes):
        return super().environment(
            **{"XDG_DATA_HOME": data_home(), **changes})

    def assert_nothing_is_left(self):
        self.assertEqual(self.survivors(harness.LEAK_SECONDS), [],
                         "a server is left")
        self.assertEqual(os.listdir(self.runtime), [], "a folder is left")

    def test_check_1_the_free_disk_space_is_found_unasked(self):
        program = self.start("-x", "how much free disk space do I have?")
        ended = program.wait(ANSWER_SECONDS)
        self.assertEqual(ended.status, 0, ended)
        self.assertEqual(ended.questions, 0)
        self.assertEqual([line.split()[0] in ("df", "du", "stat")
                          for line in ended.log][:1], [True], ended.log)
        self.assertNotEqual(ended.stdout.strip(), "")
        self.assert_nothing_is_left()

    def test_it_says_what_it_is(self):
        ended = self.start("-m").wait(ANSWER_SECONDS)
        self.assert_answer(ended, "Context window: 4096 tokens\n"
                           "Model variant: SmolLM2-135M-Instruct\n"
                           "Supported languages: unknown\n")
        self.assert_nothing_is_left()

    def test_check_2_a_file_is_asked_about_and_n_creates_nothing(self):
        program = self.start("-x", "create an empty file named x.txt")
        shown = program.decline_everything(ANSWER_SECONDS)
        ended = program.wait(ANSWER_SECONDS)
        self.assertEqual(ended.status, 0, ended)
        self.assertTrue(shown, ended)
        self.assertIn("x.txt", shown[0])
        self.assertEqual(os.listdir(self.cwd), [])
        self.assertNotEqual(ended.stdout.strip(), "")
        self.assert_nothing_is_left()

    def test_without_a_terminal_nothing_is_created_either(self):
        ended = self.start("-x", "create an empty file named x.txt", stdin=NULL,
                           place=harness.NO_TERMINAL).wait(ANSWER_SECONDS)
        self.assertEqual(ended.status, 0, ended)
        self.assertEqual(os.listdir(self.cwd), [])
        self.assert_nothing_is_left()

    def ask(self, program, question):
        """Types a question; what aii asks about is declined. The model may call
        another program than those that run unasked."""
        program.type(question + "\r")
        while program.expect(PROMPT_OR_QUESTION,
                             seconds=ANSWER_SECONDS)["asked"]:
            program.type("n\r")

    def test_ten_turns_with_a_tool_call_an_interrupt_and_new(self):
        program = self.start("-xi", stdout=TTY, stderr=TTY)
        program.expect("> ", seconds=ANSWER_SECONDS)
        questions = ["how much free disk space do I have?",
                     "what is my user name?",
                     "which directory am I in?",
                     "what is the name of this system?",
                     "how long has this machine been up?"]
        for question in questions:
            self.ask(program, question)
        # In the middle of the sixth.
        program.type("how much free disk space do I have?\r")
        program.expect(re.compile(r"\u2026|aii: \$ "), seconds=ANSWER_SECONDS)
        program.type(CTRL_C)
        program.expect(PROMPT_OR_QUESTION, seconds=ANSWER_SECONDS)
        program.type("/new\r")
        program.expect("Type /new to reset, /quit to exit.\n> ")
        for question in questions[:4]:
            self.ask(program, question)
        program.type("/quit\r")
        ended = program.wait(ANSWER_SECONDS)
        self.assertEqual(ended.status, 0, ended)
        self.assertTrue(ended.modes_kept)
        self.assertGreaterEqual(len(ended.log), 4, ended.log)
        self.assertTrue(any(line.startswith("df") for line in ended.log))
        self.assert_nothing_is_left()

    def test_one_dim_line_on_a_terminal_says_that_it_is_a_small_model(self):
        program = self.start("-x", "what is my user name?", stdout=TTY,
                             stderr=TTY)
        program.expect(re.compile("aii: .*embedded.*small.*\n"),
                       seconds=ANSWER_SECONDS)
        self.assertEqual(program.wait(ANSWER_SECONDS).status, 0)
        ended = self.start("-x", "what is my user name?",
                           model="embedded").wait(ANSWER_SECONDS)
        self.assertNotIn("small", ended.stderr)
        self.assert_nothing_is_left()

    def test_ctrl_c_at_any_moment_leaves_nothing(self):
        program = self.start("-x", "create an empty file named x.txt")
        program.expect(QUESTION, seconds=ANSWER_SECONDS)
        program.type(CTRL_C)
        self.assertEqual(program.wait().status, 130)
        self.assert_nothing_is_left()

        program = self.start("-x", "how much free disk space do I have?")
        harness.poll_until(lambda: os.listdir(self.runtime),
                           "the server's folder")
        program.type(CTRL_C)
        self.assertEqual(program.wait().status, 130)
        self.assert_nothing_is_left()

    def test_the_server_is_private(self):
        program = self.start("-x", "create an empty file named x.txt")
        program.expect(QUESTION, seconds=ANSWER_SECONDS)
        folder, = self.runtime.iterdir()
        self.assert_mode(folder, 0o700)
        program.type("n\n")
        program.decline_everything(ANSWER_SECONDS)
        program.wait(ANSWER_SECONDS)
        self.assert_nothing_is_left()

    # spec B9
    def test_a_killed_aii_leaves_no_server(self):
        self.allow_changed_modes()
        program = self.start("-x", "create an empty file named x.txt")
        program.expect(QUESTION, seconds=ANSWER_SECONDS)
        program.signal(signal.SIGKILL)
        program.wait()
        # Its folder may stay: nobody was left to remove it.
        self.assertEqual(self.survivors(harness.SECONDS), [])

    def test_a_broken_installation_says_so(self):
        broken = self.base / "data"
        folder = broken / "aii" / "embedded"
        (folder / "bin").mkdir(parents=True)
        for name in ("model.gguf", "adapter.gguf", "chat.jinja"):
            (folder / name).write_text("")
        server = folder / "bin" / "llama-server"
        server.write_text("#!/bin/sh\necho 'no engine' >&2\nexit 1\n")
        server.chmod(0o755)
        ended = self.run_aii("prompt", env={"XDG_DATA_HOME": broken})
        self.assertEqual((ended.status, ended.stdout), (3, ""))
        self.assertIn("no engine", ended.stderr)
        self.assert_nothing_is_left()


if __name__ == "__main__":
    unittest.main()
