"""Judges single answers of the model. Knows no server."""

import json
import re

LONGEST_ANSWER_CHARACTERS = 500


def called_argv(message):
    """Returns the argument vector that a message calls.

    None: it calls nothing. []: the call is malformed.
    """
    calls = message.get("tool_calls") or []
    if not calls:
        text = message.get("content") or ""
        leaked = re.search(r'tool_call|"executable"|"arguments"', text)
        return [] if leaked else None
    try:
        arguments = json.loads(calls[0]["function"]["arguments"])
        argv = [arguments["executable"], *arguments["arguments"]]
    except (KeyError, TypeError, ValueError):
        return []
    right_name = calls[0]["function"].get("name") == "run_command"
    if len(calls) > 1 or not right_name:
        return []
    return argv if all(isinstance(word, str) for word in argv) else []


def verdict(argv, accepted):
    """Returns "argv", "program", "wrong", "no call" or "malformed"."""
    if argv is None:
        return "no call"
    if not argv:
        return "malformed"
    if argv in accepted:
        return "argv"
    if argv[0] in [right[0] for right in accepted]:
        return "program"
    return "wrong"


def is_text(message):
    """Whether the message answers in text and calls nothing."""
    return called_argv(message) is None and bool(
        (message.get("content") or "").strip()
    )


def has(answer, alternatives):
    """Whether the answer has one of the "a|b|c" in it, in any case."""
    return any(
        text.lower() in answer.lower() for text in alternatives.split("|")
    )


def states(message, wanted, unwanted):
    """Whether a short answer has all wanted texts and no unwanted one."""
    if message.get("tool_calls"):
        return False
    answer = message.get("content") or ""
    return (
        len(answer) < LONGEST_ANSWER_CHARACTERS
        and all(has(answer, text) for text in wanted)
        and not any(has(answer, text) for text in unwanted)
    )
