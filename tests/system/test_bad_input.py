"""Input and surroundings that nobody wants: each has an outcome that is clear,
and none is a crash, a hang or a wider permission."""

import json
import os
import shutil
import subprocess
import termios
import unittest

import harness
from harness import (DECLINED, DEFAULTS, NO_TERMINAL_DENIAL, NULL, PIPE,
                     SAY_RESULT, SystemTest, call, call_and_tell, say)

SAY_MESSAGE = {"say_message": True}
NOT_UTF8 = "caf\udce9"  # as a byte, E9


class Prompts(SystemTest):

    # spec M7
    def test_an_empty_prompt_is_no_prompt(self):
        model = self.script(say("never"))
        for arguments in (("",), ("--", ""), ("-x", "")):
            ended = self.run_aii("--model", model, *arguments, stdin=NULL)
            self.assertEqual((ended.status, ended.stdout, ended.stderr), (
                2, "", "aii: there is neither a prompt nor content\n"
                "aii: try 'aii --help'\n"))

    def test_an_empty_prompt_with_content_is_the_content_alone(self):
        ended = self.run_aii("", stdin=self.write("notes", "one\n"),
                             model=self.script(SAY_MESSAGE))
        self.assert_answer(ended, "one\n")

    # spec M5
    def test_a_prompt_that_is_no_utf8_is_replaced_with_a_warning(self):
        ended = self.run_aii(NOT_UTF8, model=self.script(SAY_MESSAGE))
        self.assertEqual((ended.status, ended.stdout), (0, "caf\ufffd\n"))
        self.assertEqual(ended.stdout_bytes, "caf\ufffd\n".encode())
        self.assertIn("aii: warning: the prompt is not all UTF-8; other bytes "
                      "were replaced\n", ended.stderr)

    def test_other_arguments_that_are_no_utf8_are_shown_escaped(self):
        model = self.script(say("never"))
        for arguments, message in (
                ([f"--{NOT_UTF8}"], r"unknown option '--caf\xE9'"),
                (["hi", "-f", NOT_UTF8, "--model", model],
                 r"Cannot read file: caf\xE9"),
                (["hi", "--model", NOT_UTF8], r"'caf\xE9' is no model"),
                (["hi", NOT_UTF8], r"more than one prompt: 'caf\xE9'")):
            with self.subTest(arguments):
                ended = self.run_aii(*arguments)
                self.assertEqual((ended.status, ended.stdout), (2, ""))
                self.assertIn(message, ended.stderr)
                ended = self.run_aii("--json", *arguments)
                self.assertIn("caf\ufffd", json.loads(ended.stderr)["message"])

    def test_explain_shows_arguments_that_are_no_utf8_escaped(self):
        ended = self.run_aii("--explain", "--", "ls", NOT_UTF8)
        self.assertEqual(ended.status, 0)
        self.assertIn("command:  ls $'caf\\xE9'\n", ended.stdout)

    def test_a_nul_in_the_content_reaches_the_model_and_cuts_nothing_off(self):
        for content in (b"\0", b"a\0b\n", b"\0" * 5000 + b"end\n"):
            ended = self.run_aii("say", stdin=self.write("notes", content),
                                 model=self.script(SAY_MESSAGE))
            line = content if content.endswith(b"\n") else content + b"\n"
            self.assertEqual(ended.stdout_bytes, b"say\n\n--- CONTENT ---\n" +
                             line + b"--- END CONTENT ---\n")
            self.assertEqual(ended.status, 0)


