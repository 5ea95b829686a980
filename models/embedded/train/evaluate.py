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
    TOOL_REQUESTS,
    UNTRAINED_PROGRAMS,
)
from scoring import called_argv, is_text, states, verdict
from server_api import call_and_result, chat, request

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

    def plain_questions(self):
        good = 0
        for text in PLAIN_QUESTIONS:
            message, _ = chat(self.server, [request(text)])
            good += is_text(message)
            if not is_text(message):
                self.miss("called", text, called_argv(message))
        print(f"answered in text, {len(PLAIN_QUESTIONS)}: {good}")

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
        self.tool_requests("untrained programs", UNTRAINED_PROGRAMS)
        self.plain_questions()
        self.second_turns("right figure", ANSWERS)
        denied = [(*case, DENIAL_WORDS, []) for case in DENIED]
        self.second_turns("denial reported", denied)
        failed = [(*case, []) for case in FAILED]
        self.second_turns("failure reported", failed)


def main(arguments):
    if not arguments or arguments[1:] not in ([], ["-v"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    Evaluation(arguments[0], arguments[1:] == ["-v"]).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
