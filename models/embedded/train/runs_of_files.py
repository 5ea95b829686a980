"""Made-up runs of programs that deal with files.

Each function stands for one program. It gets the slots of the request (and
under "_u" the request itself), and returns (output, answer) of a run that
succeeded, or (None, exit status, output, answer) of one that did not.
"""

import re

from chance import RANDOM, chance, choose, randint
from slots import (
    EXTENSIONS,
    FOLDERS,
    TEXT_EXTENSIONS,
    USERS,
    disk_size,
    entry_names,
    file_name,
    join_words,
    random_time,
    random_word,
    readable_size,
    short_size,
    text_line,
)
from wording import expand


def run_df(slots):
    """What `df` prints, and the answer to give from it."""
    total, used, av, pc = (
        disk_size(),
        disk_size(),
        disk_size(),
        f"{randint(1,99)}%",
    )
    if chance(0.25):
        out = (
            "Filesystem       Size   Used  Avail Capacity iused ifree %iused "
            " Mounted on\n"
        )
        out += (
            f"/dev/disk3s1s1  {total}i   {used}i  {av}i    {pc}   "
            f" {randint(300,500)}k  {randint(1,4)}.0G    {randint(0,9)}%   /\n"
        )
        if chance(0.6):
            out += (
                f"devfs           {randint(190,300)}Ki  {randint(190,300)}Ki  "
                f"  0Bi   100%     {randint(500,900)}     0  100%   /dev\n"
            )
    else:
        rows = [
            (
                f"/dev/{choose(['sda1','vda1','nvme0n1p2','sdb2','mapper/root','vda','sda2'])}",
                total,
                used,
                av,
                pc,
                "/",
            )
        ]
        ex = [
            ("tmpfs", disk_size(), "0", disk_size(), "0%", "/dev/shm"),
            ("udev", disk_size(), "0", disk_size(), "0%", "/dev"),
            (
                "tmpfs",
                disk_size(),
                short_size(),
                disk_size(),
                f"{randint(1,9)}%",
                "/run",
            ),
            (
                f"/dev/sdb{randint(1,3)}",
                disk_size(),
                disk_size(),
                disk_size(),
                f"{randint(1,99)}%",
                choose(["/home", "/data", "/mnt/backup"]),
            ),
        ]
        ex = RANDOM.sample(ex, randint(0, 3))
        rows += ex
        if chance(0.5):
            RANDOM.shuffle(rows)
        out = "Filesystem      Size  Used Avail Use% Mounted on\n" + "".join(
            f"{a:<15} {b:>5} {c:>5} {e:>5} {g:>4} {h}\n"
            for a, b, c, e, g, h in rows
        )
    return out, choose(
        [
            (
                f"You have {readable_size(av)} free of {readable_size(total)}"
                f" on the main disk; it is {pc} full."
            ),
            f"The main disk has {readable_size(av)} free ({pc} used).",
        ]
    )


def run_du(slots):
    """What `du` prints, and the answer to give from it."""
    x = short_size()
    return f"{x}\t{slots['d']}\n", choose(
        [
            f"{slots['d']} takes up {readable_size(x)}.",
            f"The size of {slots['d']} is {readable_size(x)}.",
        ]
    )


def run_ls(slots, where=None):
    """What `ls` prints, and the answer to give from it."""
    w = where or (
        f"The folder {slots['d']}" if "d" in slots else "The current folder"
    )
    k = choose([0, 1, 2, 3, 3, 4, 4, 5, 6, 8, 12, 20])
    l = entry_names(k)
    if not l:
        return "", f"{w} is empty."
    if k <= 6:
        return "\n".join(l) + "\n", f"{w} contains {join_words(l)}."
    return "\n".join(l) + "\n", f"{w} contains {', '.join(l[:5])} and more."


def ls_row(n, isd=None):
    """Returns the columns of an `ls -l` row before the name, and the name."""
    m, dd, h, mi = random_time()
    isd = "." not in n if isd is None else isd
    return (
        (
            f"{'d' if isd else '-'}{choose(['rw-r--r--','rwxr-xr-x','rw-rw-r--','rw-------'])}"
            f" {randint(1,9)} {choose(USERS)}"
            f" {choose(['staff','users','root','dev'])} {randint(1,99999):>6}"
            f" {m} {dd:>2} {h:02d}:{mi:02d} "
        ),
        n,
    )


def run_ls_long(slots):
    """What `ls -l` prints, and the answer to give from it."""
    w = f"The folder {slots['d']}" if "d" in slots else "The current folder"
    l = entry_names(choose([1, 2, 3, 4, 5, 7]))
    rows = [ls_row(n) for n in l]
    return f"total {randint(4,400)}\n" + "\n".join(
        a + n for a, n in rows
    ) + "\n", (
        f"{w} contains {join_words(l)}."
        if len(l) <= 5
        else f"{w} contains {', '.join(l[:5])} and more."
    )


