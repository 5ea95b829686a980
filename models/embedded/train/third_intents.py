"""Third round of training: rarer programs and options, and their runs.

The same form as intents.py; see wording.py for the phrases.
"""

from chance import RANDOM, choose, randint
from intents import Intent
from runs_of_files import ls_row, silent
from runs_of_git import run_git_log
from slots import (
    MONTHS,
    SHORT_MONTHS,
    USERS,
    WEEKDAYS,
    commit_hash,
    entry_names,
    ip_address,
    join_words,
    readable_size,
    short_size,
    text_line,
)

THIRD_INTENTS = []


def third(command, run, weight, questions=(), commands=()):
    """Adds an intent. command: the words, separated by blanks."""
    THIRD_INTENTS.append(
        Intent(
            command.split(" "),
            run,
            weight,
            [("q", phrase) for phrase in questions]
            + [("c", phrase) for phrase in commands],
        )
    )


def number_and(text, low=0, high=400):
    """Returns the run that prints one number. text: the answer, with {}."""

    def result(slots):
        n = str(randint(low, high))
        answer = text.replace("{}", n)
        for kind, value in slots.items():
            answer = answer.replace(f"<{kind}>", value)
        return n + "\n", answer

    return result


def one_of(outputs, text):
    """Returns the run that prints one line. text: the answer, with {}."""

    def result(slots):
        line = choose(outputs) if isinstance(outputs, list) else outputs(slots)
        answer = text.replace("{}", line)
        for kind, value in slots.items():
            answer = answer.replace(f"<{kind}>", value)
        return line + "\n", answer

    return result


def paths(slots):
    folder = slots.get("d", ".")
    return [f"{folder}/{name}" for name in entry_names(choose([0, 1, 1, 2, 3, 5, 8]))]


def run_find_paths(slots):
    found = paths(slots)
    if not found:
        return "", "None were found."
    shown = join_words(found) if len(found) < 6 else ", ".join(found[:5]) + " and more"
    return "\n".join(found) + "\n", f"Found {len(found)}: {shown}."


def run_count_c(slots):
    n = choose([0, randint(1, 9), randint(10, 400)])
    name, word = slots["f"], slots["x"]
    if n == 0:
        return None, 1, "0\n", f'"{word}" is on no line of {name}.'
    lines = "line" if n == 1 else "lines"
    return f"{n}\n", f'"{word}" is on {n} {lines} of {name}.'


def run_grep_plain(slots):
    word, name = slots["x"], slots["f"]
    k = choose([0, 1, 1, 2, 3, 4])
    if k == 0:
        return None, 1, "", f'No line of {name} contains "{word}".'
    lines = []
    for _ in range(k):
        words = text_line().split(" ")
        words.insert(randint(0, len(words)), word)
        lines.append(" ".join(words))
    if k == 1:
        return lines[0] + "\n", f'One line contains "{word}": {lines[0]}'
    return (
        "\n".join(lines) + "\n",
        f'{k} lines contain "{word}": ' + " / ".join(lines),
    )


def run_grep_list(slots):
    found = paths(slots)
    if not found:
        return None, 1, "", f"No file contains \"{slots['x']}\"."
    return (
        "\n".join(found) + "\n",
        f"\"{slots['x']}\" is in {join_words(found)}.",
    )


def run_names(slots):
    names = entry_names(randint(1, 14))
    return "\n".join(names) + "\n", f"There are {len(names)}: {join_words(names)}."


def run_df_inodes(slots):
    used, free = randint(1000, 999999), randint(1000, 9999999)
    percent = randint(1, 99)
    return (
        "Filesystem      Inodes  IUsed   IFree IUse% Mounted on\n"
        f"/dev/sda1      {used + free} {used} {free}   {percent}% /\n",
        f"{free} inodes are free; {percent}% are used.",
    )


def run_weekday(slots):
    return one_of(WEEKDAYS, "Today is {}.")(slots)


def run_date_utc(slots):
    h, m, s = randint(0, 23), randint(0, 59), randint(0, 59)
    d, month = randint(1, 28), randint(0, 11)
    day, year = choose("Mon Tue Wed Thu Fri Sat Sun".split()), randint(2023, 2029)
    return (
        f"{day} {SHORT_MONTHS[month]} {d:>2} {h:02d}:{m:02d}:{s:02d} UTC {year}\n",
        f"It is {h:02d}:{m:02d} UTC on {d} {MONTHS[month]} {year}.",
    )


