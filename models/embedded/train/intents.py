"""What people ask for, in which words, and the command for it.

First round of training. Phrases are written as wording.py describes; a slot
that stands in a phrase also stands in the command.
"""

from typing import Callable, NamedTuple

from chance import RANDOM, chance, choose, randint
from runs_of_files import (
    run_cat,
    run_df,
    run_diff,
    run_du,
    run_file,
    run_find,
    run_grep,
    run_grep_tree,
    run_head,
    run_ls,
    run_ls_all,
    run_ls_by_size,
    run_ls_by_time,
    run_ls_long,
    run_pwd,
    run_sha256sum,
    run_sort,
    run_stat,
    run_tail,
    run_tar_list,
    run_wc,
    silent,
)
from runs_of_git import (
    run_git_branch,
    run_git_commit,
    run_git_current_branch,
    run_git_diff,
    run_git_log,
    run_git_status,
)
from runs_of_system import (
    run_cal,
    run_date,
    run_env,
    run_free,
    run_groups,
    run_hostname,
    run_id,
    run_ifconfig,
    run_ip_addr,
    run_ip_route,
    run_lsblk,
    run_lscpu,
    run_lsof,
    run_mac_cpu,
    run_make,
    run_nproc,
    run_os_release,
    run_pgrep,
    run_ping,
    run_printenv,
    run_ps,
    run_ps_by_cpu,
    run_ps_by_memory,
    run_python_script,
    run_sw_vers,
    run_tests,
    run_uname,
    run_uname_release,
    run_uptime,
    run_version,
    run_which,
    run_who,
    run_whoami,
)
from slots import (
    FOLDERS,
    TEXT_EXTENSIONS,
    USERS,
    commit_hash,
    file_name,
    join_words,
    random_word,
    text_line,
)


class Intent(NamedTuple):
    """One command with the ways to ask for it.

    argv:    the command, with slots.
    run:     makes up a run of it; see runs_of_files.py.
    weight:  how often it is asked for, relative to the others.
    phrases: (kind, phrase) pairs; for the kinds see wording.as_typed.
    """

    argv: list
    run: Callable
    weight: float
    phrases: list


HERE = (
    "(here|in this folder|in this directory|in the current directory|in the"
    " current folder|in my current folder|right here|in this dir|)"
)

INTENTS = []


def intent(argv, run, weight, questions=(), commands=()):
    """Adds an intent to INTENTS."""
    INTENTS.append(
        Intent(
            argv,
            run,
            weight,
            [("q", phrase) for phrase in questions]
            + [("c", phrase) for phrase in commands],
        )
    )