def run_ls_all(slots):
    """What `ls -a` prints, and the answer to give from it."""
    w = f"The folder {slots['d']}" if "d" in slots else "The current folder"
    h = RANDOM.sample(
        [
            ".bashrc",
            ".git",
            ".gitignore",
            ".env",
            ".config",
            ".cache",
            ".profile",
            ".ssh",
            ".zshrc",
            ".vimrc",
            ".DS_Store",
        ],
        randint(1, 4),
    )
    l = sorted(h) + entry_names(randint(0, 3))
    return ".\n..\n" + "\n".join(l) + "\n", f"{w} contains {join_words(l)}."


def run_ls_by_time(slots):
    """What `ls -lt` prints, and the answer to give from it."""
    l = entry_names(randint(2, 6))
    RANDOM.shuffle(l)
    return (
        f"total {randint(4,400)}\n"
        + "\n".join(a + n for a, n in (ls_row(n) for n in l))
        + "\n",
        f"The most recently changed is {l[0]}.",
    )


def run_ls_by_size(slots):
    """What `ls -lS` prints, and the answer to give from it."""
    l = entry_names(randint(2, 6))
    RANDOM.shuffle(l)
    z = sorted((randint(10, 9999999) for _ in l), reverse=True)
    out = ""
    for n, b in zip(l, z):
        m, dd, h, mi = random_time()
        out += (
            f"-rw-r--r-- 1 {choose(USERS)} users {b:>8} {m} {dd:>2}"
            f" {h:02d}:{mi:02d} {n}\n"
        )
    return (
        f"total {randint(4,400)}\n" + out,
        f"The largest file is {l[0]}, with {z[0]} bytes.",
    )


def run_pwd(slots):
    """What `pwd` prints, and the answer to give from it."""
    p = choose(
        [
            f"/home/{choose(USERS)}",
            f"/Users/{choose(USERS)}",
            "/root",
            "/srv",
            "/tmp",
            "/data",
        ]
    ) + choose(
        [
            "",
            "/" + choose(FOLDERS),
            "/" + random_word(),
            "/" + choose(FOLDERS) + "/" + random_word(),
        ]
    )
    return p + "\n", choose(
        [f"You are in {p}.", f"The current folder is {p}."]
    )


def run_cat(slots):
    """What `cat` prints, and the answer to give from it."""
    L = [text_line() for _ in range(choose([1, 1, 1, 2, 2, 3, 5, 12]))]
    if len(L) == 1:
        return L[0] + "\n", f"{slots['f']} says: {L[0]}"
    if len(L) <= 3:
        return "\n".join(
            L
        ) + "\n", f"{slots['f']} contains {len(L)} lines: " + " / ".join(L)
    return "\n".join(L) + "\n", f"{slots['f']} starts with: {L[0]}"


def run_head(slots):
    """What `head` prints, and the answer to give from it."""
    L = [
        text_line()
        for _ in range(min(int(slots.get("n", 10)), choose([1, 2, 3, 5, 10])))
    ]
    return "\n".join(L) + "\n", f"The first line of {slots['f']} is: {L[0]}"


def run_tail(slots):
    """What `tail` prints, and the answer to give from it."""
    L = [
        text_line()
        for _ in range(min(int(slots.get("n", 10)), choose([1, 2, 3, 5, 10])))
    ]
    return "\n".join(L) + "\n", f"The last line of {slots['f']} is: {L[-1]}"


def run_wc(unit):
    """Returns the run of `wc` that counts the given unit."""

    def result(slots):
        n = choose([randint(1, 99), randint(100, 9999), randint(1000, 99999)])
        return f"{'' if chance(.5) else '    '}{n} {slots['f']}\n", choose(
            [
                f"{slots['f']} has {n} {unit}.",
                f"There are {n} {unit} in {slots['f']}.",
            ]
        )

    return result


def run_stat(slots):
    """What `stat` prints, and the answer to give from it."""
    b = randint(0, 9999999)
    y = f"20{randint(20,27)}-{randint(1,12):02d}-{randint(1,28):02d}"
    t = f"{randint(0,23):02d}:{randint(0,59):02d}:{randint(0,59):02d}"
    y2 = f"20{randint(20,27)}-{randint(1,12):02d}-{randint(1,28):02d}"
    md = choose(
        [
            ("0644", "-rw-r--r--"),
            ("0755", "-rwxr-xr-x"),
            ("0600", "-rw-------"),
        ]
    )
    us = choose(USERS)
    out = (
        f"  File: {slots['f']}\n  Size: {b}\t\tBlocks: {randint(0,999)}\t\tIO"
        f" Block: 4096   regular file\nDevice: 254,{randint(0,9)}\tInode:"
        f" {randint(1000,9999999)}\tLinks: 1\nAccess: ({md[0]}/{md[1]})  Uid:"
        f" ( {randint(0,1009)}/{us:>8})   Gid: ("
        f" {randint(0,1009)}/{us:>8})\nAccess: {y2}"
        f" {t}.{randint(1,999999999):09d} +0000\nModify: {y}"
        f" {t}.{randint(1,999999999):09d} +0000\nChange: {y}"
        f" {t}.{randint(1,999999999):09d} +0000\n Birth: {y2}"
        f" {t}.{randint(1,999999999):09d} +0000\n"
    )
    u = slots.get("_u", "").lower()
    if re.search("size|big|large|bytes|space|heavy|weigh", u):
        a = f"{slots['f']} is {b} bytes."
    elif re.search("own", u):
        a = f"{slots['f']} belongs to {us}."
    elif re.search("perm|mode", u):
        a = f"The permissions of {slots['f']} are {md[1]} ({md[0]})."
    elif re.search("when|modif|chang|edit|touched|updated|time|date", u):
        a = f"{slots['f']} was last modified on {y} at {t[:5]}."
    else:
        a = f"{slots['f']} is {b} bytes and was last modified on {y}."
    return out, a