def run_last(slots):
    user, host = choose(USERS), ip_address()
    h, m = randint(0, 23), randint(0, 59)
    day = f"{choose('Mon Tue Wed Thu Fri Sat Sun'.split())} {choose(SHORT_MONTHS)} {randint(1, 28):>2}"
    rows = f"{user:<8} pts/0        {host:<16} {day} {h:02d}:{m:02d}   still logged in\n"
    return rows, f"The last login was by {user} from {host}, on {day} at {h:02d}:{m:02d}."


def run_ss(slots):
    ports = sorted(RANDOM.sample([22, 25, 53, 80, 443, 631, 3000, 3306, 5432, 6379, 8000, 8080], randint(1, 5)))
    rows = "".join(
        f"LISTEN 0      {choose([128, 511, 4096])}         {choose(['0.0.0.0', '127.0.0.1', '[::]', '*'])}:{port}      0.0.0.0:*\n"
        for port in ports
    )
    text = join_words([str(port) for port in ports])
    word = "Port" if len(ports) == 1 else "Ports"
    verb = "is" if len(ports) == 1 else "are"
    return (
        "State  Recv-Q Send-Q Local Address:Port Peer Address:Port\n" + rows,
        f"{word} {text} {verb} open.",
    )


def run_checksum(length):
    def result(slots):
        digest = "".join(choose("0123456789abcdef") for _ in range(length))
        return f"{digest}  {slots['f']}\n", f"The checksum of {slots['f']} is {digest}."

    return result


def run_wc_all(slots):
    lines, words, size = randint(0, 999), randint(0, 9999), randint(0, 99999)
    return (
        f" {lines:>4} {words:>5} {size:>6} {slots['f']}\n",
        f"{slots['f']} has {lines} lines, {words} words and {size} bytes.",
    )


def run_stat_mode(slots):
    mode, letters = choose(
        [("644", "-rw-r--r--"), ("755", "-rwxr-xr-x"), ("600", "-rw-------"),
         ("640", "-rw-r-----"), ("664", "-rw-rw-r--"), ("400", "-r--------")]
    )
    return f"{mode} {letters}\n", f"The mode of {slots['f']} is {mode} ({letters})."


def run_ls_one(slots):
    row, name = ls_row(slots["f"], False)
    mode, _, owner = row.split()[:3]
    size = row.split()[4]
    return row + name + "\n", (
        f"{name} is {size} bytes, belongs to {owner} and has the mode {mode}."
    )


def run_uniq(slots):
    lines = list(dict.fromkeys(text_line() for _ in range(randint(1, 6))))
    return "\n".join(lines) + "\n", (
        f"{len(lines)} different lines are left; the first is: {lines[0]}"
        if len(lines) > 1
        else f"One line is left: {lines[0]}"
    )


def run_author_counts(slots):
    people = RANDOM.sample(["Anna Berg", "Sam Ito", "Maria Lopez", "Joe Park", "Lena Wolf"], randint(1, 3))
    counts = sorted((randint(1, 400) for _ in people), reverse=True)
    rows = "".join(f"{n:>6}\t{p}\n" for n, p in zip(counts, people))
    return rows, f"{people[0]} made the most commits, {counts[0]}."


def run_diff_stat(slots):
    names = entry_names(randint(1, 3))
    more, less = randint(1, 90), randint(0, 60)
    rows = "".join(f" {name} | {randint(1, 60)} +-\n" for name in names)
    files = "1 file" if len(names) == 1 else f"{len(names)} files"
    return (
        rows + f" {files} changed, {more} insertions(+), {less} deletions(-)\n",
        f"{files} changed: {join_words(names)}, with {more} insertions and {less} deletions.",
    )


def run_last_commit(slots):
    message = choose(["fix typo", "add tests", "update readme", "bump version", "fix login bug", "improve docs"])
    return f"{commit_hash()} {message}\n", f'The last commit is "{message}".'


def run_unzip_list(slots):
    names = entry_names(randint(1, 5))
    rows = "".join(f"    {randint(1, 99999):>6}  2025-0{randint(1, 9)}-1{randint(0, 9)} 10:00   {n}\n" for n in names)
    files = "1 file" if len(names) == 1 else f"{len(names)} files"
    return (
        f"Archive:  {slots['z']}\n  Length      Date    Time    Name\n" + rows + f"   {randint(1, 99999)}  {files}\n",
        f"{slots['z']} contains {join_words(names)}.",
    )


