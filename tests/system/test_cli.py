"""Flags, streams, errors and exit statuses; the environment that aii is in."""

import itertools
import json
import os
import re
import subprocess
import unittest

import harness
from harness import (CLOSED, DEFAULTS, NO_TERMINAL, NULL, PIPE, TTY,
                     SystemTest, call, call_and_tell, say)

SAY_MESSAGE = {"say_message": True}


class Help(SystemTest):

    def test_help_goes_to_stdout_and_succeeds(self):
        for flag in ("--help", "-h"):
            ended = self.run_aii(flag)
            self.assertEqual((ended.status, ended.stderr), (0, ""))
            for part in ("--exec", "-x", "--list-allowed", "--reset-allowed",
                         "--model", "--json", "--file", "--version", "130"):
                self.assertIn(part, ended.stdout)
            self.assertLessEqual(max(map(len, ended.stdout.splitlines())), 80)

    # spec M1
    def test_without_anything_on_a_terminal_it_is_help(self):
        ended = self.run_aii()
        self.assert_answer(ended, self.run_aii("--help").stdout)

    def test_the_version_is_one_line(self):
        ended = self.run_aii("--version")
        self.assertRegex(ended.stdout, r"^aii \d+\.\d+(\.\d+)?\S*\n$")
        self.assertEqual((ended.status, ended.stderr), (0, ""))

    # spec F5
    def test_both_work_with_no_environment_at_all(self):
        nothing = {name: None for name in self.environment()}
        for flag in ("--help", "--version", "--list-allowed"):
            self.assertEqual(self.run_aii(flag, env=nothing).status, 0)


class Repetition(SystemTest):

    LINE = "The quick brown fox jumps over the lazy dog.\n"

    # spec O11
    def test_a_model_that_repeats_itself_is_stopped(self):
        ended = self.run_aii("go", "--json", model=self.script(
            [say(self.LINE)] * 4, say("never seen")))
        self.assertEqual(ended.status, 4)
        self.assertEqual(ended.stdout, self.LINE * 3 + "...\n")
        error = json.loads(ended.stderr)
        self.assertEqual(error["error"], "context_exceeded")
        self.assertTrue(error["message"].startswith(
            "Response appears to be repeating \u2014 likely exceeded the 4096-"))

    # spec O12
    def test_tables_code_and_logs_are_not(self):
        log = "2026-12-01 04:00:01 sshd[812]: Failed password for root\n"
        for text in ("```\n" + self.LINE * 9 + "```\n", log * 9,
                     "| 10.0.0.1 | GET /index.html | 200 | 1024 bytes |\n" * 9,
                     "    EXPECT_EQ(result.status().code(), kInvalid);\n" * 9):
            ended = self.run_aii("go", model=self.script(say(text)))
            self.assertEqual((ended.status, ended.stdout), (0, text))


