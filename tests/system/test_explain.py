"""--explain: what -x would do, without doing it."""

import json
import unittest

from harness import PIPE, SystemTest, call, say

KEYS = ["command", "argv", "path", "trusted", "decision", "rule", "line",
        "source", "always", "reason"]


class Explain(SystemTest):

    def explained(self, *words, **options):
        ended = self.run_aii("--explain", "--", *words, **options)
        self.assertEqual(ended.stderr, "", ended)
        return ended

    def declined(self, words):
        """A real call, its question declined where there is one."""
        program = self.start("-x", "go", model=self.script(call(*words),
                                                           say("done")))
        program.decline_everything()
        return program.wait()

    # spec N2
    def test_a_default_would_run(self):
        ended = self.explained("df", "-h")
        self.assertEqual(ended.status, 0)
        self.assertRegex(ended.stdout,
                         r"\Acommand:  df -h\npath:     /(usr/)?bin/df\n"
                         r"trusted:  yes\ndecision: run\nrule:     df\n"
                         r"source:   built-in defaults\n\Z")

    def test_anything_else_would_ask(self):
        ended = self.explained("touch", "a b")
        self.assertEqual(ended.status, 10)
        self.assertIn("command:  touch 'a b'\n", ended.stdout)
        self.assertIn("always:   touch 'a b'\n", ended.stdout)
        self.assertIn("reason:   no rule covers it\n", ended.stdout)
        self.assertFalse((self.cwd / "a b").exists())

    def test_what_is_not_there_would_be_refused(self):
        ended = self.explained("nosuchprogram")
        self.assertEqual(ended.status, 11)
        self.assertIn("reason:   executable not found: nosuchprogram\n",
                      ended.stdout)

    def test_options_of_the_program_are_its_own(self):
        for words in (["ls", "-h"], ["ls", "--version"], ["ls", "--", "-x"],
                      ["ls", "--explain"]):
            self.assertIn("decision: run\n", self.explained(*words).stdout)

    # spec N1
    def test_it_needs_no_model_and_no_terminal(self):
        ended = self.explained("df", env={"AII_MODEL": "nonsense"})
        self.assertEqual(ended.status, 0)

    def test_with_json_it_is_one_object(self):
        for flags in (["-j", "--explain"], ["--explain", "--json"]):
            ended = self.run_aii(*flags, "--", "touch", "x")
            self.assertEqual((ended.status, ended.stderr), (10, ""))
            self.assertEqual(ended.stdout.count("\n"), 1)
            found = json.loads(ended.stdout)
            self.assertEqual(list(found), [key for key in KEYS if key in found])
            self.assertEqual(found["argv"], ["touch", "x"])
            self.assertEqual(found["always"], ["touch", "x"])

    def test_a_program_without_the_two_hyphens_is_a_usage_error(self):
        ended = self.run_aii("--explain", "df")
        self.assertEqual(ended.status, 2)
        self.assertIn("put '--' before the program", ended.stderr)

    def test_it_is_combined_with_nothing_that_asks_a_model(self):
        for other in (["-x"], ["-f", "file"], ["--list-allowed"]):
            ended = self.run_aii("--explain", *other, "--", "df")
            self.assertEqual(ended.status, 2, other)

    def test_a_stream_is_answered_line_by_line(self):
        calls = [["df", "-h"], ["touch", "x"], [], ["nosuchprogram"]]
        text = "".join(json.dumps(one) + "\n" for one in calls) + "nonsense"
        program = self.start("--explain", stdin=PIPE)
        program.write_stdin(text)
        program.close_stdin()
        ended = program.wait()
        self.assertEqual((ended.status, ended.stderr), (0, ""))
        answers = [json.loads(line) for line in ended.stdout.splitlines()]
        self.assertEqual([one.get("decision", "error") for one in answers],
                         ["run", "ask", "error", "refuse", "error"])

    # spec N1
    def test_it_says_what_a_real_call_does(self):
        (self.cwd / "script").write_text("#!/bin/sh\necho hi\n")
        (self.cwd / "script").chmod(0o755)
        for words in (["df"], ["touch", "x"], ["./script", "a\nb"], ["gone"],
                      ["date", "-s", "x"], ["cat", "/dev/tty"],
                      ["git", "a\u202eb"]):
            with self.subTest(words):
                said = json.loads(self.run_aii(
                    "--explain", "-j", "--", *words).stdout)
                done = self.declined(words)
                self.assertEqual(done.questions,
                                 1 if said["decision"] == "ask" else 0)
                shown = [line.strip().removesuffix(" (not in a system directory)")
                         for line in [*done.log, *done.screen.splitlines()]]
                if said["decision"] == "refuse":
                    self.assertEqual(done.log, [])
                else:
                    self.assertIn(said["command"], shown)


if __name__ == "__main__":
    unittest.main()
