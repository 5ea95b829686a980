"""Names that were never seen before, so that the model learns to copy."""

from chance import chance, choose, randint
from slots import EXTENSIONS, FOLDERS, file_name, folder_name, random_word

ONSETS = "b c d f g h j k l m n p r s t v w z br cl dr fl gr pl st tr th sh ch".split()
VOWELS = "a e i o u ai ea io ou".split()
ENDS = ["", "", "n", "r", "s", "t", "l", "x", "nd", "rk", "ng"]


def syllable():
    return choose(ONSETS) + choose(VOWELS) + choose(ENDS)


def new_word():
    """Returns a word, mostly of no language, often in the plural."""
    word = random_word() if chance(0.4) else "".join(
        syllable() for _ in range(choose([1, 2, 2]))
    )
    return word + "s" if chance(0.35) and not word.endswith("s") else word


def odd_stem():
    parts = [new_word() for _ in range(choose([1, 1, 1, 2, 2]))]
    stem = choose(["_", "-", "-", "", "."]).join(parts)
    if chance(0.2):
        stem += choose(["", "_", "-", "."]) + str(randint(0, 2030))
    if chance(0.12):
        stem = stem.upper() if chance(0.3) else stem.capitalize()
    return stem


def odd_file_name(_=None, path=0.25):
    """Returns the name of a file, half of the time an odd one."""
    if chance(0.4):
        return file_name(EXTENSIONS, path)
    name = odd_stem() + "." + choose(EXTENSIONS)
    if chance(0.1):
        name += "." + choose(["bak", "old", "orig", "tmp", "1"])
    if chance(path):
        name = odd_folder_name() + "/" + name
    return name


def odd_folder_name(_=None):
    if chance(0.35):
        return folder_name(0.2)
    name = choose(FOLDERS) if chance(0.3) else odd_stem()
    return name + "/" + new_word() if chance(0.15) else name


def second_odd_name(slots):
    first = slots.get("f", "")
    name = odd_stem()
    if "." in first[1:] and "/" not in first.rsplit(".", 1)[1] and chance(0.55):
        return name + "." + first.rsplit(".", 1)[1]
    return name + "." + choose(EXTENSIONS)


# In place of slot_values.MAKERS' own.
ODD_MAKERS = {
    "f": odd_file_name,
    "f0": lambda _: odd_file_name(path=0),
    "g": second_odd_name,
    "d": odd_folder_name,
    "d1": odd_folder_name,
    "k": odd_folder_name,
    "w": lambda _: new_word(),
    "x": lambda _: new_word() if chance(0.6) else choose(
        ["ERROR", "WARN", "TODO", "failed", "timeout", "root", "GET", "404"]
    ),
    "t": lambda _: odd_stem() + choose([".tar.gz", ".tgz", ".tar", ".tar.gz"]),
    "z": lambda _: odd_stem() + ".zip",
}