class Errors(SystemTest):

    def failed(self, status, *arguments, **options):
        """Runs, asserts how it fails; the lines on stderr without prefix."""
        ended = self.run_aii(*arguments, **options)
        self.assertEqual((ended.status, ended.stdout), (status, ""), ended)
        lines = ended.stderr.splitlines()
        self.assertTrue(lines)
        for line in lines:
            self.assertTrue(line.startswith("aii: "), line)
        return [line.removeprefix("aii: ") for line in lines]

    def failed_json(self, status, code, *arguments, **options):
        ended = self.run_aii("--json", *arguments, **options)
        self.assertEqual((ended.status, ended.stdout), (status, ""), ended)
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        error = json.loads(ended.stderr)
        self.assertEqual((error["error"], error["exitCode"]), (code, status))
        self.assertEqual([name for name in error if name != "detail"],
                         ["error", "message", "exitCode"])
        self.assertFalse(error["message"].startswith("aii: "))
        return error

    # spec F4
    def test_an_unknown_option_names_the_nearest_one(self):
        for given, nearest in (("--jsn", "--json"), ("--exce", "--exec"),
                               ("--list", "--list-allowed"),
                               ("-version", "--version"),
                               ("--list-alowed", "--list-allowed"),
                               ("--Version", "--version")):
            with self.subTest(given):
                lines = self.failed(2, given)
                self.assertIn(nearest, lines[0])
                self.assertEqual(lines[1:], ["try 'aii --help'"])

    # spec F4
    def test_an_unknown_option_far_from_all_suggests_nothing(self):
        for given in ("--quetzalcoatl", "--" + "x" * 100000, "-Z"):
            lines = self.failed(2, given)
            self.assertNotIn("did you mean", lines[0])
            self.assertEqual(lines[1:], ["try 'aii --help'"])

    # spec E1
    def test_control_characters_in_a_message_are_escaped(self):
        ended = self.run_aii("--\x1b[2Jx", stderr=TTY)
        self.assertEqual(ended.status, 2)
        self.assertIn(r"\x1B[2Jx", ended.screen)
        self.assertNotIn("\x1b", ended.screen)

    def test_management_flags_stand_alone(self):
        message = ("--list-allowed and --reset-allowed cannot be combined with "
                   "a prompt, -i, -x, -f, or each other")
        self.write_allow("touch\n")
        self.write("file", "text")
        flags = ["--list-allowed", "--reset-allowed"]
        others = [["prompt"], ["-x"], ["--exec"], ["-f", "file"], ["-xv"]]
        combinations = [[flag, *other] for flag, other in
                        itertools.product(flags, others)]
        combinations += [flags, flags[::-1], ["-x", "--reset-allowed"]]
        for arguments in combinations:
            with self.subTest(arguments):
                self.assertEqual(self.failed(2, *arguments), [message])
                self.failed_json(2, "conflicting_input", *arguments)
        self.assertTrue(self.allow_path.exists())

    # spec F3
    def test_a_value_that_is_missing_or_too_many(self):
        for arguments, fault in (
                (["--model"], "option '--model' needs a value: SPEC"),
                (["-xf"], "option '--file' needs a value: PATH"),
                (["--exec=yes"], "option '--exec' takes no value"),
                (["one", "two"],
                 "more than one prompt: 'two'; put the prompt in quotes")):
            with self.subTest(arguments):
                self.assertEqual(self.failed(2, *arguments),
                                 [fault, "try 'aii --help'"])
                self.failed_json(2, "usage_error", *arguments)

    # spec F7
    def test_json_is_seen_wherever_it_stands(self):
        for arguments in (["--nope", "-j"], ["-qj"], ["a", "b", "--json"]):
            ended = self.run_aii(*arguments)
            self.assertEqual(json.loads(ended.stderr)["error"], "usage_error")
        ended = self.run_aii("--nope", "--", "-j")
        self.assertEqual(ended.stderr.splitlines()[-1],
                         "aii: try 'aii --help'")

    def test_help_and_version_are_given_beside_anything(self):
        help_text = self.run_aii("--help").stdout
        self.assert_answer(self.run_aii("-xh", "--list-allowed"), help_text)
        self.assertEqual(self.run_aii("-m", "--version", "hi").status, 0)

    # spec M7
    def test_neither_prompt_nor_content(self):
        model = self.script(say("x"))
        self.assertIn("try 'aii --help'", self.failed(2, stdin=NULL,
                                                      model=model))
        self.failed_json(2, "usage_error", stdin=NULL, model=model)
        self.failed_json(2, "usage_error", stdin=CLOSED, model=model)
        empty = self.write("empty")
        self.failed_json(2, "usage_error", stdin=empty, model=model)

    def test_a_file_that_is_not_there(self):
        for path in ("nowhere", "/nowhere/at all"):
            lines = self.failed(2, "prompt", "-f", path,
                                model=self.script(say("x")))
            self.assertEqual(lines[0], f"Cannot read file: {path}")
            self.failed_json(2, "file_not_found", "prompt", "-f", path,
                             model=self.script(say("x")))

    def test_a_file_together_with_content(self):
        path = self.write("file", "text")
        lines = self.failed(2, "prompt", "-f", "file", stdin=path,
                            model=self.script(say("x")))
        self.assertEqual(lines, ["Cannot use both --file and piped stdin. Use "
                                 "one or the other"])

    def test_no_model_at_all(self):
        self.assertGreaterEqual(len(self.failed(3, "prompt")), 2)
        error = self.failed_json(3, "unavailable_not_supported", "prompt")
        self.assertIn("quickstart", error["message"])

    def test_a_model_elsewhere_is_refused(self):
        for model in ("http://example.com:80", "http://192.0.2.1/v1",
                      "https://127.0.0.1", "http://127.0.0.1@example.com/",
                      "http://0.0.0.0:1", "nonsense"):
            with self.subTest(model):
                self.failed_json(2, "usage_error", "prompt", model=model)

    def test_a_model_server_that_is_not_there(self):
        for model in (f"unix:{self.base}/none.sock", "http://127.0.0.1:1"):
            with self.subTest(model):
                ended = self.run_aii("prompt", model=model)
                self.assertIn(ended.status, (3, 4))
                self.assertTrue(ended.stderr.startswith("aii: "), ended)

    def test_a_script_that_cannot_be_played(self):
        bad = self.write("bad.jsonl", '{"say": "x"}\n{"dance": 1}\n')
        lines = self.failed(2, "prompt", model=f"script:{bad}")
        self.assertIn("line 2", lines[0])
        self.failed_json(2, "file_not_found", "prompt", model="script:/nowhere")

    def test_a_failure_of_the_model(self):
        fail = {"fail": {"code": "rate_limited",
                         "lines": ["Model busy, try again"]}}
        error = self.failed_json(4, "rate_limited", "prompt",
                                 model=self.script(fail))
        self.assertEqual(error["message"], "Model busy, try again")

    # spec O6
    def test_what_was_said_before_a_failure_is_kept_and_its_line_ended(self):
        fail = {"fail": {"code": "context_exceeded", "lines": ["Too long", "new"],
                         "detail": "4097"}}
        ended = self.run_aii("prompt", model=self.script(say("half a"), fail))
        self.assertEqual((ended.status, ended.stdout), (4, "half a\n"))
        self.assertTrue(ended.stderr.endswith("aii: Too long\naii: new\n"))
        ended = self.run_aii("-j", "prompt", model=self.script(fail))
        self.assertEqual(json.loads(ended.stderr), {
            "error": "context_exceeded", "message": "Too long\nnew",
            "detail": "4097", "exitCode": 4})


