"""The generators of the training data, and the rows made of it."""

import collections
import hashlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
EMBEDDED = os.path.join(HERE, "../../models/embedded")
sys.path.insert(0, os.path.join(EMBEDDED, "train"))
sys.dont_write_bytecode = True

import evaluation_set  # noqa: E402
import generate  # noqa: E402
import intents  # noqa: E402
import more_phrases  # noqa: E402
import rows  # noqa: E402
import slot_values  # noqa: E402
import third_evaluation  # noqa: E402
import third_round  # noqa: E402

# The arguments that the adapter was trained with, and the data's sha256.
ROUNDS = {
    ("first", (4300, 2500, 420, 350, 250)):
        "20bea2d222fc69930925025b17d7c3b3c1cf48ae9750b459e59c69290a92273a",
    ("second", (1350, 600, 180, 100, 60)):
        "f0fd70bc0f4dd6ef689bd5c0de89ae82cdcd714341cbee305210eea9a955ecb8",
    ("hard", (480,)):
        "23366e697e6122604aa10df9ad9387747cc3878ec91c5734fa08dc6f8d0418ff",
    ("third", (1000, 1200, 500, 800, 520, 400, 340, 700, 200, 100)):
        "52dafcb47ce894539edd1bb4a2db9d992bb5b170240b3ee1bfef1959484b7e02",
    ("fourth", (700, 400, 120, 40, 40, 100,
                80, 120, 60, 80, 100, 120, 50, 70, 10, 10)):
        "36fbe5ad729db1b349b14d83257a594d355c57604044c85c0549fec1312478ba",
}

# What may come after what; None is the beginning or the end.
AFTER = {
    None: {"user", "no tool"},
    "no tool": {"user"},
    "user": {"call", "assistant"},
    "call": {"tool", None},
    "tool": {"assistant"},
    "assistant": {"user", None},
}


def bytes_of(text):
    """A tokenizer for tests: a token for each byte."""
    return list(text.encode())


def plain(text):
    """A request without case and punctuation."""
    return re.sub(r"\W+", " ", text.lower()).strip()


class TrainingDataTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.data = {
            key: generate.generate(key[0], list(key[1])) for key in ROUNDS}
        cls.all = [c for data in cls.data.values() for c in data]

    def test_is_the_data_that_the_adapter_was_trained_with(self):
        for key, expected in ROUNDS.items():
            with self.subTest(key[0]):
                text = generate.as_lines(self.data[key])
                digest = hashlib.sha256(text.encode()).hexdigest()
                self.assertEqual(digest, expected)

    def test_calls_are_valid_json_with_executable_and_arguments(self):
        for conversation in self.all:
            for message in conversation:
                if message["role"] != "call":
                    continue
                text = rows.call_text(message["argv"])
                begin, end = "<tool_call>\n", "\n</tool_call>"
                self.assertTrue(text.startswith(begin) and text.endswith(end))
                call = json.loads(text[len(begin):-len(end)])
                self.assertEqual(call["name"], "run_command")
                arguments = call["arguments"]
                self.assertEqual(
                    set(arguments), {"executable", "arguments"})
                argv = [arguments["executable"], *arguments["arguments"]]
                self.assertEqual(argv, message["argv"])
                self.assertTrue(all(isinstance(w, str) for w in argv))

    def test_conversations_have_turns_in_order(self):
        for conversation in self.all:
            roles = [None, *(m["role"] for m in conversation), None]
            for before, after in zip(roles, roles[1:]):
                self.assertIn(after, AFTER[before], conversation)

    def test_leaves_no_slot_and_no_alternative(self):
        slot = re.compile(r"<(%s)>" % "|".join(slot_values.MAKERS))
        for conversation in self.all:
            for message in conversation:
                words = message.get("argv") or [message.get("content", "")]
                for word in words:
                    self.assertIsNone(slot.search(word), message)

    def test_shares_no_request_with_the_evaluation_set(self):
        trained = {plain(m["content"]) for conversation in self.all
                   for m in conversation if m["role"] == "user"}
        cases = [
            *evaluation_set.TOOL_REQUESTS, *evaluation_set.RARE_PROGRAMS,
            *evaluation_set.ANSWERS, *evaluation_set.DENIED,
            *evaluation_set.FAILED,
            *((text,) for text in evaluation_set.PLAIN_QUESTIONS),
            *third_evaluation.NAMES, *third_evaluation.LONG_ANSWERS,
            *third_evaluation.FOLLOW_UPS,
            *((text,) for text in third_evaluation.IMPOSSIBLE),
            *((text,) for text in third_evaluation.WITHOUT_TOOL)]
        self.assertGreater(len(cases), 200)
        self.assertEqual(
            [case[0] for case in cases if plain(case[0]) in trained], [])

    def test_holds_none_of_the_fixed_requests(self):
        """Two or three words may be in it by chance, as anybody's would."""
        path = os.path.join(HERE, "requests.jsonl")
        with open(path, encoding="utf-8") as file:
            fixed = [json.loads(line) for line in file if line.strip()]
        self.assertGreaterEqual(len(fixed), 60)
        trained = {plain(m["content"]) for conversation in self.all
                   for m in conversation if m["role"] == "user"}
        self.assertEqual(
            [row["id"] for row in fixed if len(row["request"].split()) > 3
             and plain(row["request"]) in trained], [])

    def test_first_rounds_never_call_the_rare_programs(self):
        counts = collections.Counter(
            m["argv"][0] for key, data in self.data.items()
            if key[0] not in ("third", "fourth") for conversation in data
            for m in conversation if m["role"] == "call")
        for _, accepted in evaluation_set.RARE_PROGRAMS:
            for argv in accepted:
                if argv[0] in ("curl", "wget", "cargo", "sort", "tar"):
                    continue  # Trained for something else.
                self.assertEqual(counts[argv[0]], 0, argv)

    def test_third_round_has_what_aii_sends_as_results(self):
        path = os.path.join(HERE, "../../src/tool/result_text.cc")
        with open(path, encoding="utf-8") as file:
            source = re.sub(r'"\s+"', "", file.read())
        for text in (third_round.DECLINED, third_round.NO_TERMINAL,
                     third_round.TIMED_OUT.rstrip("\n")):
            self.assertIn(text, source)
        self.assertIn("Error: executable not found: ", source)
        self.assertIn('"exit ", status, "\\n"', source)
        self.assertIn('"\\n[output truncated: "', source)
        self.assertIn('" bytes, showing first "', source)
        allowed = re.compile(
            r"exit \d+\n|Error: executable not found: |%s\Z|%s\Z|%s\Z" % (
                re.escape(third_round.DECLINED),
                re.escape(third_round.NO_TERMINAL),
                re.escape(third_round.TIMED_OUT)))
        for key, data in self.data.items():
            if key[0] != "third":
                continue
            for conversation in data:
                for m in conversation:
                    if m["role"] != "tool":
                        continue
                    # Follow-ups are the first round's.
                    self.assertRegex(m["content"], allowed)

    def test_third_round_cuts_as_aii_does(self):
        self.assertEqual(third_round.retained(0, "x" * 2048),
                         "exit 0\n" + "x" * 2048)
        self.assertEqual(
            third_round.retained(3, "x" * 2047 + "é!"),
            "exit 3\n" + "x" * 2047 + "\uFFFD"
            "\n[output truncated: 2050 bytes, showing first 2048]")

    def test_second_round_only_adds(self):
        second = more_phrases.second_round_intents()
        self.assertEqual(len(second), len(intents.INTENTS))
        for old, new in zip(intents.INTENTS, second):
            self.assertEqual(new.argv, old.argv)
            self.assertEqual(new.phrases[:len(old.phrases)], old.phrases)
            self.assertGreaterEqual(new.weight, old.weight)