intent(
    ["df", "-h"],
    run_df,
    3,
    questions=[
        (
            "how much (free|) (disk space|space|storage|room) (do i have|is"
            " left|is there|remains|is available|have i got) (on this"
            " (computer|machine|mac|box|laptop)|on (the|my) (disk|drive|hard"
            " drive|ssd)|)"
        ),
        (
            "is (my|the) (disk|drive|hard drive|ssd|storage)"
            " (nearly|almost|getting|) full"
        ),
        "how full is (my|the) (disk|drive|hard disk|ssd)",
        "(free|available|remaining) (disk space|space on disk|storage)",
        "am i (running out of|low on|short of) (disk space|space|storage)",
        "what's (my|the) disk usage",
        (
            "do i have (enough|any|plenty of) (disk space|space|storage|room)"
            " left"
        ),
        "disk (space|usage|free)",
        "what percentage of the disk is used",
        "how many gigabytes are (free|left|available) (on the disk|)",
        "how much of my (disk|drive|storage) is (used|taken|gone|occupied)",
        "will i run out of disk soon",
        "is there (space|room) (left|) on (the|this) (drive|disk|machine)",
    ],
    commands=[
        (
            "(show|check|display|get|see) (me|) (the|my|) (disk|free"
            " disk|available disk|remaining disk) (space|usage)"
        ),
        "check (how much|what) (space|storage) is (left|free|available)",
        (
            "(show|list) (the|all|) (mounted|) file systems and their"
            " (usage|free space|sizes)"
        ),
        "report disk (usage|space)",
    ],
)
intent(
    ["df", "-h", "<d>"],
    run_df,
    0.6,
    questions=[
        (
            "how much (free|) space is (left|available|free) on the"
            " (disk|drive|filesystem) (of|with|that holds) <d>"
        ),
        (
            "how full is the (disk|filesystem|partition)"
            " (behind|under|of|for) <d>"
        ),
    ],
    commands=["(show|check) the free (disk|) space (for|of|on) <d>"],
)
intent(
    ["du", "-sh", "<d>"],
    run_du,
    2.4,
    questions=[
        "how (big|large|heavy) is (the|my|) <d> (folder|directory|dir|)",
        "what('s| is) the (total|) size of (the|my|) <d> (folder|directory|)",
        (
            "how much (disk space|space|room|storage) does (the|my|) <d>"
            " (folder|directory|) (use|take|take up|need|occupy|eat)"
        ),
        "how many (megabytes|MB|gigabytes|GB) (are in|does|is) <d> (take|)",
        "<d> (folder|directory|) size",
        "size of (the|) <d> (folder|directory|dir)",
    ],
    commands=[
        (
            "(show|tell|give) me (the|) (total|) size of (the|)"
            " (folder|directory|) <d>"
        ),
        (
            "(calculate|compute|measure|check|get) (the|) (size|disk usage)"
            " of <d>"
        ),
        "measure how big <d> is",
    ],
)
intent(
    ["du", "-sh", "."],
    lambda slots: run_du({"d": "."}),
    0.8,
    questions=[
        "how (big|large) is (this|the current) (folder|directory)",
        (
            "how much space does (this|the current) (folder|directory)"
            " (use|take|take up)"
        ),
        "what is the size of (this|the current) (directory|folder)",
        "size of this (folder|directory)",
    ],
    commands=[
        "(show|get|measure) the (total|) size of (this|the current)"
        " (folder|directory)"
    ],
)
intent(
    ["ls"],
    run_ls,
    3,
    questions=[
        "what (files|files and folders|stuff|things|documents) (are|do i"
        " have|do we have|exist) "
        + HERE,
        (
            "what('s| is) (in|inside) (this|the current|my current|my working)"
            " (folder|directory|dir)"
        ),
        (
            "which files (are|exist|live|can i find) (here|in this folder|in"
            " this directory)"
        ),
        "what do i have here",
        "what's here",
        "whats in here",
        "what (files|) can you see (here|)",
        "any files here",
        "is there anything in this (folder|directory)",
        "contents of (this|the current) (folder|directory)",
    ],
    commands=[
        "(list|show|display|print|see|give me|enumerate) (all|) (the|my|)"
        " (files|files and folders|contents|directory contents|folder"
        " contents|items|documents) "
        + HERE,
        (
            "list (files|everything|the directory|this folder|this"
            " directory|current directory|what is here)"
        ),
        (
            "show (me|) what('s| is) (here|in this folder|in the current"
            " directory)"
        ),
        "(look around|take a look) (here|in this folder)",
        "let me see (the files|what's here|what is in this folder)",
        "ls",
    ],
)
intent(
    ["ls", "<d>"],
    run_ls,
    2.4,
    questions=[
        (
            "what('s| is| files are| stuff is) (in|inside|inside of|stored"
            " in|under) (the|my|) <d> (folder|directory|dir|)"
        ),
        (
            "which files (are|do i have|live) in (the|my|) <d>"
            " (folder|directory|)"
        ),
        (
            "what does (the|my|) <d> (folder|directory|) (contain|hold|have"
            " in it)"
        ),
        "what do i have in (my|the|) <d> (folder|directory|)",
        "contents of <d>",
        "files in <d>",
    ],
    commands=[
        (
            "(list|show|display|print) (me|) (the|all|)"
            " (files|contents|content|things|items) (in|of|inside|from|under)"
            " (the|my|) <d> (folder|directory|)"
        ),
        "list (the|) <d> (folder|directory|)",
        "(look|peek) (in|inside|into) (the|) <d> (folder|directory|)",
        "show me what('s| is) in (the|) <d> (folder|directory|)",
        "open the <d> folder and list it",
        "ls <d>",
    ],
)
intent(
    ["ls", "-a"],
    run_ls_all,
    1.2,
    questions=[
        "(are there|do i have) (any|) (hidden files|dotfiles|dot files) "
        + HERE,
        "what (hidden files|dotfiles|dot files) (are there|are|do i have) "
        + HERE,
        "which hidden files are (here|in this folder)",
    ],
    commands=[
        (
            "(list|show|display) (all|) (the|) (files|)"
            " (including|with|even|also) (the|) (hidden|hidden"
            " ones|dotfiles|dot files|hidden files)"
        ),
        "(show|list|reveal) (me|) (the|all|) (hidden files|dotfiles|hidden"
        " items) "
        + HERE,
        "list everything (including|with) hidden (files|ones)",
    ],
)
intent(
    ["ls", "-a", "<d>"],
    run_ls_all,
    0.6,
    questions=[
        "(are there|do i have) (any|) (hidden files|dotfiles) in (the|) <d>"
        " (folder|)"
    ],
    commands=[
        (
            "(list|show) (all|the|) hidden files (in|of|inside) (the|) <d>"
            " (folder|directory|)"
        ),
        "list (everything|all files) in <d> including hidden (ones|files)",
    ],
)
intent(
    ["ls", "-l"],
    run_ls_long,
    1.2,
    questions=[
        "what are the (sizes|permissions|owners|dates) of the files here",
        "who owns the files (here|in this folder)",
        "which permissions do the files here have",
    ],
    commands=[
        (
            "(list|show) (the|my|all|) files (here|) (with|including)"
            " (details|sizes|permissions|their sizes|dates|owners|all details)"
        ),
        (
            "(show|give) me a (long|detailed) (listing|list|directory listing)"
            " (of this folder|)"
        ),
        "(detailed|long) (listing|list) (of files|please|)",
        "list files (in long format|in detail|with size and date)",
    ],
)
intent(
    ["ls", "-l", "<d>"],
    run_ls_long,
    0.8,
    questions=["what are the (sizes|permissions) of the files in <d>"],
    commands=[
        (
            "(list|show) (the|) files in <d> with"
            " (details|sizes|permissions|dates)"
        ),
        "(show|give) me a (long|detailed) listing of <d>",
    ],
)
intent(
    ["ls", "-lt"],
    run_ls_by_time,
    1,
    questions=[
        (
            "which file (was|has been) (changed|modified|edited|updated)"
            " (last|most recently)"
        ),
        (
            "what('s| is) the (newest|latest|most recent) file (here|in this"
            " folder|)"
        ),
        (
            "which (files|documents) did i (change|edit|touch)"
            " (last|recently|most recently)"
        ),
    ],
    commands=[
        (
            "(list|show|sort) (the|) files (by|sorted by|ordered by)"
            " (date|time|modification time|last change)"
        ),
        "(list|show) (the|) (newest|latest|most recent) files (first|)",
        "show recently (changed|modified) files",
    ],
)
intent(
    ["ls", "-lS"],
    run_ls_by_size,
    1,
    questions=[
        (
            "which (file|) is (the|) (largest|biggest) (here|in this"
            " folder|file|)"
        ),
        (
            "what('s| is) the (largest|biggest) file (here|in this folder|in"
            " this directory|)"
        ),
        "what are the (largest|biggest) files " + HERE,
    ],
    commands=[
        "(list|show|sort) (the|) files (by|sorted by|ordered by) size",
        "(list|show|find) (the|) (largest|biggest) files (first|here|)",
    ],
)
intent(
    ["pwd"],
    run_pwd,
    2.2,
    questions=[
        "where am i (right now|now|currently|)",
        "(which|what) (directory|folder|dir) am i in",
        (
            "what('s| is) (the|my) (current|working|current working|present)"
            " (directory|folder|dir|path)"
        ),
        (
            "what (is the|) path (of this folder|am i at|of the current"
            " directory|)"
        ),
        "in (which|what) (folder|directory) are we (now|)",
        "current (directory|folder|path)",
        "where are we",
    ],
    commands=[
        (
            "(print|show|tell me|give me|display) (the|my|)"
            " (current|working|current working|present)"
            " (directory|folder|path)"
        ),
        "(show|tell) me (where i am|where we are|which folder this is)",
        "print working directory",
        "pwd",
    ],
)
intent(
    ["cat", "<f>"],
    run_cat,
    2.4,
    questions=[
        (
            "what('s| is) (in|inside|written in|the content of|the text of)"
            " (the file|) <f>"
        ),
        "what does (the file|) <f> (say|contain|look like)",
        "contents of <f>",
    ],
    commands=[
        (
            "(show|print|display|read|open|view|output|dump|cat) (me|) (the"
            " file|the contents of|the content of|) <f>"
        ),
        "read (out|) <f> (to me|)",
        (
            "(let me see|i want to see|i want to read) (what's in|the contents"
            " of|) <f>"
        ),
        "show (me|) (what is in|what's inside|everything in|the whole) <f>",
        "cat <f>",
    ],
)
intent(
    ["head", "-n", "<n>", "<f>"],
    run_head,
    1.8,
    questions=[
        "what are the first <n> lines (of|in) <f>",
        "what do the (first|top) <n> lines of <f> say",
    ],
    commands=[
        (
            "(show|print|display|give|read|get) (me|) (the|)"
            " (first|top|initial) <n> lines (of|from|in) (the file|) <f>"
        ),
        "head <n> lines of <f>",
        "first <n> lines of <f>",
        "(show|print) <n> lines from the (start|beginning|top) of <f>",
    ],
)
intent(
    ["head", "<f>"],
    run_head,
    1.2,
    questions=[
        "how does <f> (start|begin)",
        "what('s| is) at the (top|beginning|start) of <f>",
        "what are the first lines (of|in) <f>",
    ],
    commands=[
        (
            "(show|print|display|read) (me|) (the|) (first few lines|first"
            " lines|top|beginning|start|first part|head) of (the file|) <f>"
        ),
        "preview <f>",
        (
            "(take|have) a (quick|) (look|peek) at the (start|beginning|top)"
            " of <f>"
        ),
    ],
)
intent(
    ["tail", "-n", "<n>", "<f>"],
    run_tail,
    1.8,
    questions=[
        "what are the (last|final|bottom) <n> lines (of|in) <f>",
        "what do the last <n> lines of <f> say",
    ],
    commands=[
        (
            "(show|print|display|give|read|get) (me|) (the|)"
            " (last|final|bottom|latest) <n> (lines|entries|rows) (of|from|in)"
            " (the file|the log|) <f>"
        ),
        "tail <n> lines of <f>",
        "last <n> lines of <f>",
        "(show|print) <n> lines from the end of <f>",
    ],
)
intent(
    ["tail", "<f>"],
    run_tail,
    1.2,
    questions=[
        "how does <f> end",
        "what('s| is) at the (end|bottom) of <f>",
        "what are the (last|latest) (lines|entries) (of|in) <f>",
        "what was (logged|written) last (in|to) <f>",
    ],
    commands=[
        (
            "(show|print|display|read) (me|) (the|) (last few lines|last"
            " lines|end|bottom|tail|last part|latest entries) of (the file|the"
            " log|) <f>"
        ),
        "(take|have) a (quick|) (look|peek) at the (end|bottom) of <f>",
    ],
)
intent(
    ["wc", "-l", "<f>"],
    run_wc("lines"),
    2,
    questions=[
        (
            "how many (lines|rows|lines of code|lines of text) (are in|are"
            " there in|does|has) (the file|) <f> (have|contain|got|)"
        ),
        "what('s| is) the (line count|number of lines) (of|in|for) <f>",
        "how long is <f> in lines",
        "line count of <f>",
    ],
    commands=[
        "count (the|) (lines|rows|number of lines) (in|of) (the file|) <f>",
        (
            "(tell|show|give) me (how many lines|the number of lines|the line"
            " count) <f> (has|)"
        ),
    ],
)
intent(
    ["wc", "-w", "<f>"],
    run_wc("words"),
    1.5,
    questions=[
        (
            "how many words (are in|are there in|does|has) (the file|) <f>"
            " (have|contain|got|)"
        ),
        "what('s| is) the (word count|number of words) (of|in|for) <f>",
        "word count of <f>",
        "how long is <f> in words",
    ],
    commands=[
        "count (the|) (words|number of words) (in|of) (the file|) <f>",
        "(tell|show|give) me (how many words|the word count) (of|) <f> (has|)",
    ],
)
intent(
    ["wc", "-c", "<f>"],
    run_wc("bytes"),
    0.8,
    questions=[
        "how many (bytes|characters) (are in|are there in|does) <f> (have|)",
        "what is the (byte|character) count of <f>",
    ],
    commands=["count the (bytes|characters) (in|of) <f>"],
)
intent(
    ["date"],
    run_date,
    2.5,
    questions=[
        "what time is it (now|right now|on this machine|)",
        (
            "what('s| is) the (time|date|current time|current date|date"
            " today|time now|date and time)"
        ),
        "what (day|date) is (it|today|it today)",
        "what('s| is) today's date",
        "which day (of the week|) is (it|today)",
        "do you have the time",
        "current (time|date)",
        "what's today",
        (
            "is it (monday|friday|sunday|weekend|noon|past midnight)"
            " (already|today|yet|)"
        ),
        "what does the (system|) clock say",
    ],
    commands=[
        "(show|tell|give) me the (current|) (time|date|date and time)",
        (
            "(print|check|get|display) the (system|current|)"
            " (time|date|clock|date and time)"
        ),
        "date",
    ],
)
intent(
    ["whoami"],
    run_whoami,
    2,
    questions=[
        "who am i (logged in as|)",
        (
            "what('s| is) my (user name|username|login|login name|account"
            " name|user)"
        ),
        "which (user|account) am i (using|logged in as|logged in with|)",
        "who('s| is) (the current user|logged in right now as me)",
        "am i root",
        "as which user (am i|are you) running",
        "under which account am i working",
        "current user",
    ],
    commands=[
        (
            "(show|print|tell me|give me|display) (my|the) (user"
            " name|username|current user|login name|account name)"
        ),
        "(tell|show) me (who i am|which user i am)",
        "whoami",
    ],
)
intent(
    ["uname", "-a"],
    run_uname,
    1.8,
    questions=[
        (
            "what (operating system|system|os|kind of system|platform) (is"
            " this|am i on|am i using|is this machine running|do i have|does"
            " this computer run)"
        ),
        (
            "what('s| is) the (kernel|) (architecture|system"
            " information|platform)"
        ),
        (
            "is this (linux|a mac|macos|linux or macos|unix|a 64-bit"
            " system|arm or x86)"
        ),
        "what kind of (machine|system|computer) is this",
    ],
    commands=[
        (
            "(show|print|give me|get|display) (the|all|)"
            " (system|kernel|os|platform) (information|info|details)"
        ),
        "identify the (operating|) system",
        "uname",
    ],
)
intent(
    ["uname", "-r"],
    run_uname_release,
    1.2,
    questions=[
        (
            "(which|what) (linux|) kernel (version|release|) (is this|am i"
            " running|is running|do i have|is installed|is in use)"
        ),
        "what('s| is) (the|my) kernel (version|release)",
        "kernel version",
    ],
    commands=[
        "(show|print|tell me|get|check) (the|my|) (linux|) kernel"
        " (version|release)"
    ],
)
intent(
    ["cat", "/etc/os-release"],
    run_os_release,
    1.2,
    questions=[
        (
            "(which|what) (linux|) (distribution|distro|linux version|ubuntu"
            " version|debian version|version of linux|version of"
            " ubuntu|version of debian) (is this|am i running|am i on|is"
            " installed|do i have|runs here)"
        ),
        "which linux is (this|installed)",
    ],
    commands=[
        "(show|tell me|print|check) (the|which|) (linux|)"
        " (distribution|distro|os release|os version) (name|information|this"
        " is|)"
    ],
)
intent(
    ["sw_vers"],
    run_sw_vers,
    1,
    questions=[
        (
            "(which|what) (version of macos|macos version|mac os"
            " version|macos|version of mac os) (is this|am i running|is"
            " installed|do i have|am i on)"
        ),
        "what('s| is) my macos version",
    ],
    commands=[
        "(show|check|tell me|print) (the|my|) (macos|mac os|mac) version"
    ],
)
intent(
    ["stat", "<f>"],
    run_stat,
    2.6,
    questions=[
        "how (big|large|heavy) is (the file|) <f>",
        "what('s| is) the (size|file size) of (the file|) <f>",
        "how many bytes is <f>",
        (
            "when was (the file|) <f> (last|)"
            " (modified|changed|edited|updated|touched|written)"
        ),
        (
            "when did (i|someone|anyone) (last|)"
            " (change|edit|modify|update|touch) <f>"
        ),
        "who owns (the file|) <f>",
        "who is the owner of <f>",
        (
            "what (permissions|access rights|mode) (does|has) (the file|) <f>"
            " (have|)"
        ),
        "what('s| is) the (modification|change) (time|date) of <f>",
        "file size of <f>",
    ],
    commands=[
        (
            "(show|tell|give) me the (size|owner|permissions|modification"
            " date|details|metadata|file info|attributes) (of|for) (the"
            " file|) <f>"
        ),
        (
            "(check|get|find out) the (size|permissions|owner|last change) of"
            " (the file|) <f>"
        ),
        "stat <f>",
    ],
)
intent(
    ["file", "<f>"],
    run_file,
    1.6,
    questions=[
        "what (kind|type|sort) of file is <f>",
        "what('s| is) the (file|) (type|format) of <f>",
        "which (format|file type) (is|does) <f> (have|in|)",
        (
            "is <f> (a text file|an image|a binary|really a pdf|text or"
            " binary|a zip|an executable)"
        ),
    ],
    commands=[
        (
            "(tell me|check|determine|identify|find out|detect|show) (the|)"
            " (file type|type|format|kind) of (the file|) <f>"
        ),
        "identify <f>",
    ],
)
intent(
    ["which", "<p>"],
    run_which,
    1.8,
    questions=[
        "where is <p> (installed|located|)",
        (
            "is <p> (installed|available|on this machine|there|on my system|on"
            " the path)"
        ),
        "do i have <p> (installed|here|)",
        (
            "what('s| is) the (path|location|full path) (of|to|for) (the|) <p>"
            " (program|binary|command|executable|)"
        ),
        "which <p> (is used|do i use|am i using|would run)",
    ],
    commands=[
        (
            "(find|locate|show me) (where|) (the|) <p> (is"
            " installed|binary|executable|is|lives|command)"
        ),
        "(check|see|find out) (if|whether) <p> is (installed|available|there)",
        "which <p>",
    ],
)
intent(
    ["<p>", "--version"],
    run_version,
    1.8,
    questions=[
        (
            "(which|what) version of <p> (is installed|do i have|is this|am i"
            " using|is there|runs here|have i got)"
        ),
        (
            "what('s| is) (the|my) (version of <p>|<p> version|installed <p>"
            " version)"
        ),
        "what <p> version (do i have|is installed|is this)",
        "<p> version",
        "how (new|old|recent) is my <p>",
    ],
    commands=[
        "(show|print|check|get|tell me|display) (the|my|) (<p> version|version"
        " of <p>|installed version of <p>|version number of <p>)"
    ],
)
intent(
    ["ps", "aux"],
    run_ps,
    2,
    questions=[
        "what('s| is) running (on this machine|right now|now|on my computer|)",
        (
            "(which|what) (processes|programs|apps|tasks|applications) are"
            " (running|active|open|alive) (now|right now|on this machine|)"
        ),
        "what processes do i have",
        "running processes",
    ],
    commands=[
        (
            "(list|show|display|print) (me|) (all|the|)"
            " (running|active|current|) (processes|programs|tasks|process"
            " list)"
        ),
        "(show|list) everything that('s| is) running",
        "list all (processes|running programs|tasks)",
    ],
)
intent(
    ["ps", "aux", "--sort=-%cpu"],
    run_ps_by_cpu,
    1.4,
    questions=[
        (
            "(what|which process|which program|which app|who) (is"
            " using|uses|is eating|is hogging|eats|takes|is burning) (the most"
            " cpu|all the cpu|so much cpu|my cpu|the most processor time|the"
            " processor)"
        ),
        (
            "why is (my|the|this) (computer|machine|laptop|cpu) (so|)"
            " (slow|hot|busy)"
        ),
        (
            "what('s| is) (slowing down|keeping busy) (my|this)"
            " (computer|machine)"
        ),
        "top cpu (processes|users|consumers)",
    ],
    commands=[
        "(show|list|find|sort) (the|) (processes|programs)"
        " (by|using|with|sorted by) (the most|highest|) (cpu|cpu usage|cpu"
        " use|processor use)"
    ],
)
intent(
    ["ps", "aux", "--sort=-%mem"],
    run_ps_by_memory,
    1.4,
    questions=[
        (
            "(what|which process|which program|which app|who) (is"
            " using|uses|is eating|is hogging|eats|takes|needs) (the most"
            " memory|all the memory|so much memory|my ram|the most ram|all my"
            " ram)"
        ),
        "what('s| is) (eating|using up|filling) (my|the) (ram|memory)",
        "top memory (processes|users|consumers)",
    ],
    commands=[
        "(show|list|find|sort) (the|) (processes|programs)"
        " (by|using|with|sorted by) (the most|highest|) (memory|memory"
        " usage|ram|ram usage)"
    ],
)
intent(
    ["pgrep", "-l", "<p>"],
    run_pgrep,
    1.6,
    questions=[
        "is <p> (running|up|active|alive|still running|currently running)",
        "what('s| is) the (pid|process id|process number) of <p>",
        "(are there|do i have) any <p> processes (running|)",
        "which pid does <p> have",
    ],
    commands=[
        "(check|see|find out) (if|whether) <p> is (running|up|alive)",
        (
            "(find|get|show) (me|) (the|) (pid|process id|process|processes)"
            " (of|for|named|called) <p>"
        ),
    ],
)
intent(
    ["uptime"],
    run_uptime,
    2.2,
    questions=[
        (
            "how long has (this|the|my)"
            " (machine|computer|system|server|mac|box|laptop) been"
            " (up|on|running|switched on|powered on)"
        ),
        (
            "how long (have we been up|since the last reboot|since the last"
            " restart|is it since the last boot)"
        ),
        (
            "when (was|did) (the|this|my) (computer|machine|system|server)"
            " (last|) (rebooted|boot|restarted|start)"
        ),
        "what('s| is) the (load average|system load|load|uptime)",
        "how (busy|loaded) is (this|the) (machine|system|server|computer)",
        "uptime",
    ],
    commands=[
        "(show|tell|give) me (the|) (uptime|load average|system load|load)",
        "(check|print|get) (the|) (uptime|system load|load average)",
    ],
)
intent(
    ["free", "-h"],
    run_free,
    2.4,
    questions=[
        (
            "how much (free|) (memory|ram) (do i have|is left|is there|is"
            " available|is free|is used|is in use|have i got|does this machine"
            " have|is installed)"
        ),
        "what('s| is) (my|the) (memory|ram) (usage|use|situation)",
        "am i (running out of|low on|short of) (memory|ram)",
        "(free|available|used) (memory|ram)",
        "is (the|my) (memory|ram) (full|nearly full|used up)",
        "do i have enough (ram|memory) (left|)",
        (
            "how many (gigs|gigabytes|gb) of (ram|memory) (do i have|are"
            " there|are free|does this have)"
        ),
        "is there any swap (in use|being used|)",
    ],
    commands=[
        (
            "(show|check|display|get|tell me) (the|my|) (memory|ram|free"
            " memory|memory usage|ram usage|swap usage)"
        ),
        "report memory (usage|use)",
    ],
)
intent(
    ["touch", "<f>"],
    silent("(Created|I created) the (empty|) file <f>."),
    2.2,
    commands=[
        (
            "(create|make|add|start) (an|a|a new|the|a blank|) (empty|new|)"
            " file (called|named|with the name|) <f>"
        ),
        "(create|make) <f>",
        "touch <f>",
        "(create|make) (an|) empty <f>",
        "new (empty|) file <f>",
        "i need an empty file (called|named) <f>",
        "make me a file (called|named) <f>",
    ],
)
intent(
    ["mkdir", "<k>"],
    silent("(Created|I created) the folder <k>."),
    2.2,
    commands=[
        (
            "(create|make|add|set up) (a|a new|the|) (folder|directory|dir)"
            " (called|named|with the name|) <k>"
        ),
        "(create|make) a <k> (folder|directory)",
        "mkdir <k>",
        "new (folder|directory) <k>",
        "i need a (new|) (folder|directory) (called|named|for) <k>",
        "make me a (folder|directory) (called|named) <k>",
    ],
)
intent(
    ["mkdir", "-p", "<kk>"],
    silent("(Created|I created) the folder <kk>."),
    0.8,
    commands=[
        (
            "(create|make) (the|) (nested|)"
            " (folders|directories|folder|directory) <kk> (including|with|and)"
            " (the|) (parents|missing parents|parent folders|all parents)"
        ),
        (
            "(create|make) the (whole|full) (path|folder path|directory tree)"
            " <kk>"
        ),
    ],
)
intent(
    ["rmdir", "<k>"],
    silent("(Removed|I removed) the folder <k>."),
    1.4,
    commands=[
        (
            "(remove|delete|get rid of) (the|that|my|) empty"
            " (folder|directory) (called|named|) <k>"
        ),
        "rmdir <k>",
        "delete the (folder|directory) <k>, it's empty",
        (
            "(remove|delete) (the|) <k> (folder|directory)( which is empty|,"
            " it is empty)"
        ),
    ],
)
intent(
    ["rm", "<f>"],
    silent("(Deleted|I deleted|Removed) <f>."),
    2.2,
    commands=[
        (
            "(delete|remove|erase|get rid of|throw away|trash|kill"
            " off|rm|wipe) (the|that|my|) (file|) <f>"
        ),
        "i don't need <f> (anymore|any more), delete it",
        "<f> can go, (delete|remove) it",
        "(delete|remove) <f> (from this folder|from here|)",
    ],
)
intent(
    ["rm", "-r", "<k>"],
    silent("(Deleted|I deleted|Removed) the folder <k> and everything in it."),
    1.4,
    commands=[
        (
            "(delete|remove|erase|get rid of) (the|that|my|)"
            " (folder|directory|whole folder|entire directory) <k> (and"
            " everything in it|with all its contents|and all its files|with"
            " everything inside|recursively|)"
        ),
        (
            "(delete|remove) <k> and (everything in it|all its contents|all"
            " files inside)"
        ),
        (
            "(delete|remove) the <k> (folder|directory) (and its"
            " contents|completely|recursively)"
        ),
    ],
)
intent(
    ["mv", "<f>", "<g>"],
    silent("(Renamed|I renamed) <f> to <g>."),
    2.2,
    commands=[
        "rename (the|) (file|) <f> (to|as|into) <g>",
        "(change|switch) the name of <f> to <g>",
        "give <f> the (new|) name <g>",
        "<f> should be (called|named) <g>, rename it",
        "mv <f> <g>",
        "(call|name) <f> <g> (instead|from now on)",
    ],
)
intent(
    ["mv", "<f>", "<d>"],
    silent("(Moved|I moved) <f> to <d>."),
    1.8,
    commands=[
        (
            "move (the|) (file|) <f> (to|into|in|over to) (the|my|) <d>"
            " (folder|directory|)"
        ),
        "put <f> (in|into|inside) (the|my|) <d> (folder|directory|)",
    ],
)
intent(
    ["cp", "<f>", "<g>"],
    silent("(Copied|I copied) <f> to <g>."),
    2,
    commands=[
        "copy (the|) (file|) <f> (to|as|into) <g>",
        (
            "(make|create) a (copy|backup|backup copy|duplicate) of <f>"
            " (called|named|as|with the name) <g>"
        ),
        "duplicate <f> as <g>",
        "back up <f> (to|as) <g>",
        "save a copy of <f> (as|under the name) <g>",
        "cp <f> <g>",
    ],
)
intent(
    ["cp", "<f>", "<d>"],
    silent("(Copied|I copied) <f> to <d>."),
    1.2,
    commands=[
        (
            "copy (the|) (file|) <f> (to|into|over to) (the|my|) <d>"
            " (folder|directory)"
        ),
        "put a copy of <f> (in|into) (the|my|) <d> (folder|directory|)",
    ],
)
intent(
    ["cp", "-r", "<k>", "<d>"],
    silent("(Copied|I copied) the folder <k> to <d>."),
    1,
    commands=[
        "copy (the|) (folder|directory|whole folder) <k> (to|into|as) <d>",
        (
            "(make|create) a (copy|backup) of the (folder|directory) <k>"
            " (in|as|called) <d>"
        ),
        (
            "copy the <k> (folder|directory) (and everything in"
            " it|recursively|) to <d>"
        ),
    ],
)
intent(
    ["git", "status"],
    run_git_status,
    2.2,
    questions=[
        "what('s| is) the (git|repo|repository) (status|state)",
        (
            "what (has|have) (changed|i changed) (in this repo|in the"
            " repository|in git|since the last commit|)"
        ),
        (
            "(are there|do i have) (any|)"
            " (uncommitted|unstaged|untracked|pending) (changes|files|work)"
        ),
        (
            "is (my|the) (working tree|repo|repository|working copy)"
            " (clean|dirty)"
        ),
        (
            "which files (have i changed|are modified|are untracked) (in"
            " git|in the repo|)"
        ),
        "git status",
    ],
    commands=[
        "(show|print|check|get|tell me) (the|) git status",
        (
            "(check|see) (the|) (status|state) of (the|this|my)"
            " (repo|repository|git repo|working tree)"
        ),
        (
            "(show|list) (me|) (the|) (modified|changed|uncommitted) files (in"
            " git|in the repo|)"
        ),
    ],
)
intent(
    ["git", "log", "--oneline"],
    run_git_log,
    1.5,
    questions=[
        "what('s| is) the (commit|git) history",
        "what are the (latest|last|recent) commits",
        "which commits (are there|were made|have been made)",
        "what was (committed|the last commit|commited) (recently|last|)",
        "who committed what",
    ],
    commands=[
        (
            "(show|print|list|display) (me|) (the|) (git log|commit"
            " history|commits|git history|recent commits|history of this repo)"
        ),
        "git log",
    ],
)
intent(
    ["git", "log", "--oneline", "-n", "<n>"],
    run_git_log,
    1.6,
    questions=["what (are|were) the (last|latest) <n> commits"],
    commands=[
        "(show|print|list|display|give me) (the|) (last|latest|most"
        " recent|newest) <n> (commits|git commits|log entries|commits in the"
        " log)"
    ],
)
intent(
    ["git", "diff"],
    run_git_diff,
    1.6,
    questions=[
        "what did i change (in the code|in this repo|exactly|)",
        "what('s| is) (the diff|different|changed line by line)",
        "what are my (unstaged|uncommitted|) (edits|code changes)",
    ],
    commands=[
        (
            "(show|print|display) (me|) (the|my|) (git diff|diff|unstaged"
            " changes|changes line by line|changes in detail|code changes)"
        ),
        "git diff",
    ],
)
intent(
    ["git", "diff", "<f>"],
    run_git_diff,
    1.2,
    questions=[
        "what (did i change|has changed|changed) in <f> (since the last"
        " commit|)"
    ],
    commands=[
        (
            "(show|print|display) (me|) (the|my|) (diff|git diff|changes)"
            " (of|for|in|to) <f>"
        ),
        "git diff <f>",
    ],
)
intent(
    ["git", "branch"],
    run_git_branch,
    1.4,
    questions=[
        (
            "(which|what) (git|) branches (are there|do i have|exist|does this"
            " repo have)"
        ),
        "how many branches (are there|do i have)",
    ],
    commands=[
        "(show|list|print|display) (me|) (all|the|my|) (git|local|) branches",
        "list branches",
        "git branch",
    ],
)
intent(
    ["git", "branch", "--show-current"],
    run_git_current_branch,
    1.5,
    questions=[
        (
            "(which|what) (git|) branch (am i on|is this|is checked out|is"
            " active|are we on)"
        ),
        "what('s| is) (the|my) current (git|) branch",
        "on (which|what) branch am i",
    ],
    commands=["(show|print|tell me) (the|my|) (current|active) (git|) branch"],
)
intent(
    ["git", "branch", "<b>"],
    silent("(Created|I created) the branch <b>."),
    1.2,
    commands=[
        "(create|make|add|start) a (new|) (git|) branch (called|named|) <b>",
        "new branch <b>",
    ],
)
intent(
    ["git", "switch", "<b>"],
    silent("(Switched|I switched) to the branch <b>."),
    1.2,
    commands=[
        "(switch|change|go|move) to (the|) (git|) branch <b>",
        "(switch|change|go) to the <b> branch",
        "check ?out (the|) (branch|) <b>",
        "checkout <b>",
    ],
)
intent(
    ["git", "add", "<f>"],
    silent("(Staged|I staged) <f>."),
    1.5,
    commands=[
        "(stage|git add) (the|) (file|changes in|) <f> (for commit|in git|)",
        (
            "add <f> to (git|the index|the staging area|the next"
            " commit|version control|the repo)"
        ),
        "(track|put) <f> (with|in|under) (git|version control)",
    ],
)
intent(
    ["git", "add", "."],
    silent("(Staged|I staged) all changes."),
    0.9,
    commands=[
        (
            "stage (all|everything|all changes|all my changes|all files|the"
            " whole folder)"
        ),
        (
            "add (everything|all files|all changes) to (git|the index|the"
            " staging area|the next commit)"
        ),
        "git add everything",
    ],
)
intent(
    ["git", "commit", "-m", "<m>"],
    run_git_commit,
    2,
    commands=[
        'commit (with|using) (the|) message "<m>"',
        (
            "(commit|git commit) (the changes|everything|my changes|the staged"
            " changes|this|my work|) (with|using) (the|) (commit|) message"
            " (\"<m>\"|'<m>'|<m>)"
        ),
        (
            "(make|create) a commit (saying|called|with the message|named)"
            " (\"<m>\"|'<m>')"
        ),
        'commit this as "<m>"',
    ],
)
intent(
    ["git", "pull"],
    lambda slots: (
        ("Already up to date.\n", "The repository is already up to date.")
        if chance(0.5)
        else (
            (
                f"Updating {commit_hash()}..{commit_hash()}\nFast-forward\n"
                f" {file_name(TEXT_EXTENSIONS,0)} | {randint(1,40)} +++--\n 1"
                " file changed\n"
            ),
            "Pulled the latest changes; 1 file changed.",
        )
    ),
    0.9,
    commands=[
        (
            "(pull|get|fetch) (the|) (latest|newest) (changes|commits|version)"
            " (from the remote|from origin|from git|)"
        ),
        "git pull",
        "update (the|this|my) (repo|repository) from (the remote|origin)",
    ],
)
intent(
    ["git", "init"],
    lambda slots: (
        (
            "Initialized empty Git repository in"
            f" /home/{choose(USERS)}/{random_word()}/.git/\n"
        ),
        "Created an empty Git repository here.",
    ),
    0.7,
    commands=[
        (
            "(create|start|initialize|init|set up) a (new|) git"
            " (repo|repository) (here|in this folder|)"
        ),
        "make this (folder|directory) a git (repo|repository)",
    ],
)
intent(
    ["git", "remote", "-v"],
    lambda slots: (
        lambda u: (
            f"origin\t{u} (fetch)\norigin\t{u} (push)\n",
            f"The remote origin is {u}.",
        )
    )(f"https://github.com/{choose(USERS)}/{random_word()}.git"),
    0.8,
    questions=[
        "(which|what) (git|) remotes (are there|do i have|are set up)",
        (
            "what('s| is) the (remote url|git remote|remote|url of origin) (of"
            " this repo|)"
        ),
        "where does this repo push to",
    ],
    commands=["(show|list) (the|my|) git remotes"],
)
intent(
    ["grep", "-n", "<x>", "<f>"],
    run_grep,
    2.4,
    questions=[
        (
            "does <f> (contain|mention|include|have) (the word|the text|the"
            " string|) (<x>|\"<x>\"|'<x>')"
        ),
        (
            'where (does|is) ("<x>"|<x>|the word <x>)'
            " (appear|occur|mentioned|used|) in <f>"
        ),
        (
            "(which|what) lines (of|in) <f> (contain|mention|have|match)"
            " (<x>|\"<x>\"|'<x>')"
        ),
        (
            'is (the word|) (<x>|"<x>") (in|anywhere in|mentioned in|found'
            " in) <f>"
        ),
    ],
    commands=[
        (
            "(search|look|grep) for (the word|the text|lines with|lines"
            " containing|) (<x>|\"<x>\"|'<x>') in (the file|) <f>"
        ),
        (
            "(find|show|get) (me|) (all|the|)"
            " (lines|occurrences|matches|places)"
            " (with|of|containing|mentioning) (<x>|\"<x>\"|'<x>') in <f>"
        ),
        "(search|grep) <f> for (<x>|\"<x>\"|'<x>')",
        "grep <x> in <f>",
        'find (<x>|"<x>") in <f>',
    ],
)
intent(
    ["grep", "-rn", "<x>", "<d>"],
    run_grep_tree,
    1.5,
    questions=[
        (
            "which files in (the|) <d> (folder|directory|)"
            ' (contain|mention|use|have) (<x>|"<x>"|the word <x>)'
        ),
        (
            'where is (<x>|"<x>") (used|mentioned|defined) in (the|) <d>'
            " (folder|directory)"
        ),
    ],
    commands=[
        (
            "(search|grep|look) (recursively|) (through|in|inside) (all files"
            " in|the folder|the directory|everything under) <d> for"
            " (<x>|\"<x>\"|'<x>')"
        ),
        (
            "(find|show) (all|) (files|places|occurrences)"
            ' (containing|mentioning|of) (<x>|"<x>") (in|under|inside) (the|)'
            " (folder|directory) <d>"
        ),
    ],
)
intent(
    ["grep", "-rn", "<x>", "."],
    lambda slots: run_grep_tree({**slots, "d": "."}),
    1.4,
    questions=[
        (
            "which files (here|in this folder|in this project|)"
            ' (contain|mention|use) (the word|the text|) (<x>|"<x>")'
        ),
        (
            "where (in this project|in this folder|in the code|in the source)"
            ' is (<x>|"<x>") (used|mentioned|written)'
        ),
    ],
    commands=[
        (
            '(search|grep|look) (for|) (<x>|"<x>"|the word <x>) in (all'
            " files|every file|the whole project|this folder|this"
            " directory|the codebase|all the files here)"
        ),
        (
            "find (all|every) (file|place|mention) (that"
            ' mentions|with|containing|of) (<x>|"<x>") (here|in this project|)'
        ),
    ],
)
intent(
    ["find", ".", "-name", "<f>"],
    run_find,
    2,
    questions=[
        (
            "where (is|did i put|did i save|can i find) (the|a|my|) (file|)"
            " (called|named|) <f>"
        ),
        (
            "is there a file (called|named) <f> (somewhere|anywhere) (here|in"
            " this folder|)"
        ),
        "in which (folder|directory) is <f>",
    ],
    commands=[
        (
            "(find|locate|look for|search for) (the|a|any|) (file|files)"
            " (called|named|) <f>"
        ),
        (
            "(find|locate|look for) <f> (somewhere here|in this folder|in this"
            " directory|under this folder|in the current directory|for"
            " me|anywhere below this folder|)"
        ),
    ],
)
intent(
    ["find", ".", "-name", "*.<e>"],
    run_find,
    2,
    questions=[
        (
            "(which|what) (.<e>|<e>) files (are there|do i have|exist)"
            " (here|in this folder|in this project|)"
        ),
        "where are (the|my|all) (.<e>|<e>) files",
        "(are there|do i have) any (.<e>|<e>) files (here|around|)",
    ],
    commands=[
        (
            "(find|list|show|locate|search for|get) (me|) (all|every|the|my)"
            " (.<e>|<e>) (files|file) (here|in this folder|in this"
            " directory|under this folder|recursively|in this project|in the"
            " subfolders|)"
        ),
        (
            "find (all|) files (ending in|with the extension|with"
            " extension|that end with) .<e>"
        ),
    ],
)
intent(
    ["find", "<d>", "-name", "*.<e>"],
    run_find,
    1.5,
    questions=[
        "(which|what) (.<e>|<e>) files are (in|under|inside) (the|) <d>"
        " (folder|directory|)"
    ],
    commands=[
        "(find|list|show|locate) (all|every|the|) (.<e>|<e>) files"
        " (in|under|inside|below) (the|my|) <d> (folder|directory|)"
    ],
)
intent(
    ["find", "<d>", "-name", "<f>"],
    run_find,
    1,
    questions=[
        "where (in|under) <d> is (the file|) <f>",
        "is <f> somewhere (in|under|inside) (the|) <d> (folder|directory|)",
    ],
    commands=[
        "(find|locate|look for|search for) (the file|) <f>"
        " (in|under|inside|below) (the|my|) <d> (folder|directory|)"
    ],
)
intent(
    ["find", ".", "-type", "d"],
    lambda slots: (
        lambda L: (
            ".\n" + "\n".join("./" + x for x in L) + "\n",
            f"The folders are {join_words(L)}.",
        )
    )(RANDOM.sample(FOLDERS, randint(1, 5))),
    0.8,
    questions=[
        "(which|what) (subfolders|subdirectories|sub-directories) (are"
        " there|are here|do i have|exist here)"
    ],
    commands=[
        "(list|show|find) (all|the|only|) (the|)"
        " (subfolders|subdirectories|directories|folders) (here|below this"
        " one|under here|recursively|)"
    ],
)
intent(
    ["find", ".", "-size", "+<n>M"],
    run_find,
    1,
    questions=[
        (
            "(which|what) files are (bigger|larger|over|more) than <n>"
            " (mb|MB|megabytes|M)"
        ),
        (
            "(are there|do i have) (any|) files (over|above|bigger than|larger"
            " than) <n> ?(mb|MB|megabytes)"
        ),
    ],
    commands=[
        (
            "(find|list|show) (all|) files (bigger|larger) than <n>"
            " ?(mb|MB|megabytes|megs)"
        ),
        "(find|list) files over <n> ?(mb|MB|megabytes)",
    ],
)
intent(
    ["sort", "<f>"],
    run_sort,
    1.5,
    commands=[
        "sort (the|) (lines|contents|rows|entries) (of|in) <f>",
        "(sort|order) (the file|) <f> (alphabetically|)",
        (
            "(show|print|display) (me|) <f> (sorted|in alphabetical order|in"
            " sorted order|sorted alphabetically)"
        ),
    ],
)
intent(
    ["sort", "-n", "<f>"],
    run_sort,
    0.7,
    commands=[
        (
            "sort (the|) (lines|numbers) (of|in) <f> (numerically|by number|as"
            " numbers)"
        ),
        "sort <f> numerically",
    ],
)
intent(
    ["id"],
    run_id,
    1.2,
    questions=[
        (
            "what('s| is) my (uid|user id|user number|numeric user id|uid and"
            " gid)"
        ),
        "what are my (ids|user and group ids)",
    ],
    commands=[
        "(show|print|tell me|give me) my (uid|user id|uid and gid|user and"
        " group ids|ids)"
    ],
)
intent(
    ["id", "<u>"],
    run_id,
    0.9,
    questions=[
        "what('s| is) the (uid|user id) of (the user|) <u>",
        "which (groups|uid) does (the user|) <u> (have|belong to)",
    ],
    commands=[
        "(show|look up|get) the (uid|user id|ids|groups) (of|for) (the"
        " user|) <u>"
    ],
)
intent(
    ["groups"],
    run_groups,
    1.2,
    questions=[
        (
            "(which|what) groups (am i in|do i belong to|is my user in|am i a"
            " member of)"
        ),
        "what are my groups",
        "am i in the (sudo|docker|wheel|admin) group",
    ],
    commands=[
        "(show|list|print) (my|the) (groups|group memberships|user groups)"
    ],
)
intent(
    ["hostname"],
    run_hostname,
    2,
    questions=[
        (
            "what('s| is) (the|this|my) (hostname|host name|computer"
            " name|machine name|computer's name|name of this computer|name of"
            " this machine|server name)"
        ),
        "what is (this|my) (computer|machine|server|mac|box) (called|named)",
        "(which|what) (host|machine|server) (is this|am i on)",
        "hostname",
    ],
    commands=[
        "(show|print|tell me|display) (the|my|) (hostname|host name|computer"
        " name|machine name|name of this machine)"
    ],
)
intent(
    ["lscpu"],
    run_lscpu,
    1.5,
    questions=[
        (
            "(which|what) (cpu|processor|chip|kind of cpu|cpu model|processor"
            " model) (is this|do i have|is in this machine|does this machine"
            " have|is inside|have i got)"
        ),
        "what('s| is) (my|the) (cpu|processor) (model|type|)",
        "tell me about (my|the) (cpu|processor)",
    ],
    commands=[
        (
            "(show|print|display|get|give me) (the|my|) (cpu|processor)"
            " (info|information|details|specs|model)"
        ),
        "describe (the|my) (cpu|processor)",
    ],
)
intent(
    ["nproc"],
    run_nproc,
    1.8,
    questions=[
        (
            "how many (cpus|cores|cpu cores|processors|processor"
            " cores|threads|logical cpus) (do i have|are there|does this"
            " machine have|does this computer have|has this machine|are"
            " available|can i use)"
        ),
        "what('s| is) the number of (cpus|cores|cpu cores|processors)",
        "number of (cores|cpus)",
    ],
    commands=[
        "count (the|my) (cpus|cores|cpu cores|processors)",
        (
            "(show|tell me|print) (the|) number of (cpus|cores|cpu"
            " cores|processors)"
        ),
    ],
)
intent(
    ["sysctl", "-n", "machdep.cpu.brand_string"],
    run_mac_cpu,
    0.7,
    questions=[
        "(which|what) (cpu|processor|chip) (does this mac have|is in this"
        " mac|is in my mac|does my mac have)"
    ],
    commands=["(show|tell me) the (cpu|processor|chip) of (this|my) mac"],
)
intent(
    ["vm_stat"],
    lambda slots: (
        (
            "Mach Virtual Memory Statistics: (page size of 16384"
            " bytes)\nPages free:                              "
            f" {randint(3000,90000)}.\nPages active:                          "
            f"  {randint(100000,900000)}.\nPages inactive:                    "
            f"      {randint(100000,900000)}.\n"
        ),
        "The memory statistics of this Mac are in the output.",
    ),
    0.5,
    questions=["how much (memory|ram) is (free|used) on (this|my) mac"],
    commands=[
        "(show|check) the memory (statistics|usage) (of|on) (this|my) mac"
    ],
)
intent(
    ["lsblk"],
    run_lsblk,
    1.4,
    questions=[
        (
            "(which|what) (disks|drives|block devices|partitions|hard"
            " drives|storage devices) (are there|do i have|are attached|are"
            " connected|does this machine have)"
        ),
        (
            "how many (disks|drives|partitions) (do i have|are there|are"
            " attached)"
        ),
        "how are (my|the) disks partitioned",
    ],
    commands=[
        "(list|show|display|print) (me|) (all|the|my|) (block"
        " devices|disks|drives|partitions|attached disks|hard drives)"
    ],
)
intent(
    ["ip", "addr"],
    run_ip_addr,
    1.8,
    questions=[
        (
            "what('s| is) (my|the|this machine's|this computer's) (local|)"
            " (ip|ip address|network address)"
        ),
        (
            "which (ip|ip address|network interfaces|interfaces) (do i"
            " have|does this machine have|does this computer have|are there)"
        ),
        "am i connected to (the|a) network",
        "ip address",
    ],
    commands=[
        "(show|print|tell me|get|display|list) (my|the|) (local|) (ip|ip"
        " address|ip addresses|network interfaces|network"
        " configuration|network config)"
    ],
)
intent(
    ["ifconfig"],
    run_ifconfig,
    0.8,
    questions=[
        "what('s| is) (my|the) ip address (of|on) (this|my) mac",
        "what('s| is) my mac's ip (address|)",
    ],
    commands=["(show|list) the network interfaces (of|on) (this|my) mac"],
)
intent(
    ["ip", "route"],
    run_ip_route,
    1.1,
    questions=[
        "what('s| is) (my|the) (default|) (gateway|route|router"
        " address|router's ip|router ip)"
    ],
    commands=[
        "(show|print|list) (me|) (the|my|) (default gateway|default"
        " route|routes|routing table|gateway)"
    ],
)
intent(
    ["ping", "-c", "4", "<h>"],
    run_ping,
    1.8,
    questions=[
        (
            "(is|can i reach|can you reach) <h>"
            " (reachable|up|online|alive|responding|)"
        ),
        "is the (connection|link) to <h> (working|ok|alive|up)",
        "does <h> (respond|answer|reply|respond to ping)",
        "how (fast|slow) is the connection to <h>",
    ],
    commands=[
        "ping <h>",
        (
            "(check|test|see) (if|whether) <h> is"
            " (up|online|reachable|alive|answering)"
        ),
        "(test|check) the connection to <h>",
    ],
)
intent(
    ["ping", "-c", "<n>", "<h>"],
    run_ping,
    1,
    commands=[
        "ping <h> <n> times",
        "send <n> (pings|ping packets|packets|echo requests) to <h>",
    ],
)
intent(
    ["env"],
    run_env,
    1.2,
    questions=[
        (
            "(which|what) (environment|env) (variables|vars) (are set|do i"
            " have|are there|are defined)"
        ),
        "what('s| is) in my environment",
    ],
    commands=[
        "(show|list|print|display|dump) (me|) (all|the|my|) (environment"
        " variables|env vars|environment|env)"
    ],
)
intent(
    ["printenv", "<v>"],
    run_printenv,
    1.8,
    questions=[
        (
            "what('s| is) (the|my|) (value of|) (the|) (environment|)"
            " (variable|) <v> (set to|)"
        ),
        "what('s| is) (in|inside) (the|) (environment variable|env var|) <v>",
        "is <v> set",
    ],
    commands=[
        (
            "(show|print|display|tell me|get|echo) (me|) (the|my|) (value"
            " of|environment variable|) <v> (variable|)"
        ),
        "(show|print) \\$<v>",
    ],
)
intent(
    ["chmod", "+x", "<f>"],
    silent("<f> is now executable."),
    1.6,
    commands=[
        "make (the|) (file|script|) <f> executable",
        (
            "(set|add|give) (the|) (execute|executable|exec)"
            " (bit|permission|flag|rights) (on|to|for) <f>"
        ),
        "(allow|let) <f> (to be run|be executed|to run)",
        "mark <f> as executable",
        "i want to be able to run <f>",
    ],
)
intent(
    ["chmod", "<o>", "<f>"],
    silent("The permissions of <f> are now <o>."),
    1.6,
    commands=[
        (
            "(set|change) (the|) (permissions|mode|access rights|permission)"
            " (of|on|for) <f> to <o>"
        ),
        "chmod <o> <f>",
        "chmod <f> to <o>",
        "give <f> (the|) (mode|permissions) <o>",
    ],
)
intent(
    ["ln", "-s", "<f>", "<g>"],
    silent("(Created|I created) the link <g> to <f>."),
    1.5,
    commands=[
        (
            "(create|make|add|set up) a (symbolic link|symlink|soft link|link)"
            " (called|named|) <g> (to|pointing to|pointing at|that points"
            " to|for) <f>"
        ),
        "(symlink|link) <f> (as|to) <g>",
        (
            "(create|make) a (symlink|symbolic link|link) (from <g> to <f>|to"
            " <f> called <g>|to <f> named <g>)"
        ),
    ],
)
intent(
    ["tar", "-czf", "<t>", "<k>"],
    silent("(Packed|I packed) <k> into <t>."),
    1.6,
    commands=[
        (
            "(compress|pack|archive|bundle|put) (the|) (folder|directory|) <k>"
            " (into|as|to|in) <t>"
        ),
        (
            "(create|make|build) (an|a|the) (archive|tarball|tar"
            " archive|compressed archive|tar file) (called|named|) <t>"
            " (of|from|with|out of|containing) (the|) (folder|directory|) <k>"
        ),
        "tar (up|) (the folder|) <k> (into|as) <t>",
    ],
)
intent(
    ["tar", "-xzf", "<t>"],
    silent("(Unpacked|Extracted) <t>."),
    1.5,
    commands=[
        (
            "(extract|unpack|uncompress|decompress|open up|untar|unzip|expand)"
            " (the|) (archive|tarball|file|) <t>"
        ),
        "(extract|unpack) everything from <t>",
    ],
)
intent(
    ["tar", "-tzf", "<t>"],
    run_tar_list,
    1.2,
    questions=[
        "what('s| is| files are) (in|inside) (the|) (archive|tarball) <t>",
        "what does (the|) (archive|tarball) <t> contain",
    ],
    commands=[
        (
            "(list|show) (me|) (the|all|) (files|contents) (in|of|inside)"
            " (the|) (archive|tarball) <t>"
        ),
        (
            "(list|show) what('s| is) (in|inside) (the archive|) <t> (without"
            " extracting it|)"
        ),
    ],
)
intent(
    ["unzip", "<z>"],
    silent("(Unpacked|Extracted) <z>."),
    1,
    commands=[
        "(unzip|extract|unpack|decompress) (the|) (file|archive|zip file|) <z>"
    ],
)
intent(
    ["zip", "-r", "<z>", "<k>"],
    silent("(Packed|I packed) <k> into <z>."),
    0.9,
    commands=[
        "zip (up|) (the|) (folder|directory|) <k> (into|as|to) <z>",
        (
            "(create|make) a zip (file|archive|) (called|named|) <z>"
            " (of|from|with) (the|) (folder|) <k>"
        ),
    ],
)
intent(
    ["sed", "-i", "s/<x>/<y>/g", "<f>"],
    silent("(Replaced|I replaced) <x> with <y> in <f>."),
    1.6,
    commands=[
        (
            "(replace|substitute) (all|every|) (occurrences of|instances"
            " of|mentions of|) (<x>|\"<x>\"|'<x>') (with|by)"
            " (<y>|\"<y>\"|'<y>') in <f>"
        ),
        (
            '(change|turn) (every|all|each) (<x>|"<x>") (to|into) (<y>|"<y>")'
            " in (the file|) <f>"
        ),
        'in <f>,? (replace|change|swap) (<x>|"<x>") (with|to|for) (<y>|"<y>")',
    ],
)
intent(
    ["sed", "-n", "<n>p", "<f>"],
    lambda slots: (
        lambda l: (l + "\n", f"Line {slots['n']} of {slots['f']} is: {l}")
    )(text_line()),
    1.2,
    questions=[
        "what('s| is) (on|in) line <n> (of|in) <f>",
        "what does line <n> of <f> say",
    ],
    commands=[
        "(show|print|display|give me|read) (only|me|) line (number|) <n>"
        " (of|from|in) (the file|) <f>"
    ],
)
intent(
    ["sed", "-n", "<n>,<n2>p", "<f>"],
    lambda slots: (
        lambda L: (
            "\n".join(L) + "\n",
            f"Line {slots['n']} of {slots['f']} is: {L[0]}",
        )
    )([text_line() for _ in range(randint(1, 4))]),
    1,
    questions=["what('s| is) (on|in) lines <n> (to|through|-) <n2> of <f>"],
    commands=[
        "(show|print|display|give me|read) (me|) lines <n>"
        " (to|through|until|-) <n2> (of|from|in) (the file|) <f>"
    ],
)
intent(
    ["python3", "<py>"],
    run_python_script,
    1.7,
    commands=[
        (
            "(run|execute|start|launch) (the|my|) (python|)"
            " (script|program|file|) <py>"
        ),
        "run <py> (with|using|in) python",
        "python <py>",
    ],
)
intent(
    ["python3", "-m", "venv", "<k>"],
    silent("(Created|I created) the virtual environment <k>."),
    0.8,
    commands=[
        "(create|make|set up) a (python|) (virtual"
        " environment|virtualenv|venv) (called|named|in) <k>"
    ],
)
intent(
    ["python3", "-m", "http.server", "<o4>"],
    lambda slots: (
        (
            f"Serving HTTP on 0.0.0.0 port {slots['o4']}"
            f" (http://0.0.0.0:{slots['o4']}/) ...\n"
        ),
        f"The web server ran on port {slots['o4']}.",
    ),
    0.7,
    commands=[
        (
            "(start|run|launch) a (simple|small|local|) (web|http|python)"
            " server on port <o4>"
        ),
        "serve this (folder|directory) (over http|) on port <o4>",
    ],
)
intent(
    ["bash", "<sh>"],
    run_python_script,
    1.1,
    commands=[
        "(run|execute|start|launch) (the|my|) (shell|bash|) (script|file|)"
        " <sh>"
    ],
)
intent(
    ["node", "<js>"],
    run_python_script,
    0.8,
    commands=[
        (
            "(run|execute|start) (the|my|) (node|javascript|js|)"
            " (script|program|file|) <js>"
        ),
        "run <js> (with|using) node",
    ],
)
intent(
    ["make"],
    run_make,
    1.4,
    commands=[
        "(build|compile) (the|this|my) (project|program|code|software|app)",
        "(run|start|execute) make",
        "make (the project|)",
        "build (it|everything)",
    ],
)
intent(
    ["make", "<mt>"],
    run_make,
    1.3,
    commands=[
        "(run|execute) (make|the make target) <mt>",
        "(build|run) the <mt> (make|makefile) target",
        "make <mt>",
        "(run|build) the <mt> target",
    ],
)
intent(
    ["swift", "build"],
    run_make,
    0.8,
    commands=[
        "(build|compile) (the|this|my) swift (package|project|program|code)",
        "run swift build",
    ],
)
intent(
    ["swift", "test"],
    run_tests,
    0.7,
    commands=[
        "(run|execute) the (swift tests|tests of the swift package|swift unit"
        " tests)"
    ],
)
intent(
    ["npm", "install"],
    lambda slots: (
        lambda n: (
            f"added {n} packages in {randint(1,60)}s\n",
            f"Installed {n} packages.",
        )
    )(randint(2, 900)),
    0.7,
    commands=[
        "(install|get) (the|all|) (npm|node) (dependencies|packages|modules)",
        "run npm install",
    ],
)
intent(
    ["pip3", "install", "<pk>"],
    lambda slots: (
        (
            f"Collecting {slots['pk']}\nInstalling collected packages:"
            f" {slots['pk']}\nSuccessfully installed"
            f" {slots['pk']}-{randint(0,9)}.{randint(0,20)}.{randint(0,9)}\n"
        ),
        f"Installed {slots['pk']}.",
    ),
    1,
    commands=[
        "(install|add|get) (the|) (python|pip) (package|library|module) <pk>",
        "(install|pip install) <pk> (with pip|using pip)",
    ],
)
intent(
    ["kill", "<i>"],
    silent("(Stopped|I stopped) process <i>."),
    1.8,
    commands=[
        (
            "(kill|stop|terminate|end|quit) (the|) (process|pid|job|process"
            " number|process with id|process with the pid|task) <i>"
        ),
        "(kill|terminate|stop) pid <i>",
        "kill <i>",
    ],
)
intent(
    ["kill", "-9", "<i>"],
    silent("(Killed|I killed) process <i>."),
    0.8,
    commands=[
        (
            "(force kill|force-kill|forcefully kill|hard kill|forcibly"
            " stop|force quit) (the|) (process|pid|) <i>"
        ),
        "kill -9 <i>",
        "(kill|stop) (process|pid) <i> (by force|forcefully|with force)",
    ],
)
intent(
    ["pkill", "<p>"],
    silent("(Stopped|I stopped) <p>."),
    1,
    commands=[
        (
            "(kill|stop|terminate|end|close|quit) (all|every|the|) <p>"
            " (processes|process|programs)"
        ),
        "(kill|stop) everything (called|named) <p>",
    ],
)
intent(
    ["cal"],
    run_cal,
    1.4,
    questions=[
        "what does (this month|the calendar) look like",
        "which day of the week does this month (start|end) on",
    ],
    commands=[
        (
            "(show|print|display|give) (me|) (the|a|this month's) calendar"
            " (for this month|of this month|)"
        ),
        "calendar (for this month|please|)",
        "cal",
    ],
)
intent(
    ["cal", "<y4>"],
    run_cal,
    1,
    questions=["what does the calendar (of|for) (the year|) <y4> look like"],
    commands=[
        (
            "(show|print|display|give) (me|) (the|a) (calendar|year calendar)"
            " (for|of) (the year|) <y4>"
        ),
        "calendar (for|of) <y4>",
    ],
)
intent(
    ["who"],
    run_who,
    1.2,
    questions=[
        (
            "who (else|) is (logged in|logged on|on this machine|using this"
            " machine|on this server) (right now|)"
        ),
        "(which|what) users are (logged in|logged on|online|on the system)",
    ],
    commands=[
        "(show|list) (me|) (the|all|) (logged in users|users who are logged"
        " in|logged-in users|active users)"
    ],
)
intent(
    ["sha256sum", "<f>"],
    run_sha256sum,
    1,
    questions=[
        "what('s| is) the (sha256|sha-256|checksum|hash|sha256 checksum|sha256"
        " hash) of <f>"
    ],
    commands=[
        "(compute|calculate|get|show|print) the"
        " (sha256|sha-256|checksum|sha256 sum|sha256 checksum|hash) of <f>"
    ],
)
intent(
    ["diff", "<f>", "<g>"],
    run_diff,
    1.6,
    questions=[
        (
            "(what's the difference|what are the differences|what differs)"
            " between <f> and <g>"
        ),
        "how (does|do) <f> (differ from|and) <g> (differ|)",
        "are <f> and <g> (the same|identical|equal|different)",
    ],
    commands=[
        "(compare|diff) (the files|) <f> (and|with|to|against) <g>",
        "(show|find) (me|) the (difference|differences) between <f> and <g>",
    ],
)
intent(
    ["lsof", "-i", ":<o4>"],
    run_lsof,
    1,
    questions=[
        (
            "(what|who|which program|which process) (is using|uses|is"
            " listening on|is on|occupies|has) port <o4>"
        ),
        "is (anything|something) (listening|running) on port <o4>",
        "is port <o4> (in use|taken|free|busy)",
    ],
    commands=[
        "(find|show|see) (me|) (what|which process|which program) is"
        " (using|listening on|on) port <o4>"
    ],
)
intent(
    ["sleep", "<n>"],
    silent("(Waited|I waited) <n> seconds."),
    0.4,
    commands=["(wait|sleep|pause) (for|) <n> seconds"],
)
intent(
    ["open", "<f>"],
    silent("(Opened|I opened) <f>."),
    0.5,
    commands=[
        "open <f> (on this mac|on my mac|in its default app|with the default"
        " app|in the default application)"
    ],
)
intent(
    ["echo", "<m>"],
    lambda slots: (slots["m"] + "\n", f"It printed: {slots['m']}"),
    0.6,
    commands=["(echo|print|output) (the text|the words|) (\"<m>\"|'<m>')"],
)
intent(
    ["curl", "-I", "https://<h2>"],
    lambda slots: (
        lambda c: (
            (
                f"HTTP/2 {c}\ncontent-type: text/html; charset=UTF-8\ndate:"
                f" Tue, 03 Jun 2025 10:{randint(10,59)}:00 GMT\nserver:"
                " nginx\n"
            ),
            f"The site answered with status {c.split()[0]}.",
        )
    )(choose(["200", "301", "404", "503"])),
    0.9,
    questions=[
        (
            "is (the website|the site|) https://<h2>"
            " (up|working|online|reachable)"
        ),
        (
            "(what|which) (status|status code|http status) does https://<h2>"
            " (return|give|answer with)"
        ),
    ],
    commands=[
        "(check|get|fetch|show) the (http|) headers (of|from) https://<h2>"
    ],
)
intent(
    ["nslookup", "<h2>"],
    lambda slots: (
        lambda a: (
            (
                "Server:\t\t127.0.0.53\nAddress:\t127.0.0.53#53\n\nNon-authoritative"
                f" answer:\nName:\t{slots['h2']}\nAddress: {a}\n"
            ),
            f"{slots['h2']} has the address {a}.",
        )
    )(f"{randint(11,220)}.{randint(0,255)}.{randint(0,255)}.{randint(1,254)}"),
    0.9,
    questions=[
        "what('s| is) the ip (address|) of <h2>",
        "(which|what) (ip|address) does <h2> (have|resolve to)",
    ],
    commands=[
        (
            "(look up|resolve|find) (the|) (ip address|dns|address|ip)"
            " (of|for) <h2>"
        ),
        "resolve <h2>",
    ],
)
intent(
    ["touch", "<d1>/<f0>"],
    lambda slots: ("", f"Created the file {slots['d1']}/{slots['f0']}."),
    1.2,
    commands=[
        (
            "(create|make|add|put) (an empty|a|a new|the) file (called|named|)"
            " <f0> (in|into|inside|under) (the|my|) <d1> (folder|directory|)"
        ),
        (
            "in (the|) <d1> (folder|directory|),? (create|make) (a|an empty|)"
            " file (called|named|) <f0>"
        ),
    ],
)
intent(
    ["mkdir", "<d1>/<w>"],
    lambda slots: ("", f"Created the folder {slots['d1']}/{slots['w']}."),
    1.1,
    commands=[
        (
            "(create|make|add) a (sub|new |)(folder|directory) (called|named|)"
            " <w> (in|inside|under|within) (the|my|) <d1> (folder|directory|)"
        ),
        "inside <d1>,? (create|make) a (folder|directory) (called|named) <w>",
    ],
)
intent(
    ["cat", "<d1>/<f0>"],
    lambda slots: run_cat({**slots, "f": slots["d1"] + "/" + slots["f0"]}),
    1.2,
    questions=[
        "what('s| is) in (the file|) <f0> (in|inside|from) (the|my|) <d1>"
        " (folder|directory|)"
    ],
    commands=[
        "(show|print|read|display) (me|) (the file|) <f0> (in|from|inside)"
        " (the|my|) <d1> (folder|directory|)"
    ],
)
intent(
    ["rm", "<d1>/<f0>"],
    lambda slots: ("", f"Deleted {slots['d1']}/{slots['f0']}."),
    1.1,
    commands=[
        "(delete|remove|erase) (the file|) <f0> (in|from|inside) (the|my|)"
        " <d1> (folder|directory|)"
    ],
)
intent(
    ["wc", "-l", "<d1>/<f0>"],
    lambda slots: run_wc("lines")(
        {**slots, "f": slots["d1"] + "/" + slots["f0"]}
    ),
    0.9,
    questions=[
        "how many lines (are in|does) <f0> (have|) (in|from|inside) (the|)"
        " <d1> (folder|directory)"
    ],
    commands=["count the lines of <f0> in the <d1> (folder|directory|)"],
)
intent(
    ["stat", "<d1>/<f0>"],
    lambda slots: run_stat({**slots, "f": slots["d1"] + "/" + slots["f0"]}),
    0.9,
    questions=[
        (
            "how (big|large) is <f0> (in|inside) (the|my|) <d1>"
            " (folder|directory|)"
        ),
        (
            "when was <f0> (in|inside) (the|my|) <d1> (folder|directory|)"
            " (last|) (changed|modified|edited)"
        ),
    ],
)