class Json(SystemTest):
    """Check 7: stderr has JSON lines and nothing else."""

    # spec O5
    def test_a_good_run_with_commands_writes_nothing_to_stderr(self):
        program = self.start("-x", "--json", "go", model=self.script(
            call("uname"), call_and_tell("touch", "x.txt")))
        program.answer("touch x.txt", "y")
        ended = program.wait()
        self.assert_answer(ended, "exit 0\n")
        self.assertEqual(ended.stderr, "")

    def test_warnings_are_left_out(self):
        self.write_allow("'\n")
        ended = self.run_aii("-xj", "go", model=self.script(say("x")))
        self.assertEqual((ended.status, ended.stderr), (0, ""))

    def test_an_error_after_commands_is_the_only_line(self):
        ended = self.run_aii("-xj", "go", model=self.script(
            call("uname"), {"expect_result": "never this"}))
        self.assertEqual(ended.status, 1)
        self.assertEqual(len(ended.stderr.splitlines()), 1)
        self.assertEqual(json.loads(ended.stderr)["error"], "internal_error")

    # spec E2
    def test_hostile_text_in_an_error_is_still_json(self):
        ended = self.run_aii("--json", "--no\x1b\"\n\\such", stderr=PIPE)
        self.assertEqual(len(ended.stderr.splitlines()), 1)
        self.assertEqual(json.loads(ended.stderr)["error"], "usage_error")