def run_first_line(slots):
    line = text_line()
    return line + "\n", f"The first line of {slots['f']} is: {line}"


def run_last_line(slots):
    line = text_line()
    return line + "\n", f"The last line of {slots['f']} is: {line}"


def run_du_items(slots):
    names = entry_names(randint(1, 5))
    sizes = [short_size() for _ in names]
    folder = slots.get("d", ".")
    total = short_size()
    rows = "".join(f"{size}\t{folder}/{name}\n" for size, name in zip(sizes, names))
    return rows + f"{total}\t{folder}\n", (
        f"In all {readable_size(total)}: "
        + join_words([f"{n} has {readable_size(s)}" for s, n in zip(sizes, names)]) + "."
    )


third("find . -type f", run_find_paths, 1.2,
      ["which files are (there|) (here and below|in this folder and its subfolders|anywhere below here)",
       "what files (are|exist) (in|under) this (tree|folder) and (all|) (its|the) subfolders"],
      ["list (all|every) files (recursively|in all subfolders|below here|in the whole tree)",
       "(show|find|list) every (single|) file (under|below) (here|this folder)"])
third("find <d> -type f", run_find_paths, 1.2,
      ["which files are in <d> and (all|) its subfolders", "what files (are|lie) anywhere (under|below) <d>"],
      ["list (all|every) files (in|under|below) <d> recursively", "find (all|the) files (under|below|anywhere in) <d>"])
third("find . -type f -empty", run_find_paths, 1.6,
      ["which files (here|) (are empty|have nothing in them|have no content)", "are there (any|) (empty|zero byte|0 byte) files (here|)",
       "do i have files (with nothing inside|of size zero|without content)"],
      ["(find|list|show) (me|) (all|the|every|) (empty|zero-byte|zero length) files (here|below here|)",
       "look for files (that are empty|of zero bytes|without content)"])
third("find <d> -type f -empty", run_find_paths, 1.0,
      ["which files in <d> (are empty|have no content)", "are there empty files (in|under) <d>"],
      ["(find|list|show) (the|all|) empty files (in|under|below) <d>"])
third("find . -type d -empty", run_find_paths, 1.0,
      ["which (folders|directories) are empty", "are there (any|) empty (folders|directories) (here|)"],
      ["(find|list|show) (me|) (the|all|) empty (folders|directories|dirs)"])
third("find . -size +<n>k", run_find_paths, 1.0,
      ["which files are (bigger|larger) than <n> (kb|kilobytes|k)", "(anything|any files) (over|above|beyond) <n> (kb|kilobytes) (here|)"],
      ["(find|list|show) (all|the|) files (over|above|larger than|bigger than) <n> (kb|kilobytes|k)"])
third("find . -size +<n>M", run_find_paths, 1.3,
      ["which files are (bigger|larger|more) than <n> (mb|megabytes|megs)", "(anything|any files) (over|above|exceeding) <n> (mb|megabytes) (here|)"],
      ["(find|list|show) (all|the|) files (over|above|larger than|bigger than) <n> (mb|megabytes|MB)"])
third("find <d> -size +<n>M", run_find_paths, 0.9,
      ["which files in <d> are (bigger|larger) than <n> (mb|megabytes)", "(anything|any files) in <d> over <n> (mb|megabytes)"],
      ["(find|list|show) files (over|above|larger than) <n> (mb|MB) (in|under) <d>"])
third("find . -mtime -1", run_find_paths, 1.4,
      ["which files (changed|were changed|were modified|did i edit) (today|in the last day|in the last 24 hours|since yesterday)",
       "what (did i change|was changed|has changed) here (today|since yesterday|in the past day)"],
      ["(find|list|show) (the|all|) files (changed|modified|edited) (today|in the last 24 hours|within a day)"])
third("find . -mtime -<n>", run_find_paths, 1.2,
      ["which files (changed|were modified) (in|within|during) the (last|past) <n> days", "what was (edited|touched) in the last <n> days"],
      ["(find|list|show) files (changed|modified|touched) (in|within) the last <n> days"])
third("find . -mtime +<n>", run_find_paths, 0.9,
      ["which files are older than <n> days", "what (has not|hasn't) been (changed|touched) for <n> days"],
      ["(find|list|show) files (older than|not changed for|untouched for) <n> days"])
