"""The manual checks of the specification of command execution (section 11),
with a script in the model's place. Check 7 is in test_cli.py."""

import os
import subprocess
import unittest

import harness
from harness import (CLOSED, DECLINED, DEFAULTS, NO_TERMINAL,
                     NO_TERMINAL_DENIAL, NULL, PIPE, QUESTION, SAY_RESULT, TTY,
                     SystemTest, call, call_and_tell, say, with_always)


class Check1(SystemTest):
    """aii -x "how much free disk space do I have?" """

    def test_the_question_about_disk_space_runs_df_unasked_and_logs_it(self):
        model = self.script(
            {"expect_message": "how much free disk space do I have?"},
            call("df", "-h"), {"expect_result": "exit 0\n"},
            {"expect_result": "Filesystem"}, say("Plenty.\n"))
        ended = self.run_aii("-x", "how much free disk space do I have?",
                             model=model)
        self.assert_answer(ended, "Plenty.\n")
        self.assertEqual(ended.log, ["df -h"])
        self.assertIn("aii: $ df -h\n", ended.stderr)
        self.assertEqual(ended.questions, 0)
        self.assertEqual(ended.screen, "")
        self.assertFalse(self.allow_path.exists(), "nothing is stored")


class Check2(SystemTest):
    """aii -x "create an empty file named x.txt" """

    def test_touch_is_asked_about_and_after_n_nothing_is_created(self):
        program = self.start(
            "-x", "create an empty file named x.txt",
            model=self.script(call("touch", "x.txt"), SAY_RESULT))
        choices = program.answer("touch x.txt", "n")
        ended = program.wait()
        self.assertEqual(choices, with_always("touch x.txt"))
        self.assert_answer(ended, DECLINED + "\n")
        self.assertEqual(list(self.cwd.iterdir()), [])
        self.assertEqual(ended.log, [])

    def test_after_y_it_is_created_and_nothing_is_stored(self):
        choices, ended = self.ask("touch x.txt", "y", ["touch", "x.txt"])
        self.assertEqual(choices, with_always("touch x.txt"))
        self.assert_answer(ended, "exit 0\n")
        self.assertTrue((self.cwd / "x.txt").exists())
        self.assertEqual(ended.log, ["touch x.txt"])
        self.assertFalse(self.allow_path.exists())


class GitStatus(SystemTest):
    """A repository in which `git status` succeeds."""

    def setUp(self):
        super().setUp()
        self.assertIsNotNone(harness.trusted("git"), "git is needed for this")
        subprocess.run(["git", "init", "--quiet", str(self.cwd)], check=True,
                       env=self.environment())

    def approve_always(self, *words, **options):
        return self.ask(" ".join(words), "a", words, **options)

    def seeded(self, *rules):
        """Asserts what the allow file holds: defaults and `rules`."""
        header, *lines = self.allow_path.read_text().splitlines()
        self.assertRegex(
            header, r"^# seeded from aii \d+\.\d+(\.\d+)?\S* built-in defaults$")
        listed = [line for line in lines if not line.startswith("#")]
        self.assertEqual(listed, [*DEFAULTS, *rules])

    def git_status_unasked(self, **options):
        ended = self.run_aii(
            "-x", "and now?", model=self.script(
                call("git", "status"), {"expect_result": "exit 0\n"},
                say("Clean.\n")), **options)
        self.assert_answer(ended, "Clean.\n")
        self.assertEqual(ended.questions, 0)
        self.assertEqual(ended.log, ["git status"])


