"""Made-up runs of git.

Each function stands for one program. It gets the slots of the request (and
under "_u" the request itself), and returns (output, answer) of a run that
succeeded, or (None, exit status, output, answer) of one that did not.
"""

from chance import RANDOM, chance, choose, randint
from slots import (
    BRANCHES,
    COMMIT_MESSAGES,
    TEXT_EXTENSIONS,
    commit_hash,
    file_name,
    join_words,
    text_line,
)


def run_git_status(slots):
    """What `git status` prints, and the answer to give from it."""
    b = choose(BRANCHES)
    r = RANDOM.random()
    if r < 0.35:
        return (
            (
                f"On branch {b}\nYour branch is up to date with"
                f" 'origin/{b}'.\n\nnothing to commit, working tree clean\n"
            ),
            f"You are on branch {b} and there is nothing to commit.",
        )
    m = [file_name(TEXT_EXTENSIONS, 0.5) for _ in range(randint(1, 3))]
    out = (
        f'On branch {b}\nChanges not staged for commit:\n  (use "git add'
        ' <file>..." to update what will be committed)\n'
        + "".join(f"\tmodified:   {x}\n" for x in m)
    )
    a = (
        f"On branch {b}, {join_words(m)} {'is' if len(m)==1 else 'are'}"
        " modified."
    )
    if chance(0.4):
        x = file_name(TEXT_EXTENSIONS, 0)
        out += (
            '\nUntracked files:\n  (use "git add <file>..." to include in'
            f" what will be committed)\n\t{x}\n"
        )
        a = a[:-1] + f", and {x} is untracked."
    return (
        out
        + '\nno changes added to commit (use "git add" and/or "git commit'
        ' -a")\n',
        a,
    )


def run_git_log(slots):
    """What `git log` prints, and the answer to give from it."""
    L = [
        (commit_hash(), choose(COMMIT_MESSAGES))
        for _ in range(randint(1, min(int(slots.get("n", 6)), 6)))
    ]
    return (
        "\n".join(f"{a} {b}" for a, b in L) + "\n",
        f'The latest commit is {L[0][0]}, "{L[0][1]}".',
    )


def run_git_diff(slots):
    """What `git diff` prints, and the answer to give from it."""
    if chance(0.3):
        return "", "There are no changes."
    x = slots.get("f") or file_name(TEXT_EXTENSIONS, 0)
    a, b = text_line(), text_line()
    return (
        (
            f"diff --git a/{x} b/{x}\nindex {commit_hash()}..{commit_hash()}"
            f" 100644\n--- a/{x}\n+++ b/{x}\n@@ -{randint(1,90)},3"
            f" +{randint(1,90)},3 @@\n-{a}\n+{b}\n"
        ),
        f'In {x}, "{a}" was changed to "{b}".',
    )


def run_git_branch(slots):
    """What `git branch` prints, and the answer to give from it."""
    L = sorted(set(RANDOM.sample(BRANCHES, randint(1, 4))))
    c = choose(L)
    return "".join(("* " if x == c else "  ") + x + "\n" for x in L), (
        f"You are on branch {c}"
        + (
            f"; the other branches are {join_words([x for x in L if x!=c])}."
            if len(L) > 1
            else ", the only one."
        )
    )


def run_git_current_branch(slots):
    """What `git branch --show-current` prints, and the answer to give from it."""
    b = choose(BRANCHES)
    return b + "\n", f"You are on branch {b}."


def run_git_commit(slots):
    """What `git commit` prints, and the answer to give from it."""
    b = choose(BRANCHES)
    h = commit_hash()
    return (
        (
            f"[{b} {h}] {slots['m']}\n {randint(1,9)}"
            f" file{'s' if chance(.5) else ''} changed, {randint(1,99)}"
            f" insertions(+), {randint(0,99)} deletions(-)\n"
        ),
        f"Committed as {h} on {b}: \"{slots['m']}\".",
    )
