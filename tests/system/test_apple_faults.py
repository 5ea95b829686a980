"""What Apple's model alone does: both families of its errors, snapshots, calls
at the same time, what it says of itself. Over the stand-in, as test_apple."""

import dataclasses
import json

import harness
from harness import PIPE, SAY_RESULT, SystemTest, call, say
from test_apple import Standin

WINDOW = "Exceeds {}-token context window"
BUSY = "Model busy, try again"
BLOCKED = "Prompt blocked by safety filters"
GONE = "Model assets became unavailable mid-session"
LANGUAGE = "Prompt language not supported"


@dataclasses.dataclass(frozen=True)
class Fault:
    throws: str         # as the stand-in names it
    code: str
    status: int
    line: str
    detail: str


def internal(throws, detail):
    return Fault(throws, "internal_error", 1, f"Apple's model failed: {detail}",
                 detail)


def generation(case, code, line):
    return Fault(f"GenerationError.{case}", code, 4, line, case)


def newer(case, code, line):
    return Fault(f"LanguageModelError.{case}", code, 4, line, case)


# Thrown in programs that were built with any SDK.
OLDER = [
    generation("exceededContextWindowSize", "context_exceeded",
               WINDOW.format(4096)),
    generation("assetsUnavailable", "assets_unavailable", GONE),
    generation("guardrailViolation", "guardrail_violation", BLOCKED),
    generation("refusal", "guardrail_violation", BLOCKED),
    generation("unsupportedLanguageOrLocale", "unsupported_language", LANGUAGE),
    generation("rateLimited", "rate_limited", BUSY),
    generation("concurrentRequests", "rate_limited", BUSY),
    internal("GenerationError.unsupportedGuide", "unsupportedGuide"),
    internal("GenerationError.decodingFailure", "decodingFailure"),
    internal("GenerationError.notKnownToTheShim", "GenerationError"),
    internal("ToolCallError", "ToolCallError"),
    Fault("GenerativeError", "context_exceeded", 4, WINDOW.format(4096),
          "GenerativeError 4050000"),
    internal("something else", "Unexpected"),
]
# Thrown in programs that were built with the SDK of macOS 27.
NEWER = [
    newer("contextSizeExceeded", "context_exceeded", WINDOW.format(8192)),
    newer("rateLimited", "rate_limited", BUSY),
    newer("timeout", "rate_limited", BUSY),
    newer("guardrailViolation", "guardrail_violation", BLOCKED),
    newer("refusal", "guardrail_violation", BLOCKED),
    newer("unsupportedLanguageOrLocale", "unsupported_language", LANGUAGE),
    internal("LanguageModelError.unsupportedCapability",
             "unsupportedCapability"),
    internal("LanguageModelError.unsupportedTranscriptContent",
             "unsupportedTranscriptContent"),
    internal("LanguageModelError.unsupportedGenerationGuide",
             "unsupportedGenerationGuide"),
    internal("LanguageModelError.notKnownToTheShim", "LanguageModelError"),
    Fault("SystemLanguageModel.Error.assetsUnavailable", "assets_unavailable",
          4, GONE, "assetsUnavailable"),
    internal("SystemLanguageModel.Error.notKnownToTheShim",
             "SystemLanguageModel.Error"),
    Fault("LanguageModelSession.Error.concurrentRequests", "rate_limited", 4,
          BUSY, "concurrentRequests"),
    internal("LanguageModelSession.Error.transcriptMutationWhileResponding",
             "transcriptMutationWhileResponding"),
    internal("LanguageModelSession.Error.notKnownToTheShim",
             "LanguageModelSession.Error"),
]
UNAVAILABLE = [
    ("deviceNotEligible", "unavailable_not_supported", 3,
     "This device does not support Apple Intelligence"),
    ("appleIntelligenceNotEnabled", "unavailable_not_enabled", 3,
     "Apple Intelligence is not enabled"),
    ("modelNotReady", "unavailable_downloading", 3,
     "Apple Intelligence model assets are still downloading"),
    ("a reason of tomorrow", "internal_error", 1,
     "Apple Intelligence is unavailable for an unknown reason"),
]