class Calls(SystemTest):

    def refused(self, *words):
        """The result of a call that nobody is asked about."""
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell(*words)))
        self.assertEqual((ended.status, ended.questions, ended.log),
                         (0, 0, []))
        return ended.stdout.removesuffix("\n")

    def test_an_argument_of_2_mib_is_too_long_to_review(self):
        for name in ("touch", "ls"):
            words = len(name) + 1 + (2 << 20)
            self.assertEqual(
                self.refused(name, "x" * (2 << 20)),
                f"Error: could not launch {name}: the command is too long to "
                f"review ({words} bytes)")

    def test_100000_arguments_are_too_long_to_review(self):
        for name in ("touch", "ls"):
            self.assertEqual(
                self.refused(name, *["f"] * 100_000),
                f"Error: could not launch {name}: the command is too long to "
                f"review ({len(name) + 200_000} bytes)")

    def test_as_many_arguments_as_can_be_reviewed_arrive(self):
        words = ["wc", "-c", *["a"] * 16_000]
        self.write("a", "x")
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell(*words)))
        self.assertEqual(ended.log, [" ".join(words)])
        self.assertTrue(ended.stdout.startswith("exit 0\n"))
        self.assertIn("[output truncated: ", ended.stdout)

    def test_a_name_of_2_mib_is_not_found(self):
        name = "x" * (2 << 20)
        self.assertEqual(self.refused(name),
                         f"Error: executable not found: {name}")

    def test_a_nul_is_an_error_and_runs_nothing(self):
        self.assertEqual(self.refused("\0"), "Error: invalid executable")
        self.assertEqual(self.refused("ls\0", "-l"),
                         "Error: invalid executable")
        self.assertEqual(self.refused("ls", "a\0b"), "Error: could not launch "
                         "ls: argument contains a NUL character")

    def test_a_name_with_blanks_and_a_newline_is_not_found(self):
        # resolve-030
        ended = self.run_aii("-x", "go", model=self.script(
            call(" ls\n"), SAY_RESULT, say("the end\n")))
        self.assert_answer(ended, "Error: executable not found:  ls\nthe end\n")

    @unittest.skipIf(harness.trusted("sw_vers"), "this system has sw_vers")
    def test_a_default_that_is_not_here_is_not_found(self):
        # defaults-safety-048
        self.assertEqual(self.refused("sw_vers"),
                         "Error: executable not found: sw_vers")


class ConfigDirectory(SystemTest):
    """~/.config/aii is not as it should be."""

    def setUp(self):
        super().setUp()
        self.folder = self.allow_path.parent
        self.folder.mkdir(parents=True, mode=0o700)
        self.addCleanup(self.folder.chmod, 0o700)

    def assert_always_holds_for_this_run(self, reason):
        """Saying "always" warns with `reason`; the command is not asked about
        again in the run. Returns the end."""
        program = self.start("-x", "go", model=self.script(
            call_and_tell("uname"), *[call_and_tell("touch", "x.txt")] * 2))
        program.answer("touch x.txt", "a")
        ended = program.wait()
        self.assertEqual(ended.log, ["uname", *["touch x.txt"] * 2])
        self.assertIn(f"aii: warning: could not save rule to {self.allow_path}: "
                      f"{reason}", ended.stderr)
        return ended

    # spec A10, A14
    def test_one_that_cannot_be_searched_means_the_defaults(self):
        self.as_ordinary_user()
        self.folder.chmod(0)
        ended = self.assert_always_holds_for_this_run("cannot open '")
        self.assertIn(f"aii: warning: cannot read {self.allow_path}; using "
                      "built-in defaults\n", ended.stderr)
        ended = self.run_aii("--list-allowed")
        self.assert_answer(ended, "\n".join(
            ["# source: built-in defaults (the config file cannot be read)",
             *DEFAULTS, ""]))
        self.assertIn("cannot read", ended.stderr)

    def test_one_that_cannot_be_written_saves_nothing(self):
        self.as_ordinary_user()
        self.folder.chmod(0o500)
        self.assert_always_holds_for_this_run("cannot open '")
        self.assertEqual(os.listdir(self.folder), [])

    def test_one_that_is_a_file_saves_nothing(self):
        self.folder.rmdir()
        self.folder.write_text("")
        self.addCleanup(lambda: (self.folder.unlink(), self.folder.mkdir()))
        self.assert_always_holds_for_this_run("cannot create '")
        self.assertEqual(self.folder.read_text(), "")

    def small_disk(self, pages):
        """Mounts a file system of so many pages there."""
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={4 * pages}k,mode=0700",
             "none", self.folder], check=False, capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("mounting is not permitted")
        self.addCleanup(subprocess.run, ["umount", "-l", self.folder],
                        check=True)

    def test_a_full_disk_saves_no_first_file(self):
        self.small_disk(pages=1)
        (self.folder / "filler").write_bytes(b"x" * 4096)
        self.assert_always_holds_for_this_run(
            f"cannot write '{self.allow_path}': No space left on device\n")
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["allow.lock", "filler"])

    def test_a_full_disk_leaves_the_file_as_it_was(self):
        self.small_disk(pages=1)
        for room in (0, 1, 5, 11):  # "touch x.txt" and its newline are 12
            with self.subTest(room):
                start = "uname\n#"
                text = start + "x" * (4096 - room - len(start) - 1) + "\n"
                self.write_allow(text)
                self.assert_always_holds_for_this_run("cannot write '")
                self.assertEqual(self.allow_path.read_text(), text)