def run_file(slots):
    """What `file` prints, and the answer to give from it."""
    t = choose(
        [
            "ASCII text",
            "UTF-8 Unicode text",
            "Python script, ASCII text executable",
            "JSON data",
            (
                f"PNG image data, {randint(10,4000)} x {randint(10,4000)},"
                " 8-bit/color RGBA, non-interlaced"
            ),
            "PDF document, version 1.7",
            "gzip compressed data",
            "Zip archive data",
            "ELF 64-bit LSB executable, x86-64",
            "HTML document, ASCII text",
            "directory",
            "empty",
            "CSV text",
            (
                "JPEG image data, JFIF standard 1.01,"
                f" {randint(10,4000)}x{randint(10,4000)}"
            ),
            "Bourne-Again shell script, ASCII text executable",
        ]
    )
    return f"{slots['f']}: {t}\n", f"{slots['f']} is: {t}."


def run_find(slots):
    """What `find` prints, and the answer to give from it."""
    k = choose([0, 1, 1, 2, 3, 4])
    dd = slots.get("d", ".")
    if k == 0:
        return "", "No matching files were found."
    L = [
        f"{dd}/{(choose(FOLDERS)+'/') if chance(.5) else ''}{slots['f'] if 'f' in slots else random_word()+'.'+slots.get('e',choose(EXTENSIONS))}"
        for _ in range(k)
    ]
    L = list(dict.fromkeys(L))
    return "\n".join(L) + "\n", f"Found {join_words(L)}."


def run_grep(slots):
    """What `grep` prints, and the answer to give from it."""
    k = choose([0, 1, 1, 2, 3, 5])
    if k == 0:
        return None, 1, "", f"\"{slots['x']}\" was not found in {slots['f']}."
    L = sorted(randint(1, 900) for _ in range(k))
    return (
        "".join(
            f"{n}:{choose(['','# ','  ','let '])}{slots['x']} {random_word()}"
            f" {random_word()}\n"
            for n in L
        ),
        (
            f"\"{slots['x']}\" is in {slots['f']} on line{'s' if k>1 else ''}"
            f" {join_words([str(n) for n in L])}."
        ),
    )


def run_grep_tree(slots):
    """What `grep -rn` prints, and the answer to give from it."""
    k = choose([0, 1, 2, 3])
    dd = slots.get("d", ".")
    if k == 0:
        return None, 1, "", f"\"{slots['x']}\" was not found."
    F = []
    while len(F) < k:
        n = file_name(TEXT_EXTENSIONS, 0)
        if n not in F:
            F.append(n)
    return (
        "".join(
            f"{dd}/{n}:{randint(1,300)}:{slots['x']} {random_word()}\n"
            for n in F
        ),
        f"\"{slots['x']}\" appears in {join_words([dd+'/'+n for n in F])}.",
    )


def run_sort(slots):
    """What `sort` prints, and the answer to give from it."""
    L = sorted(random_word() for _ in range(randint(2, 8)))
    return "\n".join(L) + "\n", f"The sorted lines run from {L[0]} to {L[-1]}."


def run_diff(slots):
    """What `diff` prints, and the answer to give from it."""
    if chance(0.4):
        return "", f"{slots['f']} and {slots['g']} are identical."
    n = randint(1, 99)
    a, b = text_line(), text_line()
    return (
        None,
        1,
        f"{n}c{n}\n< {a}\n---\n> {b}\n",
        f'They differ on line {n}: "{a}" against "{b}".',
    )


def run_sha256sum(slots):
    """What `sha256sum` prints, and the answer to give from it."""
    h = "".join(choose("0123456789abcdef") for _ in range(64))
    return (
        f"{h}  {slots['f']}\n",
        f"The SHA-256 checksum of {slots['f']} is {h}.",
    )


def run_tar_list(slots):
    """What `tar -tzf` prints, and the answer to give from it."""
    l = entry_names(randint(1, 5))
    return "\n".join(l) + "\n", f"{slots['t']} contains {join_words(l)}."


def silent(t):
    """Returns the run of a program that prints nothing when it succeeds.

    answer: the answer to give, with <slots> and alternatives.
    """

    def result(slots):
        a = t
        for k, v in slots.items():
            if isinstance(v, str):
                a = a.replace(f"<{k}>", v)
        return "", expand(a)

    return result