class Flags(SystemTest):

    def message(self, *arguments, **options):
        ended = self.run_aii(*arguments, **options)
        self.assertEqual(ended.status, 0, ended)
        return ended.stdout.removesuffix("\n")

    # spec B1
    def test_the_model_is_named_by_flag_or_environment_and_the_flag_wins(self):
        one, two = self.script(say("one")), self.script(say("two"))
        self.assertEqual(self.message("go", env={"AII_MODEL": one}), "one")
        self.assertEqual(self.message("go", "--model", two,
                                      env={"AII_MODEL": one}), "two")
        self.assertEqual(self.message("go", f"--model={two}"), "two")

    # spec B2
    def test_a_script_says_on_stderr_that_it_is_one(self):
        for stderr in (PIPE, TTY):
            ended = self.run_aii("go", model=self.script(say("x")),
                                 stderr=stderr)
            self.assertRegex(ended.stderr + ended.screen, "aii: .*script")

    def test_two_hyphens_end_options(self):
        self.assertEqual(self.message("--model", self.script(SAY_MESSAGE), "--",
                                      "--help"), "--help")

    # spec M1
    def test_content_comes_after_the_prompt_between_its_marks(self):
        expected = "say\n\n--- CONTENT ---\none\ntwo\n--- END CONTENT ---"
        path = self.write("notes", "one\ntwo\n")
        model = self.script(SAY_MESSAGE)
        self.assertEqual(self.message("say", stdin=path, model=model), expected)
        self.assertEqual(self.message("say", "-f", "notes", model=model),
                         expected)
        self.assertEqual(self.message("say", "--file=notes", stdin=NULL,
                                      model=model), expected)
        self.assertEqual(self.message(stdin=path, model=model), "one\ntwo")
        self.assertEqual(self.message("-f", "notes", model=model), "one\ntwo")

    # spec M4
    def test_empty_content_leaves_the_prompt_alone(self):
        self.assertEqual(self.message("say", stdin=self.write("empty"),
                                      model=self.script(SAY_MESSAGE)), "say")

    def test_content_that_is_no_utf8_is_replaced_with_a_warning(self):
        path = self.write("latin", b"caf\xe9\n")
        ended = self.run_aii("say", stdin=path, model=self.script(SAY_MESSAGE))
        self.assertIn("caf\ufffd\n", ended.stdout)
        self.assertIn("aii: warning: ", ended.stderr)

    # spec M9
    def test_n_leaves_stdin_alone(self):
        for flag in ("-n", "--no-stdin"):
            reader, writer = os.pipe()
            try:
                os.write(writer, b"of a while loop\n")
                # It does not wait for the end of stdin, which never comes.
                ended = self.run_aii("say", flag, stdin=reader,
                                     model=self.script(SAY_MESSAGE))
                self.assert_answer(ended, "say\n")
                self.assertEqual(os.read(reader, 100), b"of a while loop\n")
            finally:
                os.close(reader)
                os.close(writer)

    # spec O9
    def test_v_shows_what_the_model_is_told(self):
        self.write("a", "some\x1b[2Jtext\n")
        ended = self.run_aii("-xv", "go", model=self.script(call("cat", "a")))
        self.assertIn("aii: $ cat a\n", ended.stderr)
        self.assertIn("exit 0", ended.stderr)
        self.assertIn(r"some\x1B[2Jtext", ended.stderr)
        self.assertNotIn("\x1b[2J", ended.stderr)

    def test_x_without_commands_changes_nothing(self):
        self.assertEqual(self.message("-x", "go", model=self.script(say("hm"))),
                         "hm")


class ListAllowed(SystemTest):

    def test_an_existing_file_is_listed_and_it_alone(self):
        self.write_allow("# mine\nuname\n\ntouch 'a b'\n")
        ended = self.run_aii("--list-allowed")
        self.assert_answer(ended, f"# source: {self.allow_path}\nuname\n"
                           "touch 'a b'\n")
        self.assertEqual(ended.stderr, "")

    def test_it_warns_of_rules_that_do_nothing_or_too_much(self):
        self.write_allow("/usr/bin/git status\nbash\nuname\n")
        lines = self.run_aii("--list-allowed").stderr.splitlines()
        self.assertEqual(len(lines), 2, lines)
        self.assertRegex(lines[0], "^aii: warning: .*/usr/bin/git status")
        self.assertRegex(lines[1], "^aii: warning: .*bash")

    def test_a_rule_cannot_redraw_the_terminal(self):
        self.write_allow("touch '\x1b[2J'\n")
        ended = self.run_aii("--list-allowed", stdout=TTY, stderr=TTY)
        self.assertEqual(ended.status, 0)
        self.assertNotIn("\x1b[2J", ended.screen)

    # spec A15
    def test_a_reset_leaves_everything_else(self):
        self.write_allow("uname\n")
        other = self.allow_path.parent / "notes"
        other.write_text("mine")
        self.assertEqual(self.run_aii("--reset-allowed").status, 0)
        self.assertFalse(self.allow_path.exists())
        self.assertEqual(other.read_text(), "mine")

    def test_a_reset_never_removes_a_folder(self):
        self.allow_path.mkdir(parents=True)
        (self.allow_path / "notes").write_text("mine")
        ended = self.run_aii("--reset-allowed")
        self.assertEqual(ended.status, 1)
        self.assertTrue((self.allow_path / "notes").exists())

    def test_a_reset_that_is_not_permitted_says_so(self):
        self.as_ordinary_user()
        self.write_allow("uname\n")
        self.allow_path.parent.chmod(0o500)
        ended = self.run_aii("--reset-allowed")
        self.assertEqual((ended.status, ended.stdout), (1, ""))
        self.assertTrue(ended.stderr.startswith("aii: "), ended.stderr)
        self.allow_path.parent.chmod(0o700)