third("find . -iname *<w>*", run_find_paths, 1.7,
      ["which files have <w> in (the|their) name", "(where|which) are the files (called|named) something (like|with) <w>",
       "is there (a file|anything) with <w> in its name"],
      ["(find|list|search for|look for) (all|any|) files (whose name contains|with|that have) <w> in (the|their) name",
       "find (anything|files) (named like|matching) <w>", "i lost a file, its name has <w> in it, find it"])
third("find . -name <f>", run_find_paths, 2.0,
      ["where (is|did i put|have i put|do i have) (the file|my|) <f>", "in which (folder|directory) is <f>", "where could <f> be",
       "do i have a file (called|named) <f> (somewhere|anywhere|)"],
      ["(find|locate|search for|look for|hunt for) (the file|a file called|) <f>", "(tell me|show me) where <f> (is|lies|lives)",
       "<f> is gone, (find|look for) it", "i can't find <f>, where is it"])
third("find / -name <f>", run_find_paths, 0.8,
      ["where on (the whole|this) (disk|computer|system) is <f>"],
      ["search the (whole|entire) (disk|computer|system) for <f>", "(find|locate) <f> (anywhere on|on) the (whole|entire) (disk|system)"])
third("wc <f>", run_wc_all, 1.0,
      ["how many lines, words and bytes (has|are in) <f>"],
      ["count (lines, words and bytes|everything) (of|in) <f>", "run wc on <f>"])
third("wc -w <f>", lambda s: number_and("<f> has {} words.")(s), 0.6,
      ["(what is|how big is) the (length|word count) of <f> in words", "is <f> longer than a thousand words"],
      ["word count (of|for) <f>"])
third("grep -c <x> <f>", run_count_c, 2.0,
      ["how (many times|often) does <x> (appear|occur|show up|come up) in <f>", "how many lines (of|in) <f> (contain|have|mention) <x>",
       "on how many lines of <f> is <x>", "how many <x> (entries|lines|messages) (are there|are) in <f>"],
      ["count (the|) lines (with|containing|that have|that contain) <x> in <f>", "count (how often|the times that) <x> (occurs|appears) in <f>"])
third("grep <x> <f>", run_grep_plain, 2.2,
      ["(which|what) lines (of|in) <f> (contain|have|mention|say) <x>", "does <f> (mention|contain|say anything about) <x>", "what does <f> say about <x>"],
      ["(show|print|give|list|get) (me|) (the|all|only the|just the|) lines (of|in|from) <f> (with|containing|that contain|that mention) <x>",
       "(search|look) for <x> in <f>", "filter <f> for <x>", "pull (the|all|) <x> lines (out of|from) <f>"])
third("grep -i <x> <f>", run_grep_plain, 1.6,
      ["which lines of <f> have <x>, (upper or lower case|in any case|no matter the case|whatever the case)"],
      ["(search|look) for <x> in <f> (ignoring case|case insensitively|regardless of case|in any spelling of case)",
       "find <x> in <f>, (ignore|ignoring) (upper and lower|) case"])
third("grep -v <x> <f>", run_grep_plain, 1.0,
      ["which lines of <f> (do not|don't) (contain|have|mention) <x>"],
      ["(show|print) (me|) (the|all|) lines of <f> (without|that do not contain|that don't have|except those with) <x>"])
third("grep -rl <x> .", run_grep_list, 1.6,
      ["which files (here|) (contain|mention|use|have) <x>", "in which files (is|does) <x> (found|appear|occur|mentioned)"],
      ["(list|show|find) (the|all|) files (that contain|that mention|with|containing) <x> (in them|)", "(tell|show) me which files have <x> in them"])
third("grep -rl <x> <d>", run_grep_list, 1.2,
      ["which files (in|under) <d> (contain|mention|use) <x>"],
      ["(list|find) the files (in|under) <d> (that contain|mentioning|with) <x>"])
third("df -i", run_df_inodes, 0.7, ["how many inodes are (free|left|used)", "(am i|are we) running out of inodes"], ["(show|check) (the|) inode (usage|use|numbers)"])
third("du -h --max-depth=1", run_du_items, 1.8,
      ["which (folder|subfolder|directory) (here|) (takes|uses|eats) (up|) the most space", "how large is each (folder|subfolder|directory) here",
       "what (takes|uses|eats|fills) (up|) (all|most of|) (the|my) (space|disk) (here|in this folder)", "where (did|has) (all|) my (disk|) space (go|gone)"],
      ["(show|list) (me|) the (size|sizes) of (each|every|all|the) (folder|subfolder|directory|folders) (here|)", "break down the (disk use|space|size) (here|by folder)"])
