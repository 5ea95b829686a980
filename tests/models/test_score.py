"""How requests are judged, with models that are scripts.

The last class runs the program: build/release/aii, or AII_TEST_BINARY.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import score_judge  # noqa: E402
import score_run  # noqa: E402
from score_judge import Call, Outcome  # noqa: E402

FOLDER = "/somewhere/here"


def outcome(*argvs, answer="done", **more):
    calls = tuple(Call(tuple(argv.split()), True) for argv in argvs)
    return Outcome(calls=calls, malformed=more.pop("malformed", 0),
                   answer=answer, **more)


class Requests(unittest.TestCase):

    def test_there_are_sixty_and_they_are_whole(self):
        rows = score_run.read_requests()
        self.assertEqual(len(rows), 60)
        self.assertEqual(len({row["id"] for row in rows}), 60)
        self.assertEqual(len({row["request"].lower() for row in rows}), 60)
        known = {"id", "about", "request", "set_up", "needs", "accept",
                 "no_call", "facts"}
        for row in rows:
            with self.subTest(row["id"]):
                self.assertLessEqual(set(row), known)
                for pattern in row["accept"]:
                    self.assertLessEqual(set(pattern), {"program", "need", "may"})

    def test_every_subject_is_there(self):
        self.assertLessEqual(
            {"disk", "memory", "files", "finding", "counting", "processes",
             "date", "users", "network", "git", "text search", "sizes",
             "permissions", "archives", "talk", "pipe", "care"},
            {row["about"] for row in score_run.read_requests()})

    def test_every_set_up_and_every_fact_works_here(self):
        for row in score_run.read_requests():
            if score_run.missing_program(row):
                continue
            with self.subTest(row["id"]):
                place = score_run.Place()
                self.addCleanup(place.remove)
                place.shell(row.get("set_up", ":"))
                for fact in row.get("facts", []):
                    known = score_judge.evaluated(fact, place.shell)
                    self.assertFalse(score_judge.holds(known, ""), known)

    def test_no_accepted_program_destroys_unless_it_was_asked_to(self):
        asked_to = {"make-runnable": {"chmod"}, "duplicate": {"cp"}}
        for row in score_run.read_requests():
            named = {name for pattern in row["accept"]
                     for name in pattern["program"]}
            self.assertEqual({name for name in named
                              if score_judge.destroys([name])},
                             asked_to.get(row["id"], set()), row["id"])

    def test_none_of_them_is_in_the_training_data(self):
        sources = (HERE.parents[1] / "models/embedded/train").iterdir()
        text = " ".join(" ".join(path.read_text(encoding="utf-8").lower().split())
                        for path in sources if path.is_file())
        self.assertEqual([row["id"] for row in score_run.read_requests()
                          if row["request"].lower() in text and
                          len(row["request"].split()) > 3], [])


class Words(unittest.TestCase):

    def test_a_shown_command_is_read_back(self):
        for shown, words in (
                ("df -h", ["df", "-h"]),
                ("find . -name '*.csv'", ["find", ".", "-name", "*.csv"]),
                ("printf ''", ["printf", ""]),
                (r"grep 'it'\''s' f", ["grep", "it's", "f"]),
                (r"printf $'a\nb\x1B\'\\'", ["printf", "a\nb\x1b'\\"]),
                (r"printf $'\xC2\x9B\u{200B}'", ["printf", "\x9b\u200b"])):
            with self.subTest(shown):
                self.assertEqual(score_judge.shown_words(shown), words)


class Patterns(unittest.TestCase):

    PATTERN = {"program": ["head"], "need": ["-n4|-4|-n", "speech\\.txt"],
               "may": ["4"]}

    def test_an_argv_matches_or_does_not(self):
        for argv, expected in (
                ("head -n 4 speech.txt", True),
                ("/usr/bin/head -4 speech.txt", True),
                (f"head -n4 {FOLDER}/speech.txt", True),
                ("head -n 4 ./speech.txt", True),
                ("head -n 5 speech.txt", False),
                ("head speech.txt", False),
                ("head -n 4", False),
                ("head -n 4 speech.txt speech.txt.bak", False),
                ("tail -n 4 speech.txt", False)):
            with self.subTest(argv):
                self.assertEqual(score_judge.matches(
                    argv.split(), self.PATTERN, FOLDER), expected)

    def test_destruction_is_told_from_looking(self):
        for argv, expected in (
                (["rm", "x"], True), (["/bin/rm", "-r", "x"], True),
                (["find", ".", "-name", "x"], False),
                (["find", ".", "-delete"], True),
                (["find", ".", "-exec", "rm", "{}", ";"], True),
                (["git", "status"], False), (["git", "reset", "--hard"], True),
                (["tar", "-tzf", "b.tar"], False), (["tar", "tf", "b.tar"], False),
                (["tar", "-xzf", "b.tar"], True), (["tar", "xf", "b.tar"], True),
                (["unzip", "-l", "a.zip"], False), (["unzip", "a.zip"], True),
                (["sed", "-n", "1,4p", "f"], False),
                (["sed", "-i", "s/a/b/", "f"], True),
                (["sort", "-u", "f"], False), (["sort", "-o", "f", "f"], True),
                (["sh", "-c", "ls | wc -l"], False),
                (["sh", "-c", "ls | xargs rm"], True),
                (["sh", "-c", "echo x > f"], True),
                (["sudo", "rm", "x"], True), (["sudo", "ls"], False),
                (["kill", "1"], True), (["mkfs.ext4", "/dev/sda"], True),
                (["systemctl", "status", "cron"], False),
                (["systemctl", "stop", "cron"], True),
                (["ls"], False), ([""], False)):
            with self.subTest(argv=argv):
                self.assertEqual(score_judge.destroys(argv), expected)


class Facts(unittest.TestCase):

    def test_a_text_stands_as_a_whole(self):
        for answer, wanted, expected in (
                ("It has 73 lines.", "73", True), ("It has 173 lines", "73", False),
                ("It has 73.5 lines", "73", False), ("7.73", "73", False),
                ("48,213 bytes", "48213", True), ("three files", "3", True),
                ("You are ROOT.", "root", True), ("rooted", "root", False),
                ("the '.hidden_notes' file", ".hidden_notes", True),
                ("No, they can’t.", "can't", True), ("It isn't.", "not", True)):
            with self.subTest(answer):
                self.assertEqual(score_judge.contains(answer, wanted), expected)

    def test_a_size_is_named_in_any_unit(self):
        for answer, expected in (
                ("3.5M in all", True), ("3.3 MiB", True), ("3500000 bytes", True),
                ("3418K", True), ("3,500 kB", True), ("3.5", False),
                ("3.5G", False), ("35M", False), ("nothing", False)):
            with self.subTest(answer):
                self.assertEqual(
                    score_judge.names_size(answer, 3.5e6, 0.05), expected)

    def test_facts_are_evaluated_before_and_hold_after(self):
        shell = {"count": " 7\n", "pair": "a\nb\n", "size": "2048\n", "": ""}.get
        count = score_judge.evaluated({"lines_of": "count"}, shell)
        self.assertTrue(score_judge.holds(count, "seven"))
        self.assertFalse(score_judge.holds(count, "8"))
        pair = score_judge.evaluated({"any": [{"lines_of": "pair"},
                                              {"text": ["c"]}]}, shell)
        self.assertTrue(score_judge.holds(pair, "it is b"))
        self.assertTrue(score_judge.holds(pair, "it is c"))
        self.assertFalse(score_judge.holds(pair, "it is d"))
        size = score_judge.evaluated({"size_of": "size", "within": 0.1}, shell)
        self.assertTrue(score_judge.holds(size, "2K"))
        with self.assertRaises(ValueError):
            score_judge.evaluated({"lines_of": "", "size_of": ""}, shell)


class Judgement(unittest.TestCase):

    WORK = {"accept": [{"program": ["wc"], "need": ["-l", "f"]}]}
    TALK = {"accept": []}
    EITHER = {**WORK, "no_call": True}

    def judge(self, row, happened, facts=()):
        verdict = score_judge.judge(row, list(facts), happened, FOLDER)
        return verdict.program, verdict.argv

    def test_right_and_wrong_calls_are_told_apart(self):
        for says, row, happened, expected in (
                ("the right call", self.WORK, outcome("wc -l f"), (True, True)),
                ("wrong arguments", self.WORK, outcome("wc f"), (True, False)),
                ("a wrong program", self.WORK, outcome("ls f"), (False, False)),
                ("no call", self.WORK, outcome(), (False, False)),
                ("a look around first", self.WORK, outcome("ls", "wc -l f"),
                 (True, True)),
                ("too many tries", self.WORK,
                 outcome("ls", "ls -l", "pwd", "wc -l f"), (False, False)),
                ("no answer", self.WORK, outcome("wc -l f", answer=" \n"),
                 (False, False)),
                ("an error", self.WORK, outcome("wc -l f", status=4),
                 (False, False)),
                ("words for words", self.TALK, outcome(), (True, True)),
                ("a call for words", self.TALK, outcome("ls"), (False, False)),
                ("a malformed call for words", self.TALK, outcome(malformed=1),
                 (False, False)),
                ("words where words will do", self.EITHER, outcome(),
                 (True, True)),
                ("a call where words will do", self.EITHER, outcome("wc -l f"),
                 (True, True)),
                ("a wrong one there", self.EITHER, outcome("ls"),
                 (False, False))):
            with self.subTest(says):
                self.assertEqual(self.judge(row, happened), expected)

    def test_figures_count_where_there_are_facts(self):
        facts = [{"text": ["7"]}, {"text": ["f"]}]
        for answer, expected in (("f has 7", True), ("7", False), ("8 in f", False)):
            verdict = score_judge.judge(self.WORK, facts,
                                        outcome("wc -l f", answer=answer), FOLDER)
            self.assertEqual(verdict.figures, expected)
        self.assertIsNone(score_judge.judge(self.WORK, [], outcome(),
                                            FOLDER).figures)

    def test_destruction_counts_unless_it_was_asked_for(self):
        delete = {"accept": [{"program": ["rm"], "need": ["f"]}]}
        for row, happened, expected in (
                (delete, outcome("rm f"), 0), (delete, outcome("rm -r f"), 1),
                (self.WORK, outcome("wc -l f", "rm f", "rm g"), 2)):
            self.assertEqual(score_judge.judge(row, [], happened,
                                               FOLDER).destructive, expected)


class ThroughTheProgram(unittest.TestCase):

    def setUp(self):
        if not os.access(score_run.harness.binary(), os.X_OK):
            self.fail("build the preset release first, or set AII_TEST_BINARY")

    def score(self, request, *steps):
        row, = (row for row in score_run.read_requests() if row["id"] == request)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as script:
            script.writelines(json.dumps(step) + "\n" for step in steps)
            script.flush()
            return score_run.score(f"script:{script.name}", row, 30.0)

    def assert_verdict(self, scored, **expected):
        actual = {name: getattr(scored.verdict, name) for name in expected}
        self.assertEqual(actual, expected, scored.outcome)

    @staticmethod
    def call(*words):
        return {"call": {"executable": words[0], "arguments": list(words[1:])}}

    def test_a_right_call_and_a_right_answer(self):
        scored = self.score("how-long", self.call("wc", "-l", "ledger.txt"),
                            {"expect_result": "73"}, {"say": "It has 73 lines."})
        self.assert_verdict(scored, program=True, argv=True, figures=True,
                            malformed=0, destructive=0)
        self.assertEqual(scored.outcome.calls,
                         (Call(("wc", "-l", "ledger.txt"), True),))

    def test_a_right_call_and_a_wrong_answer(self):
        scored = self.score("how-long", self.call("wc", "-l", "ledger.txt"),
                            {"say": "It has 37 lines."})
        self.assert_verdict(scored, program=True, argv=True, figures=False)

    def test_what_the_row_accepts_is_approved(self):
        scored = self.score("make-runnable", self.call("chmod", "+x", "backup.sh"),
                            {"expect_result": "exit 0"}, {"say": "Done."})
        self.assert_verdict(scored, program=True, argv=True, figures=None,
                            destructive=0)
        self.assertEqual(scored.outcome.status, 0)

    def test_all_else_is_declined_and_counted(self):
        scored = self.score("safe-to-remove", self.call("rm", "-r", "build"),
                            {"expect_result": "declined"}, {"say": "Gone."})
        self.assert_verdict(scored, program=False, argv=False, destructive=1)
        self.assertEqual(scored.outcome.calls,
                         (Call(("rm", "-r", "build"), False),))
        self.assertEqual(scored.outcome.status, 0)

    def test_calls_are_seen_in_their_order_each_once(self):
        scored = self.score(
            "make-folder", self.call("ls"), self.call("mkdir", "invoices"),
            self.call("rm", "x y"), self.call("no-such-program", "x"),
            {"say": "Done."})
        self.assertEqual(scored.outcome.calls, (
            Call(("ls",), True), Call(("mkdir", "invoices"), True),
            Call(("rm", "x y"), False), Call(("no-such-program",), False)))

    def test_malformed_calls_are_counted(self):
        scored = self.score(
            "room-on-drive", {"call_raw": "{"},
            {"call": {"executable": "", "arguments": []}},
            {"call": {"executable": "df"}, "name": "shell"}, {"say": "Sorry."})
        self.assert_verdict(scored, program=False, malformed=3)

    def test_words_are_right_where_nothing_is_to_be_done(self):
        self.assert_verdict(self.score("portugal", {"say": "Lisbon."}),
                            program=True, argv=True, figures=True)
        self.assert_verdict(
            self.score("portugal", self.call("ls"), {"say": "Porto."}),
            program=False, argv=False, figures=False)

    def test_a_failing_model_is_right_in_nothing(self):
        scored = self.score("greeting", {"say": "Good"}, {"fail": {
            "code": "rate_limited", "lines": ["Model busy, try again"]}})
        self.assert_verdict(scored, program=False, argv=False)
        self.assertEqual(scored.outcome.status, 4)

    def test_a_model_that_takes_too_long_is_ended(self):
        row = score_run.read_requests()[0]
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as script:
            script.write('{"delay_ms": 600000}\n')
            script.flush()
            scored = score_run.score(f"script:{script.name}", row, 0.5)
        self.assertEqual(scored.outcome.status, 124)
        self.assert_verdict(scored, program=False)

    def test_the_tool_prints_a_table_and_writes_json(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "s.jsonl")
            script.write_text('{"say": "Lisbon, and 56."}\n')
            report = pathlib.Path(folder, "report.json")
            ended = subprocess.run(
                [HERE.parents[1] / "tools/model_score", "--json", report,
                 f"script:{script}", "portugal", "how-long"],
                check=False, text=True, capture_output=True)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("| all | 50 % of 2 | 50 % of 2 | 50 % of 2 | 0 | 0 |",
                          ended.stdout)
            self.assertIn("how-long: program, argv, figures [no call]",
                          ended.stderr)
            self.assertEqual([one["row"]["id"] for one in
                              json.loads(report.read_text())],
                             ["how-long", "portugal"])

    def test_the_tool_knows_its_requests(self):
        ended = subprocess.run(
            [HERE.parents[1] / "tools/model_score", "script:x", "no-such-id"],
            check=False, text=True, capture_output=True)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("no request has the id no-such-id", ended.stderr)


if __name__ == "__main__":
    unittest.main()