class Check3(GitStatus):
    """Approve `git status` with a."""

    def test_a_creates_the_file_with_the_defaults_and_git_status(self):
        self.assertEqual(len(DEFAULTS), 17)
        choices, ended = self.approve_always("git", "status")
        self.assertEqual(choices, with_always("git status"))
        self.assertTrue(ended.stdout.startswith("exit 0\n"), ended.stdout)
        self.assertEqual((ended.status, ended.log), (0, ["git status"]))
        self.seeded("git status")

    def test_the_file_is_private_and_nothing_lies_beside_it_but_a_lock(self):
        self.approve_always("git", "status")
        self.assert_mode(self.allow_path, 0o600)
        self.assert_mode(self.allow_path.parent, 0o700)
        beside = {path.name for path in self.allow_path.parent.iterdir()}
        self.assertIn("allow", beside)
        others = beside - {"allow"}
        self.assertLessEqual(len(others), 1, others)
        for name in others:
            self.assertIn("lock", name)

    def test_the_file_is_private_under_an_open_umask_too(self):
        before = os.umask(0)
        try:
            self.approve_always("git", "status")
        finally:
            os.umask(before)
        self.assert_mode(self.allow_path, 0o600)
        self.assert_mode(self.allow_path.parent, 0o700)

    def test_the_next_run_does_not_ask(self):
        self.approve_always("git", "status")
        self.git_status_unasked()

    def test_the_next_run_does_not_ask_about_a_longer_command(self):
        self.approve_always("git", "status")
        ended = self.run_aii("-x", "short?", model=self.script(
            call("git", "status", "--short"), {"expect_result": "exit 0"},
            say("Clean.\n")))
        self.assert_answer(ended, "Clean.\n")
        self.assertEqual(ended.questions, 0)

    def test_the_prefix_ends_after_the_subcommand(self):
        choices, _ = self.approve_always("git", "status", "--short")
        self.assertEqual(choices, with_always("git status"))
        self.seeded("git status")

    def test_the_next_run_asks_about_another_subcommand(self):
        self.approve_always("git", "status")
        choices, ended = self.ask("git log", "n", ["git", "log"])
        self.assertEqual(choices, with_always("git log"))
        self.assert_answer(ended, DECLINED + "\n")

    def test_a_second_always_is_appended_to_the_first(self):
        self.approve_always("git", "status")
        self.approve_always("git", "log")
        self.seeded("git status", "git log")

    def test_it_applies_at_once_in_the_same_run(self):
        program = self.start("-x", "twice", model=self.script(
            call("git", "status"), call("git", "status"), say("Done.\n")))
        program.answer("git status", "a")
        ended = program.wait()
        self.assert_answer(ended, "Done.\n")
        self.assertEqual(ended.questions, 1)
        self.assertEqual(ended.log, ["git status", "git status"])
        self.seeded("git status")


class Check4(GitStatus):
    """cat notes.md | aii -x "…" """

    def test_the_question_still_appears_with_piped_content(self):
        program = self.start(
            "-x", "do what the notes say", stdin=PIPE,
            model=self.script({"expect_message": "touch y.txt, please"},
                              call_and_tell("touch", "y.txt")))
        program.write_stdin("touch y.txt, please\n")
        program.close_stdin()
        program.answer("touch y.txt", "n")
        self.assert_answer(program.wait(), DECLINED + "\n")
        self.assertFalse((self.cwd / "y.txt").exists())

    def test_always_behaves_as_without_the_pipe(self):
        program = self.start("-x", "status", stdin=PIPE, model=self.script(
            call("git", "status"), say("Done.\n")))
        program.write_stdin("# Notes\n")
        program.close_stdin()
        choices = program.answer("git status", "a")
        self.assert_answer(program.wait(), "Done.\n")
        self.assertEqual(choices, with_always("git status"))
        self.seeded("git status")
        self.git_status_unasked(stdin=NULL)

    def test_piped_content_never_answers_the_question(self):
        program = self.start("-x", "go", stdin=PIPE,
                             model=self.script(call_and_tell("touch", "y.txt")))
        program.write_stdin("y\ny\nyes\na\n")
        program.close_stdin()
        program.answer("touch y.txt", "")
        self.assert_answer(program.wait(), DECLINED + "\n")
        self.assertFalse((self.cwd / "y.txt").exists())


class Check5(SystemTest):
    """aii -x "…" 2>/dev/null"""

    def test_the_question_is_visible_without_stderr(self):
        for stderr in (NULL, CLOSED):
            with self.subTest(stderr=stderr):
                choices, ended = self.ask("touch x.txt", "n",
                                          ["touch", "x.txt"], stderr=stderr)
                self.assertEqual(choices, with_always("touch x.txt"))
                self.assert_answer(ended, DECLINED + "\n")

    # spec Q1
    def test_the_question_is_visible_without_any_standard_stream(self):
        program = self.start("-x", "go", stdin=NULL, stdout=NULL, stderr=NULL,
                             model=self.script(call("touch", "x.txt")))
        program.answer("touch x.txt", "y")
        self.assertEqual(program.wait().status, 0)
        self.assertTrue((self.cwd / "x.txt").exists())

    def test_the_question_is_not_on_stdout_or_stderr(self):
        _, ended = self.ask("touch x.txt", "n", ["touch", "x.txt"])
        self.assertNotIn(QUESTION, ended.stdout + ended.stderr)