third("du -h --max-depth=1 <d>", run_du_items, 1.2,
      ["what (takes|uses) (up|) the most space in <d>", "how large is each (folder|subfolder) of <d>", "which part of <d> is (the largest|biggest)"],
      ["(show|list) the sizes of the (folders|subfolders|directories) in <d>"])
third("date -u", run_date_utc, 1.2, ["what('s| is) the (utc|gmt|zulu|universal) time", "what time is it in (utc|gmt)"],
      ["(show|give|tell) me the time in (utc|gmt|universal time)", "(utc|gmt) time"])
third("date +%A", run_weekday, 0.9, ["(what|which) (day of the week|weekday) (is it|is today|do we have|today)", "what('s| is) today's (weekday|day name)"], ["(tell|give) me (the weekday|the day of the week)"])
third("date +%V", number_and("It is week {}.", 1, 53), 1.0, ["(what|which) (calendar|) week (is it|number is it|of the year is it|are we in)"], ["(show|tell me) the (week number|calendar week)"])
third("date +%j", number_and("It is day {} of the year.", 1, 366), 0.7, ["(what|which) day of the year is (it|today)", "how many days of this year have (gone|passed)"], [])
third("date +%s", number_and("{} seconds have passed since 1970.", 1700000000, 1900000000), 0.9, ["what('s| is) the (unix|epoch) (time|timestamp)", "how many seconds since 1970"], ["(give|show|print) (me|) the (unix timestamp|epoch time|epoch seconds)"])
third("date +%Y", number_and("It is {}.", 2023, 2030), 0.6, ["(what|which) year (is it|do we have)"], [])
third("uname -m", one_of(["x86_64", "aarch64", "arm64", "armv7l", "riscv64"], "The architecture is {}."), 1.6,
      ["(what|which) (cpu |processor |machine |hardware |)architecture (is this|do i have|does this machine have|is it)", "is this (machine|computer|) (arm|x86|64 bit|an arm) (or intel|or 32 bit|machine|)"],
      ["(show|print|tell me) the (machine|cpu|hardware) architecture"])
third("uname -s", one_of(["Linux", "Darwin", "FreeBSD"], "The system is {}."), 0.7, ["is this (linux|a mac|macos|unix)", "(what|which) kind of system is this"], ["(name|tell me) the kernel"])
third("uptime -p", one_of(lambda s: f"up {randint(1, 90)} days, {randint(1, 23)} hours, {randint(1, 59)} minutes", "The machine is {}."), 1.1,
      ["how long has (this|the) (machine|computer|server|box) been (up|running|on)", "for how long (is|has) the (computer|server) (been|) (running|up)", "since when is this machine (on|up)"], [])
third("hostname -I", one_of(lambda s: ip_address(), "The address is {}."), 1.3,
      ["what('s| is) (my|the) (local|) ip (address|)", "which (ip|address) (do i have|does this machine have|has this computer)"], ["(show|print|tell me|give me) (my|the) (local|) ip address"])
third("ss -tln", run_ss, 1.6,
      ["which ports are (open|listening|in use|being listened on)", "(what|which) (tcp|) ports (does|is) this (machine|computer) (listen|listening) on", "is (anything|something|any server) listening (here|on this machine|)"],
      ["(show|list) (me|) (the|all|) (open|listening) (tcp|) ports", "list (the|all|) (sockets|services) that (listen|are listening)"])
third("last -n <n>", run_last, 0.9, ["who logged in (last|recently|the last <n> times)", "who were the last <n> (people|users) (to log in|logged in)"], ["show (me|) the last <n> logins"])
third("last", run_last, 0.8, ["who (has|) logged in recently", "who was the last (person|user|one) (to log in|on this machine)"], ["show (the|) (login history|recent logins)"])
third("id -u", number_and("Your user id is {}.", 0, 2000), 1.1, ["what('s| is) my (user id|uid|numeric user id)", "which uid (do i have|am i)"], ["(show|print) my (uid|user id)"])
third("id -un", one_of(USERS, "You are {}."), 0.5, ["(what|which) (account|user) name (do i have|is mine)"], [])
third("ps -u <u>", one_of(lambda s: f"    PID TTY          TIME CMD\n   {randint(100, 9999)} ?        00:00:01 bash", "<u> runs one process, bash."), 0.9,
      ["(which|what) processes (does|is) <u> (run|running|have)", "what is <u> running"], ["(show|list) (the|all|) processes of (the user|) <u>"])
