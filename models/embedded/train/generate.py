"""Writes training data. The same arguments give the same bytes.

usage: generate.py first  CALLS RESULTS PLAIN TWO_TURNS FOLLOW_UPS OUT.jsonl
       generate.py second CALLS RESULTS PLAIN TWO_TURNS FOLLOW_UPS OUT.jsonl
       generate.py hard   COUNT OUT.jsonl
       generate.py third  TEN COUNTS OUT.jsonl
       generate.py fourth CALLS RESULTS PLAIN TWO_TURNS FOLLOW_UPS COUNT TEN COUNTS
                          OUT.jsonl

  CALLS       requests with their call
  RESULTS     the same with the tool's result and the answer
  PLAIN       questions that need no program
  TWO_TURNS   two of those one after the other
  FOLLOW_UPS  two turns, the second about the first
  COUNT       turns with tables and failures (see hard_turns.py)
  TEN COUNTS  see third_round.third_round

`fourth` is some of all of these again, newly made, as the third round alone
lets the model forget. `second`, `hard` and `fourth` use the looser phrases of more_phrases.py as well. A line
of the output is one conversation, {"messages": [...]}; see conversations.py.
"""

import json
import sys

from chance import RANDOM, chance
from conversations import follow_up, plain_turn, tool_turn
from hard_turns import hard_turn
from intents import INTENTS
from more_phrases import second_round_intents
from third_round import third_round

SEEDS = {"first": 20250611, "second": 777, "hard": 4242, "third": 31337, "fourth": 90125}

# No intent is rarer than this, so that each is seen.
LEAST_WEIGHT = 0.7


def mixed_round(intents, calls, results, plain, two_turns, follow_ups):
    """Returns shuffled conversations of the five kinds, without repetitions."""
    weights = [max(intent.weight, LEAST_WEIGHT) for intent in intents]

    def tool_conversation(with_result):
        return tool_turn(RANDOM.choices(intents, weights)[0], with_result)

    def any_turn():
        return tool_conversation(True) if chance(0.8) else plain_turn()

    conversations = [tool_conversation(False) for _ in range(calls)]
    conversations += [tool_conversation(True) for _ in range(results)]
    conversations += [plain_turn() for _ in range(plain)]
    conversations += [any_turn() + any_turn() for _ in range(two_turns)]
    conversations += [follow_up() for _ in range(follow_ups)]
    different = {}  # By their text: conversations themselves have no hash.
    for conversation in conversations:
        different.setdefault(json.dumps(conversation), conversation)
    different = list(different.values())
    RANDOM.shuffle(different)
    return different


def hard_round(intents, count):
    by_command = {" ".join(intent.argv): intent for intent in intents}
    return [hard_turn(by_command) for _ in range(count)]


def generate(kind, counts):
    """Returns the conversations of one run of this program."""
    RANDOM.seed(SEEDS[kind])
    if kind == "third":
        return third_round(counts)
    intents = INTENTS if kind == "first" else second_round_intents()
    if kind == "hard":
        return hard_round(intents, *counts)
    made = mixed_round(intents, *counts[:5])
    if kind == "fourth":
        made += hard_round(intents, counts[5]) + third_round(counts[6:])
        RANDOM.shuffle(made)
    return made


def as_lines(conversations):
    """Returns the conversations as the text of a .jsonl file."""
    return "".join(
        json.dumps({"messages": messages}, ensure_ascii=False) + "\n"
        for messages in conversations
    )


def main(arguments):
    counts = {"first": 5, "second": 5, "hard": 1, "third": 10, "fourth": 16}
    kind = arguments[0] if arguments else ""
    if len(arguments) != counts.get(kind, -3) + 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    conversations = generate(kind, [int(word) for word in arguments[1:-1]])
    with open(arguments[-1], "w", encoding="utf-8") as file:
        file.write(as_lines(conversations))
    print(f"{len(conversations)} conversations in {arguments[-1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