class TrainEmbeddedTest(unittest.TestCase):
    """tools/train_embedded, as far as the data."""

    TOOL = os.path.join(HERE, "../../tools/train_embedded")

    def run_tool(self, *arguments):
        return subprocess.run([self.TOOL, *arguments], text=True,
                              capture_output=True, check=False)

    def test_makes_the_data_that_the_adapter_was_trained_with(self):
        with tempfile.TemporaryDirectory() as folder:
            run = self.run_tool("--data-only", folder)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            for (kind, _), expected in ROUNDS.items():
                with open(f"{folder}/{kind}.jsonl", "rb") as file:
                    digest = hashlib.sha256(file.read()).hexdigest()
                self.assertEqual(digest, expected, kind)
            with open(f"{folder}/second-round.jsonl", "rb") as file:
                self.assertEqual(
                    hashlib.sha256(file.read()).hexdigest(),
                    hashlib.sha256(b"".join(
                        pathlib.Path(folder, name).read_bytes()
                        for name in ("second.jsonl", "hard.jsonl"))
                    ).hexdigest())

    def test_refuses_what_it_does_not_know(self):
        for arguments in ((), ("a", "b"), ("--dta-only", "a")):
            run = self.run_tool(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn("train_embedded: ", run.stderr)
            self.assertFalse(os.path.exists("a"))


class RowsTest(unittest.TestCase):

    CONVERSATION = [
        {"role": "user", "content": "Where am I?"},
        {"role": "call", "argv": ["pwd"]},
        {"role": "tool", "content": "exit 0\n/tmp\n"},
        {"role": "assistant", "content": "You are in /tmp."},
    ]

    def test_learns_only_what_the_model_writes(self):
        tokens, learnt = rows.example_of(self.CONVERSATION, bytes_of)
        written = bytes(t for t, mark in zip(tokens, learnt) if mark).decode()
        self.assertEqual(
            written,
            rows.call_text(["pwd"]) + "<|im_end|>You are in /tmp.<|im_end|>")

    def test_says_in_the_system_text_that_there_is_no_tool(self):
        turn = [self.CONVERSATION[0], self.CONVERSATION[3]]
        tokens, learnt = rows.example_of(
            [{"role": "no tool"}, *turn], bytes_of)
        self.assertTrue(bytes(tokens).startswith(
            b"<|im_start|>system\nTool:<|im_end|>\n<|im_start|>user\n"))
        written = bytes(t for t, mark in zip(tokens, learnt) if mark).decode()
        self.assertEqual(written, "You are in /tmp.<|im_end|>")

    def test_thins_only_the_head_of_a_call(self):
        example = rows.example_of(self.CONVERSATION, bytes_of)

        class Always:
            def random(self):
                return 0.9

        tokens, learnt = rows.thinned(example, bytes_of, Always())
        self.assertEqual(tokens, example[0])
        written = bytes(t for t, mark in zip(tokens, learnt) if mark).decode()
        rest = rows.call_text(["pwd"])[len(rows.CALL_HEAD):]
        self.assertEqual(
            written, "<" + rest + "<|im_end|>You are in /tmp.<|im_end|>")

    def test_packs_every_example_once_and_none_too_tight(self):
        chance = random.Random(3)
        examples = [
            ([n] * chance.randint(1, rows.ROW_TOKENS), []) for n in range(200)]
        packed = list(rows.packed(examples, chance))
        self.assertLess(len(packed), len(examples))
        self.assertLessEqual(
            max(rows.length_of(row) for row in packed), rows.ROW_TOKENS)
        numbers = sorted(e[0][0] for row in packed for e in row)
        self.assertEqual(numbers, list(range(200)))

    def test_writes_what_the_chat_template_writes(self):
        try:
            import jinja2
        except ImportError:
            self.skipTest("jinja2 is not installed")
        with open(os.path.join(EMBEDDED, "chat.jinja"),
                  encoding="utf-8") as file:
            template = jinja2.Template(file.read())
        text = template.render(
            tools=[{"function": {"name": "run_command"}}],
            messages=[
                {"role": "system", "content": "dropped"},
                self.CONVERSATION[0],
                {"role": "assistant", "content": "", "tool_calls": [
                    {"function": {"name": "run_command", "arguments":
                     '{"executable": "pwd", "arguments": []}'}}]},
                self.CONVERSATION[2], self.CONVERSATION[3]])
        tokens, _ = rows.example_of(self.CONVERSATION, bytes_of)
        self.assertEqual(text.strip(), bytes(tokens).decode().strip())


if __name__ == "__main__":
    unittest.main()