third("pgrep -c <p>", number_and("{} <p> processes are running.", 0, 40), 1.2, ["how many <p> (processes|instances) (are running|are there|run)", "how (often|many times) is <p> running"], ["count the (running|) <p> processes"])
third("ls -t", run_names, 0.9, ["what (did i|have i) (change|work on) (last|most recently)"], ["list the files (newest first|by time|by date)", "(sort|order) the files by (date|time)"])
third("ls -R", run_names, 1.0, ["what is in this folder and (all|) its subfolders"], ["(list|show) everything recursively", "(list|show) all folders with their content"])
third("ls -ld <d>", one_of(lambda s: f"drwxr-xr-x 2 {choose(USERS)} users 4096 Mar  3 10:00 {s['d']}", "{}"), 0.7, ["(who owns|what are the permissions of) the folder <d>"], ["(show|check) the permissions of the (folder|directory) <d>"])
third("ls -l <f>", run_ls_one, 1.8,
      ["who (owns|is the owner of|does) <f>", "(what|which) (permissions|rights|mode) (does|has) <f> (have|)", "(may|can) others (read|write|change) <f>", "is <f> (executable|writable|readable)", "how (big|large) is <f>"],
      ["(show|list|check) the (permissions|owner|details|size) of <f>"])
third("stat -c %a <f>", number_and("The mode of <f> is {}.", 400, 777), 0.8, ["what('s| is) the (octal|numeric) mode of <f>"], ["(show|print) the (octal|numeric) (mode|permissions) of <f>"])
third("stat -c %s <f>", number_and("<f> is {} bytes.", 0, 999999), 0.8, ["(exactly|) how many bytes (is|has|does) <f> (have|exactly|)"], ["(print|give me) the size of <f> in bytes"])
third("md5sum <f>", run_checksum(32), 1.0, ["what('s| is) the md5 (sum|hash|checksum|) of <f>"], ["(compute|calculate|make|get|show) the md5 (sum|hash|checksum|) (of|for) <f>", "md5 <f>"])
third("sha256sum <f>", run_checksum(64), 1.0, ["what('s| is) the (sha256|sha-256|checksum) (sum|hash|) of <f>"], ["(compute|calculate|get|show) the (sha256|sha-256|) (checksum|hash) (of|for) <f>"])
third("cmp <f> <g>", silent("<f> and <g> are the same."), 0.9, ["are <f> and <g> (byte for byte|exactly|) (the same|identical|equal)"], ["compare <f> and <g> byte (by|for) byte"])
third("diff <f> <g>", silent("<f> and <g> are identical."), 1.0, ["(what is|what's) different (between|in) <f> and <g>", "how (do|does) <f> (and|differ from) <g> (differ|)"], ["(show|list) (me|) the (differences|changes) between <f> and <g>"])
third("sort <f>", run_uniq, 1.0, [], ["(sort|order|alphabetize) (the lines of|the file|) <f> (alphabetically|)", "put the lines of <f> in (alphabetical|) order"])
third("sort -n <f>", run_uniq, 0.9, [], ["sort <f> (numerically|by number|as numbers)", "(order|sort) the numbers in <f>"])
third("sort -r <f>", run_uniq, 0.9, [], ["sort <f> (backwards|in reverse|in reverse order|descending|from z to a)"])
third("sort -u <f>", run_uniq, 1.6, ["which different lines (are in|has) <f>"],
      ["(show|print|give me) <f> without (duplicates|duplicate lines|repeated lines)", "(remove|drop|leave out|hide) (the|) (duplicate|repeated|double) lines (of|in|from) <f>", "list the (unique|different|distinct) lines of <f>", "dedupe <f>"])