def throw(name):
    return {"throw": name}


# spec E5, E6, B11
class Faults(Standin, SystemTest):

    FAULTS = OLDER

    def assert_plain(self, ended, fault, stdout):
        self.assertEqual((ended.status, ended.stdout), (fault.status, stdout))
        self.assertEqual(ended.stderr.splitlines()[0], f"aii: {fault.line}")

    def assert_json(self, ended, fault, stdout):
        self.assertEqual((ended.status, ended.stdout), (fault.status, stdout))
        error = json.loads(ended.stderr)
        self.assertEqual((error["error"], error["exitCode"]),
                         (fault.code, fault.status))
        self.assertEqual(error["message"].splitlines()[0], fault.line)
        self.assertEqual(error["detail"].split(": ")[0], fault.detail)

    def test_each_at_once_and_in_the_middle(self):
        for fault in self.FAULTS:
            for before, stdout in (([], ""), ([say("half")], "half\n")):
                with self.subTest(fault.throws, stdout=stdout):
                    model = self.script(before, throw(fault.throws))
                    self.assert_plain(
                        self.run_aii("-x", "go", model=model), fault, stdout)
                    self.assert_json(
                        self.run_aii("-x", "--json", "go", model=model),
                        fault, stdout)

    def test_each_after_a_tool_call(self):
        for fault in self.FAULTS:
            with self.subTest(fault.throws):
                model = self.script(call("uname"), say("half"),
                                    throw(fault.throws))
                self.assert_json(
                    self.run_aii("-x", "--json", "go", model=model), fault,
                    "half\n")

    def test_the_conversation_goes_on_after_each(self):
        for fault in self.FAULTS:
            with self.subTest(fault.throws):
                program = self.start("-xi", "--json", stdin=PIPE,
                                     model=self.script(
                                         throw(fault.throws), {"end": True},
                                         say("again")))
                program.write_stdin("a\nb\n")
                program.close_stdin()
                ended = program.wait()
                self.assertEqual((ended.status, ended.stdout),
                                 (0, "again\n\n"))
                self.assertEqual(json.loads(ended.stderr)["error"], fault.code)

    def test_unavailability(self):
        for reason, code, status, line in UNAVAILABLE:
            for arguments in (["hi"], ["-m"], ["-x", "hi"]):
                with self.subTest(reason, arguments=arguments):
                    ended = self.run_aii(*arguments, model=self.script(
                        {"model": {"availability": reason}}))
                    self.assertEqual((ended.status, ended.stdout), (status, ""))
                    self.assertEqual(ended.stderr.splitlines()[0],
                                     f"aii: {line}")
            ended = self.run_aii("--json", "hi", model=self.script(
                {"model": {"availability": reason}}))
            self.assertEqual(json.loads(ended.stderr)["error"], code)


class Faults27(Faults):

    variable = "AII_TEST_STANDIN27"
    FAULTS = OLDER + NEWER


class Snapshots(Standin, SystemTest):

    def said(self, *snapshots):
        ended = self.run_aii("go", model=self.script(
            [{"snapshot": snapshot} for snapshot in snapshots]))
        self.assertEqual((ended.status, ended.stderr), (0, ""), ended)
        return ended.stdout

    def test_growing_ones_are_one_text(self):
        self.assertEqual(self.said("a", "ab", "ab", "abc"), "abc\n")

    def test_one_that_starts_over_is_a_new_segment(self):
        self.assertEqual(self.said("Let me look.\n", "Here", "Here it is"),
                         "Let me look.\nHere it is\n")

    def test_a_character_that_grows_is_whole(self):
        rows = [("e", "e\u0301", "e\u0301t\u00e9"),
                ("\U0001F469", "\U0001F469\u200d", "\U0001F469\u200d\U0001F4BB"),
                ("\U0001F1E9", "\U0001F1E9\U0001F1EA"),
                ("\u1112", "\u1112\u1161", "\u1112\u1161\u11ab"),
                ("a\r", "a\r\n", "a\r\nb"),
                ("\u0915", "\u0915\u094d", "\u0915\u094d\u0937")]
        for row in rows:
            with self.subTest(row):
                self.assertEqual(self.said(*row), row[-1] + "\n")

    def test_a_refusal_may_be_plain_text(self):
        self.assertEqual(self.said("I'm sorry, but I can't help with that."),
                         "I'm sorry, but I can't help with that.\n")