class Streams(SystemTest):
    """Standard streams that are closed, full, or nobody reads."""

    def test_every_combination_of_closed_streams_ends_and_breaks_nothing(self):
        for count in (1, 2, 3):
            for closed in itertools.combinations(("stdin", "stdout", "stderr"),
                                                 count):
                with self.subTest(closed=closed):
                    ended = self.run_aii(
                        "-x", "go", **{name: CLOSED for name in closed},
                        model=self.script(call_and_tell("uname")))
                    self.assertEqual(ended.status, int("stdout" in closed))
                    if "stdout" not in closed:
                        self.assertTrue(ended.stdout.startswith("exit 0\n"))

    def test_closed_streams_do_not_land_in_the_allow_file(self):
        program = self.start("-x", "go", stdin=CLOSED, stdout=CLOSED,
                             stderr=CLOSED, model=self.script(
                                 call("touch", "x.txt"), say("text\n")))
        program.answer("touch x.txt", "a")
        program.wait()
        header, _, *rules = self.allow_path.read_text().splitlines()
        self.assertEqual(rules, [*DEFAULTS, "touch x.txt"])
        self.assertTrue(header.startswith("# seeded"))

    def test_a_command_has_three_streams_even_then(self):
        tool = self.write("tool", "#!/bin/sh\nls /proc/self/fd\n", 0o755)
        path = self.cwd / "answer"
        program = self.start("-x", "go", stdin=CLOSED, stdout=path,
                             stderr=CLOSED,
                             model=self.script(call_and_tell("./tool")))
        program.answer(f"{tool} (not in a system directory)", "y")
        self.assertEqual(program.wait().status, 0)
        self.assertEqual(path.read_text(), "exit 0\n0\n1\n2\n3\n")

    def test_a_full_disk_is_an_error(self):
        ended = self.run_aii("go", stdout="/dev/full",
                             model=self.script(say("text\n")))
        self.assertEqual(ended.status, 1)
        self.assertIn("No space left on device", ended.stderr)
        self.assertEqual(self.run_aii("--help", stdout="/dev/full").status, 1)

    # spec O10
    def test_a_reader_that_went_away_ends_it_as_other_filters(self):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            ended = self.run_aii("go", stdout=writer,
                                 model=self.script(say("text\n" * 100)))
        finally:
            os.close(writer)
        self.assertEqual(ended.status, 128 + 13)
        self.assertNotIn("Broken pipe", ended.stderr)

    def piped_through_a_shell(self, script, **variables):
        return subprocess.run(
            ["/bin/bash", "-c", f"set -o pipefail; {script}"],
            env=self.environment(AII=harness.binary(), **variables),
            cwd=self.cwd, capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL, start_new_session=True, check=False)

    # spec O10
    def test_head_gets_its_line_and_ends_it(self):
        model = self.script(*[say(f"line {n}\n") for n in range(20000)])
        ended = self.piped_through_a_shell('"$AII" go | head -1',
                                           AII_MODEL=model)
        self.assertEqual((ended.stdout, ended.returncode),
                         ("line 0\n", 128 + 13))
        self.assertNotIn("Broken pipe", ended.stderr)

    # spec M8
    def test_an_endless_input_is_refused_and_not_waited_for(self):
        ended = self.piped_through_a_shell(
            'yes | "$AII" go', AII_MODEL=self.script(say("never said")))
        self.assertEqual((ended.stdout, ended.returncode), ("", 2))
        self.assertIn("larger than 16", ended.stderr)

    def test_without_stdin_an_endless_input_is_left_alone(self):
        ended = self.piped_through_a_shell(
            'yes | "$AII" -n go', AII_MODEL=self.script(say("hi\n")))
        self.assertEqual(ended.stdout, "hi\n")

    def test_a_full_device_as_input_is_endless_too(self):
        ended = self.piped_through_a_shell(
            '"$AII" go </dev/full', AII_MODEL=self.script(say("never said")))
        self.assertEqual((ended.stdout, ended.returncode), ("", 2))

    def test_standard_input_can_be_a_folder_or_write_only(self):
        folder = os.open(self.cwd, os.O_RDONLY)
        try:
            ended = self.run_aii("go", stdin=folder,
                                 model=self.script(say("x")))
        finally:
            os.close(folder)
        self.assertIn(ended.status, (0, 1, 2))
        self.assertIsNone(ended.signal)