third("uniq <f>", run_uniq, 0.5, [], ["run uniq (on|over) <f>"])
third("uniq -c <f>", run_uniq, 0.6, [], ["count (repeated|adjacent) lines of <f>"])
third("tac <f>", run_uniq, 0.8, [], ["(print|show|read) <f> (from the bottom up|backwards|last line first|in reverse line order)"])
third("nl <f>", run_first_line, 0.6, [], ["(show|print) <f> with line numbers", "number the lines of <f>"])
third("cat -n <f>", run_first_line, 0.8, [], ["(show|print|display) <f> with (line numbers|numbered lines)"])
third("head -n 1 <f>", run_first_line, 1.8, ["what('s| is) (the|on the|in the) (first|top) line (of|in) <f>", "how does <f> (start|begin)", "(what|which) (columns|header|heading) does <f> have"],
      ["(show|print|read|give) (me|) (only|just|) the (first|top) line of <f>", "(show|print) (me|) the header (line|) of <f>"])
third("tail -n 1 <f>", run_last_line, 1.6, ["what('s| is) (the|on the|in the) (last|final|bottom) line (of|in) <f>", "how does <f> end", "what('s| is) the (latest|newest|most recent) entry in <f>"],
      ["(show|print|read|give) (me|) (only|just|) the (last|final|bottom) line of <f>"])
third("git log -1", run_last_commit, 1.3, ["(what|which) (was|is) the (last|latest|most recent|newest) commit", "who (made|wrote) the (last|latest) commit", "when was the last commit"], ["(show|print) (me|) the (last|latest|most recent|newest) commit"])
third("git log --oneline -n <n>", run_git_log, 1.4, ["what were the (last|latest|past) <n> commits"], ["(show|list|print) (me|) the (last|latest|newest) <n> commits (briefly|in short|)"])
third("git log --oneline", run_git_log, 1.0, ["what (was|has been) committed (so far|)", "which commits (are there|exist)"], ["(show|list) (the|all|) commits (briefly|one per line|)"])
third("git diff --stat", run_diff_stat, 1.2, ["how (much|many lines) did i change", "how big are my changes", "which files did i change and (how much|by how much)"], ["(summarize|sum up) my (changes|edits)", "show a summary of (the|my) (changes|diff)"])
third("git shortlog -sn", run_author_counts, 1.2, ["who (committed|contributed|has) (the|) most (commits|) (here|)", "how many commits (did|has) (each|every) (person|author) (make|made)", "who worked on this (repo|repository|project)"], ["(list|rank) the (authors|contributors|committers) (by commits|)"])
third("git show --stat", run_diff_stat, 0.9, ["what did the last commit (change|touch)", "which files (did|were in) the last commit (change|)"], ["show what the last commit changed"])
third("git tag", run_names, 0.8, ["which tags (are there|exist|does this repo have)", "what (versions|releases) are tagged"], ["(list|show) (the|all|) (git|) tags"])
third("git stash list", run_names, 0.6, ["what (is|did i) (stashed|stash)", "do i have stashes"], ["(list|show) (the|my|) stashes"])
third("git ls-files", run_names, 0.9, ["which files (are|does git) (tracked|track) (by git|)"], ["(list|show) (the|all|) (tracked|versioned) files"])
third("git rev-parse HEAD", one_of(lambda s: commit_hash() * 5, "HEAD is {}."), 0.9, ["what('s| is) the (commit hash|hash|sha|id) of (head|the current commit|the last commit)", "which commit (am i on|is checked out)"], ["(print|show|give me) the current commit (hash|id)"])
third("git branch -a", run_names, 0.9, ["which (branches|remote branches) (are there|exist) (locally and remotely|in all|)"], ["(list|show) all branches, (also|including) (the|) remote ones"])
third("git blame <f>", run_first_line, 0.8, ["who wrote (which line of|the lines of|what in) <f>", "who (last|) changed each line of <f>"], ["(blame|annotate) <f>"])
third("git log <f>", run_last_commit, 0.7, ["who changed <f> (last|)", "what('s| is) the history of <f>"], ["show the history of (the file|) <f>"])
third("tar -tf <t>", run_names, 1.5, ["what('s| is) (in|inside) (the archive|) <t>", "which files (are in|does) <t> (contain|)", "is there (anything|much) in <t>"],
      ["(list|show) (me|) (what is in|the content of|the contents of|the files in) <t> (without unpacking|without extracting|)", "look (inside|into) <t>"])