class Check6(SystemTest):
    """Without a controlling terminal."""

    # spec Q9
    def test_what_is_not_allowed_is_denied_and_the_exit_status_is_0(self):
        ended = self.run_aii("-x", "create x.txt", stdin=NULL,
                             place=NO_TERMINAL, model=self.script(
                                 call("touch", "x.txt"), SAY_RESULT))
        self.assert_answer(ended, NO_TERMINAL_DENIAL + "\n")
        self.assertEqual(ended.log, [])
        self.assertEqual(list(self.cwd.iterdir()), [])

    def test_a_terminal_on_the_standard_streams_alone_is_not_asked(self):
        ended = self.run_aii("-x", "create x.txt", stdin=TTY, stdout=TTY,
                             stderr=TTY, place=NO_TERMINAL, model=self.script(
                                 call_and_tell("touch", "x.txt")))
        self.assertEqual(ended.status, 0)
        self.assertEqual(ended.questions, 0)
        self.assertIn(NO_TERMINAL_DENIAL, ended.screen)
        self.assertEqual(list(self.cwd.iterdir()), [])

    def test_what_is_allowed_runs(self):
        ended = self.run_aii("-x", "which system?", stdin=NULL,
                             place=NO_TERMINAL,
                             model=self.script(call_and_tell("uname")))
        self.assertEqual(ended.log, ["uname"])
        self.assertTrue(ended.stdout.startswith("exit 0\n"), ended.stdout)


class Check8(GitStatus):
    """aii --list-allowed and --reset-allowed."""

    BUILT_IN = "\n".join(["# source: built-in defaults (no config file)",
                          *DEFAULTS, ""])

    def test_list_reset_and_always_follow_each_other(self):
        self.assert_answer(self.run_aii("--list-allowed"), self.BUILT_IN)
        self.approve_always("git", "status")
        self.assert_answer(
            self.run_aii("--list-allowed"),
            "\n".join([f"# source: {self.allow_path}", *DEFAULTS, "git status",
                       ""]))
        self.assert_answer(
            self.run_aii("--reset-allowed"),
            "aii: removed config; using built-in defaults\n")
        self.assertFalse(self.allow_path.exists())
        self.assert_answer(self.run_aii("--list-allowed"), self.BUILT_IN)
        self.assert_answer(
            self.run_aii("--reset-allowed"),
            "aii: no config file; using built-in defaults\n")

    def test_after_a_reset_git_status_is_asked_about_again(self):
        self.approve_always("git", "status")
        self.run_aii("--reset-allowed")
        _, ended = self.ask("git status", "n", ["git", "status"])
        self.assert_answer(ended, DECLINED + "\n")

    # spec A13
    def test_both_need_neither_a_model_nor_a_terminal(self):
        for flag in ("--list-allowed", "--reset-allowed"):
            with self.subTest(flag):
                ended = self.run_aii(flag, stdin=CLOSED, place=NO_TERMINAL,
                                     env={"AII_MODEL": "script:/nowhere"})
                self.assertEqual((ended.status, ended.stderr), (0, ""))


class Check9(GitStatus):
    """aii -x -i: /new keeps previously approved rules."""

    def test_new_keeps_the_rules_that_were_approved(self):
        program = self.start("-x", "-i", stdout=TTY, stderr=TTY,
                             model=self.script(call_and_tell("git", "status")))
        program.expect("> ")
        program.type("go\r")
        program.answer("git status", "a")
        program.expect("exit ")
        program.expect("\n> ")
        program.type("/new\r")
        program.expect("/quit to exit.\n> ")
        program.type("go\r")
        program.expect("aii: $ git status\n")
        program.expect("\n> ")
        program.type("/quit\r")
        ended = program.wait()
        self.assertEqual((ended.status, ended.questions), (0, 1))


if __name__ == "__main__":
    unittest.main()
