"""Scores the model through a running server, at temperature 0.

usage: evaluate.py PORT|SOCKET [-v]

  -v   shows each request that was not answered as it should be
"""

import collections
import statistics
import sys

from evaluation_set import (
    ANSWERS,
    DENIED,
    FAILED,
    PLAIN_QUESTIONS,
    RARE_PROGRAMS,
    TOOL_REQUESTS,
)
from scoring import called_argv, is_text, states, verdict
from server_api import call_and_result, chat, request, wait_until_ready
from third_evaluation import (
    FOLLOW_UPS,
    IMPOSSIBLE,
    LONG_ANSWERS,
    NAMES,
    WITHOUT_TOOL,
)

DENIAL_WORDS = ["denied|not allowed|refused|rejected"]


class Evaluation:
    """One run against one server."""

    def __init__(self, server, verbose):
        self.server = server
        self.verbose = verbose

    def miss(self, what, text, got):
        if self.verbose:
            print(f"  {what}: {text!r} -> {got!r}")

    def tool_requests(self, name, cases):
        """Prints how many requests get a right call."""
        counts, seconds = collections.Counter(), []
        for text, accepted in cases:
            message, took = chat(self.server, [request(text)])
            seconds.append(took)
            argv = called_argv(message)
            result = verdict(argv, accepted)
            counts[result] += 1
            if result != "argv":
                self.miss(result, text, argv or message.get("content"))
        argv, program = counts["argv"], counts["argv"] + counts["program"]
        print(
            f"{name}, {len(cases)}: right argv {argv}"
            f" ({argv / len(cases):.0%}), right program {program}"
            f" ({program / len(cases):.0%}), no call {counts['no call']},"
            f" malformed {counts['malformed']}, median"
            f" {statistics.median(seconds):.2f} s"
        )

    def in_text(self, name, requests, tool=True):
        """Prints how many requests are answered in words, without a call."""
        good = 0
        for text in requests:
            message, _ = chat(self.server, [request(text)], tool)
            good += is_text(message)
            if not is_text(message):
                called = called_argv(message)
                self.miss("called", text, called or message.get("content"))
        print(f"{name}, {len(requests)}: {good}")

    def follow_ups(self):
        """Prints how many second requests of a chat get a right call."""
        good = 0
        for first, argv, result, answer, second, accepted in FOLLOW_UPS:
            chat_so_far = [
                request(first),
                *call_and_result(argv, result),
                {"role": "assistant", "content": answer},
                request(second),
            ]
            called = called_argv(chat(self.server, chat_so_far)[0])
            good += called in accepted
            if called not in accepted:
                self.miss("follow-up", second, called)
        print(f"follow-up, {len(FOLLOW_UPS)}: {good}")

    def second_turns(self, name, cases):
        """Prints how many tool results are answered as they should be."""
        good = 0
        for text, argv, result, wanted, unwanted in cases:
            turn = [request(text), *call_and_result(argv, result)]
            message, _ = chat(self.server, turn)
            right = states(message, wanted, unwanted)
            good += right
            if not right:
                self.miss(name, text, message.get("content"))
        print(f"{name}, {len(cases)}: {good}")

    def run(self):
        self.tool_requests("set A", TOOL_REQUESTS)
        self.tool_requests("rare programs", RARE_PROGRAMS)
        self.tool_requests("unusual names", NAMES)
        self.follow_ups()
        self.in_text("answered in text", PLAIN_QUESTIONS)
        self.in_text("says that it can't", IMPOSSIBLE)
        self.in_text("text where there is no tool", WITHOUT_TOOL, tool=False)
        self.second_turns("right figure", ANSWERS)
        longer = [(*case, []) for case in LONG_ANSWERS]
        self.second_turns("right figure of a longer result", longer)
        denied = [(*case, DENIAL_WORDS, []) for case in DENIED]
        self.second_turns("denial reported", denied)
        failed = [(*case, []) for case in FAILED]
        self.second_turns("failure reported", failed)


def main(arguments):
    if not arguments or arguments[1:] not in ([], ["-v"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    wait_until_ready(arguments[0])
    Evaluation(arguments[0], arguments[1:] == ["-v"]).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