third("unzip -l <z>", run_unzip_list, 1.5, ["what('s| is) (in|inside) (the archive|the zip|) <z>", "which files (are in|does) <z> (contain|)"], ["(list|show) (me|) (what is in|the content of|the contents of|the files in) <z> (without unpacking|)", "look (inside|into) <z>"])
third("gzip <f>", silent("Compressed <f> to <f>.gz."), 1.0, [], ["(compress|gzip|pack) (the file|) <f> (with gzip|)"])
third("gunzip <f>.gz", silent("Unpacked <f>.gz to <f>."), 0.8, [], ["(decompress|gunzip|unpack|uncompress) <f>.gz"])
third("tar -xf <t>", silent("Unpacked <t>."), 0.9, [], ["(unpack|extract|untar) (the archive|) <t> (here|)"])
third("cp -r <d1> <k>", silent("Copied <d1> to <k>."), 0.9, [], ["(copy|duplicate) (the|) (whole|) (folder|directory) <d1> (to|as|into) <k>"])
third("mv <k> <d1>", silent("Moved <k> to <d1>."), 0.7, [], ["move the (folder|directory) <k> (into|to|inside) <d1>"])
third("rm -r <k>", silent("Deleted <k>."), 0.7, [], ["(delete|remove|erase) the (whole|entire|) (folder|directory) <k> (with everything in it|and everything in it|and its content|)"])
third("chmod -x <f>", silent("<f> is no longer executable."), 0.7, [], ["(make <f> not executable|take away the execute (right|bit|permission) (of|from) <f>)"])
third("chmod -w <f>", silent("<f> is now read-only."), 0.7, [], ["(make|set) <f> read-only", "(write-protect|protect) <f> (from changes|from writing|)"])
third("realpath <f>", one_of(lambda s: "/home/anna/" + s["f"].lstrip("/"), "The full path of <f> is {}."), 1.0, ["what('s| is) the (full|absolute|complete) path of <f>"], ["(show|print|give me) the (full|absolute) path (of|to) <f>"])
third("basename <f>", one_of(lambda s: s["f"].rsplit("/", 1)[-1], "The name is {}."), 0.4, ["what is the name of <f> without the folder"], [])
third("readlink -f <f>", one_of(lambda s: "/opt/" + s["f"].rsplit("/", 1)[-1], "<f> points to {}."), 0.7, ["where does the (link|symlink) <f> (point|lead|go)"], ["(resolve|follow) the (symlink|link) <f>"])
third("mount", run_names, 0.6, ["what is mounted", "which (file systems|drives|disks) are mounted"], ["(list|show) (the|all|) mounts"])
third("lsusb", run_names, 0.7, ["which usb devices (are there|are connected|do i have)", "what is plugged (in|into usb)"], ["(list|show) (the|all|) usb devices"])
third("lspci", run_names, 0.6, ["which pci devices (are there|do i have)", "which graphics card do i have"], ["(list|show) (the|all|) pci devices"])
third("dpkg -l <p>", run_names, 0.5, ["is the package <p> installed", "which version of the package <p> is installed"], [])
third("pip3 list", run_names, 0.8, ["which python packages (are installed|do i have)"], ["(list|show) (the|all|) (installed|) python packages"])
third("crontab -l", run_names, 0.9, ["which cron jobs (are there|do i have|run here)", "what (is|do i have) in my crontab"], ["(list|show) (my|the) (cron jobs|crontab|scheduled jobs)"])
third("getent passwd <u>", one_of(lambda s: f"{s['u']}:x:{randint(1000, 1010)}:{randint(1000, 1010)}::/home/{s['u']}:/bin/bash", "The home folder of <u> is /home/<u> and the shell is /bin/bash."), 0.8,
      ["(which|what) shell does <u> (use|have)", "(where is|what is) the home (folder|directory) of <u>", "does (a|the) user <u> exist"], [])
third("cat /etc/passwd", run_names, 0.6, ["which (users|accounts) (are there|exist|does this machine have)"], ["(list|show) all (users|accounts) (of|on) this (machine|computer|system)"])
third("printenv PATH", one_of(["/usr/local/bin:/usr/bin:/bin", "/home/anna/bin:/usr/bin:/bin:/usr/games"], "The PATH is {}."), 0.9, ["(what is|what's|what is in) my (path|PATH|search path)"], ["(show|print) (me|) (my|the) (PATH|path variable)"])
third("nproc", number_and("The machine has {} processor cores.", 1, 64), 1.4, ["how many (cores|cpus|processors|cpu cores|threads) (do i have|does this (machine|computer) have|are there|are available|can i use)"], ["(count|tell me the number of) (the|) (cpu|processor|) cores"])
