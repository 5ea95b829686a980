"""Fills the slots of a phrase and of its command with the same values."""

import re

from chance import chance, choose, randint
from slots import (
    BRANCHES,
    COMMIT_MESSAGES,
    EXTENSIONS,
    FOLDERS,
    HOSTS,
    MODES,
    PROGRAMS,
    SEARCH_WORDS,
    USERS,
    VARIABLES,
    file_name,
    file_stem,
    folder_name,
    new_folder_name,
    random_word,
)

SLOT = re.compile(r"<(\w+)>")

PORTS = [80, 443, 3000, 5000, 8000, 8080, 5432, 3306, 6379, 22]
MAKE_TARGETS = "clean test install all docs release debug lint run check"
PYTHON_PACKAGES = (
    "requests numpy pandas flask django scipy matplotlib pytest black rich"
    " httpx pillow torch fastapi lxml"
)


def second_file_name(slots):
    """Returns another file's name, often with the first one's extension."""
    first = slots.get("f", "")
    if (
        "." in first[1:]
        and "/" not in first.rsplit(".", 1)[1]
        and chance(0.55)
    ):
        return file_stem() + "." + first.rsplit(".", 1)[1]
    return file_name(EXTENSIONS, 0.12)


def nested_folder(_):
    last = [choose(FOLDERS), random_word()]
    last.append(random_word() if chance(0.7) else str(randint(2019, 2029)))
    return "/".join(last)


def count(_):
    return str(
        choose(
            [randint(2, 9), randint(2, 30), randint(10, 200)]
            + [5, 10, 20, 50, 100]
        )
    )


def named_host(_):
    return choose(
        [
            host
            for host in HOSTS
            if host[0].isalpha() and "." in host and "local" not in host
        ]
    )


def variable(_):
    if chance(0.8):
        return choose(VARIABLES)
    return random_word().upper() + choose(["", "_KEY", "_HOME", "_DIR"])


def branch(_):
    if chance(0.6):
        return choose(BRANCHES)
    return random_word() + "-" + random_word()


def commit_message(_):
    if chance(0.6):
        return choose(COMMIT_MESSAGES)
    verb = choose(["add", "fix", "update", "remove", "rename", "improve"])
    return f"{verb} {random_word()} {random_word()}"


def archive(_):
    name = file_stem().replace(".", "")
    return name + choose([".tar.gz", ".tar.gz", ".tgz"])


def python_script(_):
    name = file_name(["py"], 0.2) if chance(0.9) else "main.py"
    return name if name.endswith(".py") else "main.py"


# Slot -> function of the slots that are filled already.
MAKERS = {
    "f": lambda _: file_name(),
    "f0": lambda _: file_name(EXTENSIONS, 0),
    "g": second_file_name,
    "d": lambda _: folder_name(0.3),
    "d1": lambda _: folder_name(0.1),
    "k": lambda _: new_folder_name(),
    "kk": nested_folder,
    "w": lambda _: random_word(),
    "n": count,
    "n2": lambda slots: str(randint(1, 60) + int(slots.get("n", "20"))),
    "p": lambda _: choose(PROGRAMS),
    "h": lambda _: choose(HOSTS),
    "h2": named_host,
    "x": lambda _: choose(SEARCH_WORDS) if chance(0.6) else random_word(),
    "y": lambda _: choose(SEARCH_WORDS) if chance(0.4) else random_word(),
    "u": lambda _: choose(USERS),
    "v": variable,
    "b": branch,
    "m": commit_message,
    "e": lambda _: choose(EXTENSIONS[:-4]),
    "o": lambda _: choose(MODES),
    "o4": lambda _: str(choose([*PORTS, randint(1024, 9999)])),
    "t": archive,
    "z": lambda _: file_stem() + ".zip",
    "py": python_script,
    "sh": lambda _: file_stem() + ".sh",
    "js": lambda _: file_stem() + ".js",
    "mt": lambda _: choose(MAKE_TARGETS.split()),
    "i": lambda _: str(randint(2, 99999)),
    "y4": lambda _: str(randint(1990, 2040)),
    "pk": lambda _: choose(PYTHON_PACKAGES.split()),
}


def fill(argv, phrase):
    """Returns (request, command, slots) with every slot filled.

    The command's slots come first, in its order: "n" before "n2".
    """
    slots = {}

    def value(match):
        kind = match.group(1)
        if kind not in slots:
            slots[kind] = MAKERS[kind](slots)
        return slots[kind]

    if "-name" in argv and "<f>" in argv:
        slots["f"] = file_name(EXTENSIONS, 0)
    command = [SLOT.sub(value, word) for word in argv]
    request = SLOT.sub(value, phrase)
    return request, command, slots