class Calls(Standin, SystemTest):

    def both(self, *commands):
        return {"calls": [step["call"] for step in
                          (call(*words) for words in commands)]}

    def test_two_at_once_are_asked_about_one_by_one(self):
        program = self.start("-x", "go", model=self.script(
            self.both(("touch", "same"), ("touch", "same")), say("over")))
        program.answer("touch same", "y")
        program.answer("touch same", "y")
        ended = program.wait()
        self.assert_answer(ended, "over\n")
        self.assertEqual(ended.questions, 2)

    def test_many_at_once_all_get_their_result(self):
        ended = self.run_aii("-x", "go", model=self.script(
            self.both(*[("uname",)] * 8), SAY_RESULT))
        self.assert_answer(ended, "exit 0\nLinux\n" + "\nexit 0\nLinux\n" * 7)

    def test_ctrl_c_in_one_of_two_ends_both(self):
        program = self.start("-x", "go", model=self.script(
            self.both(("sleep", "60"), ("sleep", "61")), say("never")))
        program.expect(harness.QUESTION)
        program.expect("> ")
        program.type(harness.CTRL_C)
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout), (130, ""))

    def test_a_stream_without_an_end_is_stopped(self):
        program = self.start("go", model=self.script({"talk": True}))
        program.expect("5 6 7", source=program.stdout)
        program.signal(2)
        self.assertEqual(program.wait().status, 130)

    def test_a_model_that_hears_no_cancel_holds_nobody_up(self):
        program = self.start("-i", stdin=PIPE, model=self.script(
            say("working\n"), {"deaf_ms": 700}, {"end": True}, say("again")))
        program.write_stdin("a\n")
        program.expect("working", source=program.stdout)
        program.signal(2)
        program.write_stdin("b\n")
        program.close_stdin()
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout, ended.stderr),
                         (0, "working\nagain\n\n", ""))


class Info(Standin, SystemTest):

    def info(self, **model):
        ended = self.run_aii("-m", model=self.script({"model": model}))
        self.assertEqual((ended.status, ended.stderr), (0, ""), ended)
        return ended.stdout.splitlines()

    VARIANT = "AFM macOS 26.4"

    def test_three_lines(self):
        self.assertEqual(
            self.info(context_tokens=8192, variant="AFM 3 Core",
                      languages=["de-DE", "en-US", "zh-Hans", "zh-Hant"]),
            ["Context window: 8192 tokens", f"Model variant: {self.VARIANT}",
             "Supported languages (4): de, en, zh, zh-TW"])

    def test_a_cold_start_says_the_usual_window(self):
        for tokens in (0, -1):
            self.assertEqual(self.info(context_tokens=tokens)[0],
                             "Context window: 4096 tokens")

    def test_a_prompt_that_fills_the_window_is_not_sent(self):
        content = self.write("long", "word " * 1000)
        for tokens, status in ((4097, 4), (4096, 0), (None, 0)):
            with self.subTest(tokens):
                ended = self.run_aii("go", "-f", content, model=self.script(
                    {"model": {"tokens": tokens}}, say("sent")))
                self.assertEqual(ended.status, status, ended)
                self.assertEqual(ended.stdout, "" if status else "sent\n")
                self.assertEqual(
                    "Input is 4097 tokens, exceeding the 4096-token context "
                    "window" in ended.stderr, status == 4)

    def test_it_is_the_model_where_none_is_named(self):
        self.script(say("hello"))
        self.assert_answer(self.run_aii("go"), "hello\n")


class Info27(Info):

    variable = "AII_TEST_STANDIN27"
    VARIANT = "AFM 3 Core"