class Terminals(SystemTest):

    def without(self, *steps):
        """From here on aii runs where these steps have changed /dev."""
        if os.geteuid() != 0 or shutil.which("unshare") is None:
            self.skipTest("only root can have a /dev of its own")
        wrapper = self.base / "aii-elsewhere"
        wrapper.write_text(
            "#!/bin/sh\nexec unshare -m sh -c '" + " && ".join(steps) +
            f' && exec "$0" "$@"\' {harness.binary()} "$@"\n')
        wrapper.chmod(0o755)
        self.program = wrapper
        if self.run_aii("--version").status != 0:
            self.skipTest("mounting is not permitted")

    def test_without_a_dev_tty_nobody_is_asked_and_the_rest_works(self):
        self.without("mount -t tmpfs none /dev", "mknod -m 666 /dev/null c 1 3")
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell("touch", "x.txt"), call_and_tell("whoami")))
        self.assert_told(ended, NO_TERMINAL_DENIAL, "exit 0\nroot\n")
        self.assertEqual(os.listdir(self.cwd), [])

    def test_a_dev_tty_that_is_no_terminal_is_none(self):
        self.without("mount --bind /dev/null /dev/tty")
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell("touch", "x.txt")))
        self.assert_told(ended, NO_TERMINAL_DENIAL)
        self.assertEqual(os.listdir(self.cwd), [])

    def test_without_a_null_device_no_command_runs(self):
        self.without("mount -t tmpfs none /dev")
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell("whoami")))
        self.assert_told(ended, "Error: could not launch whoami: cannot open "
                         "the null device: No such file or directory")

    def test_one_that_was_left_raw_can_answer_and_stays_raw(self):

        def raw(attributes):
            attributes[0] &= ~(termios.BRKINT | termios.ICRNL | termios.INPCK |
                               termios.ISTRIP | termios.IXON)
            attributes[1] &= ~termios.OPOST
            attributes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN |
                               termios.ISIG)

        for keys, result in (("y\r", "exit 0\n"), ("\r", DECLINED)):
            program = self.start("-x", "go", modes=raw, model=self.script(
                call_and_tell("touch", "x.txt")))
            program.expect_question("touch x.txt")
            program.type(keys)  # Enter is a carriage return
            ended = program.wait()
            self.assert_told(ended, result)
            self.assertTrue(ended.modes_kept)

    def test_ctrl_c_works_at_the_question_of_a_raw_terminal(self):

        def raw(attributes):
            attributes[3] &= ~(termios.ICANON | termios.ISIG | termios.ECHO)

        program = self.start("-x", "go", modes=raw, stdin=PIPE,
                             model=self.script(call("touch", "x.txt")))
        program.close_stdin()
        program.expect_question("touch x.txt")
        program.type(harness.CTRL_C)
        self.assertEqual(program.wait().status, 130)


if __name__ == "__main__":
    unittest.main()
