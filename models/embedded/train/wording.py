"""Phrases with alternatives, and how people type them.

A phrase holds alternatives in round brackets, "(show|list) (me|) the files",
and slots in pointed ones, "<d>", which slots.py fills in.
"""

import re

from chance import RANDOM, chance, choose, randint


def expand(t):
    """Replaces each "(a|b|)" by one of its alternatives, innermost first.

    <slots> are left alone; runs of blanks become one.
    """
    while True:
        m = re.search(r"\(([^()]*)\)", t)
        if not m:
            break
        t = t[: m.start()] + choose(m.group(1).split("|")) + t[m.end() :]
    return re.sub(r"\s+", " ", t).strip()


def misspell(w):
    """Returns a longer plain word with one typing error, others unchanged."""
    if len(w) < 4 or "<" in w or not w.isalpha():
        return w
    i = randint(1, len(w) - 2)
    k = randint(0, 3)
    if k == 0:
        return w[:i] + w[i + 1] + w[i] + w[i + 2 :]
    if k == 1:
        return w[:i] + w[i + 1 :]
    if k == 2:
        return w[:i] + w[i] + w[i:]
    return w[:i] + choose("abcdefghijklmnopqrstuvwxyz") + w[i + 1 :]


OPENINGS = [
    "please ",
    "can you ",
    "could you ",
    "hey, ",
    "i need you to ",
    "i want to ",
    "i'd like you to ",
    "would you ",
    "pls ",
    "quick: ",
    "ok, ",
    "now ",
    "can you please ",
    "help me ",
    "go ahead and ",
    "hi! ",
    "let's ",
    "just ",
]

CLOSINGS = [
    " please",
    " for me",
    " thanks",
    " pls",
    " now",
    " if you can",
    " quickly",
    ", thanks",
    " right now",
    " for me please",
    " would you",
]


def as_typed(t, kind):
    """Returns a phrase as somebody might type it.

    kind: "c" for a command, "q" for a question or a noun phrase.
    """
    if kind == "c" and chance(0.45):
        t = choose(OPENINGS) + t
    if kind == "q" and chance(0.2):
        t = (
            choose(
                [
                    "hey, ",
                    "tell me ",
                    "do you know ",
                    "can you tell me ",
                    "i want to know ",
                    "i'm wondering, ",
                    "quick question: ",
                    "could you check ",
                    "please tell me ",
                    "find out ",
                    "check ",
                    "hi, ",
                    "so ",
                ]
            )
            + t
        )
    if chance(0.12):
        t = t + choose(CLOSINGS)
    if chance(0.15):
        ws = t.split(" ")
        for _ in range(1 if chance(0.7) else 2):
            i = randint(0, len(ws) - 1)
            ws[i] = misspell(ws[i])
        t = " ".join(ws)
    if chance(0.55):
        t = t[0].upper() + t[1:]
    if chance(0.04):
        t = re.sub(
            r"(<\w+>)|(.)", lambda m: m.group(1) or m.group(2).upper(), t
        )
    r = RANDOM.random()
    if kind == "q":
        t += "?" if r < 0.65 else ""
    else:
        t += (
            "."
            if r < 0.25
            else (
                "?"
                if t.lower().startswith(("can", "could", "would")) and r < 0.8
                else ""
            )
        )
    return t
