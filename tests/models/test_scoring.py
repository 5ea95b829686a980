"""How single answers of the model are judged."""

import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../models/embedded/train"))
sys.dont_write_bytecode = True

import scoring  # noqa: E402


def call(name="run_command", **arguments):
    return {"function": {"name": name, "arguments": json.dumps(arguments)}}


class ScoringTest(unittest.TestCase):

    def test_reads_the_called_argv(self):
        good = call(executable="df", arguments=["-h"])
        cases = [
            ("a call", {"tool_calls": [good]}, ["df", "-h"]),
            ("text", {"content": "Hello!"}, None),
            ("nothing at all", {}, None),
            ("a call in the text", {"content": '{"executable": "df"}'}, []),
            ("two calls", {"tool_calls": [good, good]}, []),
            ("another tool",
             {"tool_calls": [call("other", executable="df", arguments=[])]},
             []),
            ("no arguments", {"tool_calls": [call(executable="df")]}, []),
            ("a number as argument",
             {"tool_calls": [call(executable="head", arguments=[5])]}, []),
            ("broken JSON",
             {"tool_calls": [{"function": {
                 "name": "run_command", "arguments": "{"}}]}, []),
        ]
        for says, message, expected in cases:
            with self.subTest(says):
                self.assertEqual(scoring.called_argv(message), expected)

    def test_judges_a_call(self):
        accepted = [["df", "-h"], ["df"]]
        cases = [
            (["df"], "argv"), (["df", "-x"], "program"), (["du"], "wrong"),
            (None, "no call"), ([], "malformed")]
        for argv, expected in cases:
            with self.subTest(argv=argv):
                self.assertEqual(scoring.verdict(argv, accepted), expected)

    def test_judges_an_answer(self):
        cases = [
            ("has all wanted texts", "53 GB are free", ["53", "free|left"],
             [], True),
            ("in any case", "Denied.", ["denied"], [], True),
            ("lacks one", "53 GB", ["53", "free|left"], [], False),
            ("has an unwanted one", "53 GB of 468", ["53"], ["468"], False),
            ("is too long", "53" + "x" * 500, ["53"], [], False),
        ]
        for says, text, wanted, unwanted, expected in cases:
            with self.subTest(says):
                message = {"content": text}
                self.assertEqual(
                    scoring.states(message, wanted, unwanted), expected)
        self.assertFalse(
            scoring.states({"tool_calls": [call()], "content": "53"},
                           ["53"], []))


if __name__ == "__main__":
    unittest.main()
