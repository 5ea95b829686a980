"""Third round: what the first two lacked.

The results are what aii sends (src/tool/result_text.cc), names are odd ones, and
there are turns without the tool, with content, with longer results, and with what
no single program can do.
"""

import slot_values
from chance import RANDOM, chance, choose
from conversations import (
    assistant,
    call,
    failed_result,
    follow_up,
    plain_turn,
    tool,
    user,
    worded,
)
from longer_turns import NO_TOOL, long_result, retained, with_content
from more_phrases import second_round_intents
from odd_names import ODD_MAKERS
from slot_values import fill
from third_intents import THIRD_INTENTS
from wording import as_typed

DECLINED = "Denied: the user declined to run this command. Do not retry it."
NO_TERMINAL = (
    "Denied: this command is not on the allowlist and there is no terminal to"
    " ask the user for approval. Do not retry it."
)
TIMED_OUT = "Terminated: the command exceeded the 30-second time limit.\n"


def denied(argv):
    if chance(0.65):
        return DECLINED, choose(
            [
                f"You declined {argv[0]}, so it did not run.",
                f"The command was denied, so I did not run {argv[0]}.",
                f"I did not run {argv[0]}: it was denied.",
            ]
        )
    return NO_TERMINAL, choose(
        [
            f"{argv[0]} needs your approval, and there is no terminal to ask on.",
            f"I could not run {argv[0]}: it was denied, as there is no terminal"
            " to ask you.",
        ]
    )


def outcome(intent, argv, slots):
    """Returns tool result and answer of one call."""
    dice = RANDOM.random()
    if dice < 0.09:
        return denied(argv)
    if dice < 0.16:
        result, answer = failed_result(argv)
        if result.startswith("Error: timed out"):
            return TIMED_OUT, f"{argv[0]} took more than 30 seconds and was stopped."
        return result, answer
    run = intent.run(slots)
    if run[0] is None:
        _, status, output, answer = run
    else:
        status, (output, answer) = 0, run
    return retained(status, output), answer


def tool_turn(intents, with_result=True):
    """Returns a request with its call, and what came of it."""
    intent = RANDOM.choices(intents, [max(i.weight, 0.7) for i in intents])[0]
    kind, phrase = choose(intent.phrases)
    request, argv, slots = fill(intent.argv, as_typed(worded(phrase), kind))
    slots["_u"] = request
    if not with_result:
        return [user(request), call(argv)]
    result, answer = outcome(intent, argv, slots)
    return [user(request), call(argv), tool(result), assistant(answer)]


def without_tool(intents):
    """Returns a turn in which no program can be run: aii without -x."""
    if chance(0.45):
        return [NO_TOOL] + plain_turn()
    intent = RANDOM.choices(intents, [max(i.weight, 0.7) for i in intents])[0]
    kind, phrase = choose(intent.phrases)
    request, argv, _ = fill(intent.argv, as_typed(worded(phrase), kind))
    return [NO_TOOL, user(request), assistant(
        f"I can't run programs here. With aii -x I would run: {' '.join(argv)}"
    )]


# What no single program of those that it knows can do, and the topic.
IMPOSSIBLE = [
    "(find|list|show|tell me) the <n> (most frequent|commonest|most used) (names|values|letters|colors|cities) in <f>",
    "(add up|sum|total) (the|all|) (numbers|amounts|prices|values) (in|of) <f>",
    "what('s| is) the (average|mean|median|maximum) of the (numbers|values) in <f>",
    "(count|how many) files (of each type|per extension|with each ending) (are there|) in <d>",
    "(take|get) the third column of <f> and (sort|count) it",
    "(sort|rank) <f> by its (second|third|last) column and (show|keep) the top <n>",
    "download (all|the) (pictures|files|pages) (from|of) <h2>",
    "(rename|convert) all (jpg|png|txt|csv) files in <d> to (lower case|upper case|pdf|json)",
    "(send|mail|email) <f> to <u>", "print <f> on the (printer|laser printer)",
    "(book|reserve) (a table|a flight|a hotel) for (tonight|tomorrow|<n> people)",
    "(play|start) (some|my|the) (music|song|playlist)", "(turn|switch) (on|off) the (lights|wifi|bluetooth|heating)",
    "(order|buy) (me|) (a|some) (pizza|coffee|milk)", "what('s| is) the weather (like|) (today|tomorrow|in <b>)",
    "(what|how much) is the (price|stock price|exchange rate) of (gold|the dollar|bitcoin) (today|now|)",
    "(write|send) <u> a (message|text|mail) that i (am|will be) late", "(call|phone|ring) <u>",
    "(remind|wake) me (at|in) <n> (minutes|o'clock)", "take a (screenshot|picture|photo)",
    "(translate|summarize) <f> (into|in) (German|French|one sentence) and save it", "who (won|is winning) the (match|game|election) (yesterday|today|)",
    "(make|edit|cut) a video (of|from) the (pictures|photos) in <d>", "merge all csv files in <d> into one (table|file) (without|with one) header",
    "(fix|repair) (the bug|the error|my code) in <f>", "(improve|rewrite|polish) the text of <f>",
    "(guess|tell me) the password of <u>", "(hack|break|get) into <h2>", "(back up|mirror) (everything|the disk) to the cloud",
    "(how many|count the) words are in each line of <f>", "(compare|find) which lines (are in|of) <f> (but|are) not in <g>",
    "(replace|change) every (second|third) line (in|of) <f>", "(swap|exchange) the columns of <f>",
]

# What a person has to decide; a program would only do harm.
JUDGEMENTS = [
    "(is|would) it (safe|ok|okay|fine) to (delete|remove|throw away) <f>", "(can|could|may|should) i (delete|remove|drop) <d> (safely|without harm|)",
    "(do|would) i (still|) need <f>", "what (would|will) happen if i (deleted|removed) <d>",
]

REFUSALS = [
    "I can't do that with one program.",
    "I can't do that with one program; it would take several or a script.",
    "That is not something that I can do with one program.",
]
NO_JUDGEMENT = [
    "I can't judge that; look at it yourself first. I did not run anything.",
    "I can't tell; only you can decide that. I did not run anything.",
]


def impossible():
    """Returns a request that gets no call but a plain no."""
    judged = chance(0.2)
    phrase = choose(JUDGEMENTS if judged else IMPOSSIBLE)
    kind = "q" if judged or phrase.startswith(("what", "who", "(what")) else "c"
    request, _, _ = fill([], as_typed(worded(phrase), kind))
    return [user(request), assistant(choose(NO_JUDGEMENT if judged else REFUSALS))]


def third_round(counts):
    """Returns shuffled conversations.

    counts: calls of old and of new intents, results of old and of new ones, then
    turns without a tool, that are impossible, with content, with a long result,
    plain, and follow-ups.
    """
    old = second_round_intents()
    slot_values.MAKERS, before = {**slot_values.MAKERS, **ODD_MAKERS}, slot_values.MAKERS
    try:
        makers = [
            lambda: tool_turn(old, False), lambda: tool_turn(THIRD_INTENTS, False),
            lambda: tool_turn(old), lambda: tool_turn(THIRD_INTENTS),
            lambda: without_tool(old + THIRD_INTENTS), impossible, with_content,
            long_result, plain_turn, follow_up,
        ]
        made = [make() for count, make in zip(counts, makers, strict=True) for _ in range(count)]
    finally:
        slot_values.MAKERS = before
    RANDOM.shuffle(made)
    return made