class Environment(SystemTest):

    def always_without_a_home(self, home):
        program = self.start("-x", "go", env={"HOME": home}, model=self.script(
            *[call_and_tell("touch", "x.txt")] * 2))
        program.expect(harness.QUESTION)
        choices = program.expect(re.compile(r"\[y\].*\n> "))[0]
        always = "[a]" in choices
        program.type("a\n" if always else "y\n")
        if not always:
            program.answer("touch x.txt", "y")
        ended = program.wait()
        self.assert_told(ended, "exit 0\n", "exit 0\n")
        if always:
            self.assertEqual(ended.questions, 1)
            self.assertIn("aii: warning: could not save rule to ", ended.stderr)
        self.assertEqual(os.listdir(self.cwd), ["x.txt"])

    def test_without_home_nothing_is_stored_and_everything_else_works(self):
        self.always_without_a_home(None)

    def test_an_empty_or_relative_home_is_none(self):
        for home in ("", "relative", "."):
            with self.subTest(home):
                self.always_without_a_home(home)

    def test_an_allow_file_below_a_relative_home_is_not_read(self):
        self.write(".config/aii/allow", "touch\n")
        ended = self.run_aii("--list-allowed", env={"HOME": "."})
        self.assert_answer(ended, "\n".join(
            ["# source: built-in defaults (no config file)", *DEFAULTS, ""]))
        self.assertEqual(self.run_aii("--reset-allowed",
                                      env={"HOME": "."}).status, 0)
        self.assertTrue((self.cwd / ".config/aii/allow").exists())

    # spec A1
    def test_the_place_of_the_file_ignores_xdg(self):
        elsewhere = self.base / "xdg"
        _, ended = self.ask("touch x.txt", "a", ["touch", "x.txt"],
                            env={"XDG_CONFIG_HOME": elsewhere})
        self.assertEqual(ended.status, 0)
        self.assertTrue(self.allow_path.exists())
        self.assertFalse(elsewhere.exists())

    def test_a_working_directory_that_was_deleted(self):
        gone = self.base / "gone"
        gone.mkdir()
        folder = os.open(gone, os.O_RDONLY)
        gone.rmdir()
        try:
            ended = self.run_aii("-x", "go", directory=folder, model=self.script(
                call_and_tell("uname"), call_and_tell("./tool")))
            self.assertEqual(ended.status, 0)
            self.assertRegex(ended.stdout, "^exit 0\n")
            self.assertIn("Error: executable not found: ./tool\n", ended.stdout)
            program = self.start("-x", "go", directory=folder,
                                 model=self.script(
                                     call_and_tell("touch", "x.txt")))
            program.answer("touch x.txt", "y")
            self.assertTrue(program.wait().stdout.startswith("exit 1\n"))
        finally:
            os.close(folder)

    def test_without_path_the_system_directories_are_searched(self):
        ended = self.run_aii("-x", "go", env={"PATH": None},
                             model=self.script(call_and_tell("uname")))
        self.assertEqual((ended.status, ended.log), (0, ["uname"]))
        self.assertTrue(ended.stdout.startswith("exit 0\n"), ended.stdout)

    def test_an_empty_path_finds_nothing(self):
        self.write("uname", "#!/bin/sh\necho fake\n", 0o755)
        for path in ("", ":", ".", "::."):
            with self.subTest(path):
                ended = self.run_aii("-x", "go", env={"PATH": path},
                                     model=self.script(call_and_tell("uname")))
                self.assert_answer(ended,
                                   "Error: executable not found: uname\n")

    def test_an_environment_that_is_odd_does_no_harm(self):
        ended = self.run_aii("-x", "go", env={
            "TERM": "\x1b[2J", "LC_ALL": "xx_XX.nothing", "TZ": ":/etc/passwd",
            "XDG_DATA_HOME": "relative", "XDG_RUNTIME_DIR": "relative",
        }, model=self.script(call_and_tell("uname")))
        self.assertEqual((ended.status, ended.log), (0, ["uname"]))

    def test_no_color_leaves_colour_out(self):
        program = self.start("-x", "go", stdout=TTY, stderr=TTY,
                             env={"NO_COLOR": "1"},
                             model=self.script(call("uname"), say("x\n")))
        program.wait()
        self.assertNotRegex(program.screen.raw, rb"\x1b\[[1-9][0-9;]*m")

    def test_an_ordinary_user_has_the_same_rights(self):
        self.as_ordinary_user()
        _, ended = self.ask("touch x.txt", "a", ["touch", "x.txt"])
        self.assert_answer(ended, "exit 0\n")
        self.assert_mode(self.allow_path, 0o600)
        ended = self.run_aii("-x", "go", stdin=NULL, place=NO_TERMINAL,
                             model=self.script(call_and_tell("touch", "x.txt")))
        self.assert_answer(ended, "exit 0\n")


if __name__ == "__main__":
    unittest.main()
