"""Turns about content that was piped in, and about longer results."""

from chance import RANDOM, chance, choose, randint
from conversations import assistant, call, tool, user
from odd_names import ODD_MAKERS, new_word, odd_file_name, odd_stem
from slots import USERS, commit_hash, text_line
from wording import as_typed, expand

# Longest output that the model is given, in bytes.
RETAINED = 2048

# For what needs no program, only content.
NO_TOOL = {"role": "no tool"}


def retained(status, output):
    """Returns the tool's result for an output."""
    data = output.encode()
    if len(data) <= RETAINED:
        return f"exit {status}\n{output}"
    head = data[:RETAINED].decode(errors="replace")
    return (
        f"exit {status}\n{head}\n[output truncated: {len(data)} bytes,"
        f" showing first {RETAINED}]"
    )


def asked(phrase, kind="q", **slots):
    """Returns a request; its <slots> are left as they are by typing errors."""
    text = as_typed(expand(phrase), kind)
    for slot, value in slots.items():
        text = text.replace(f"<{slot}>", value)
    return user(text)


def with_content():
    """Returns a question about content that was piped in."""
    kind, name = randint(0, 5), ""
    if kind == 0:
        names = [odd_file_name(path=0) for _ in range(randint(1, 9))]
        question = "(how many|count the) (names|files|entries|lines|items) (are (here|there|listed)|in this list|)"
        text, answer = "\n".join(names), (
            f"There are {len(names)}." if len(names) > 1 else "There is one."
        )
    elif kind == 1:
        lines = [text_line() for _ in range(randint(1, 7))]
        last = chance(0.5)
        question = "(what is|what's|show|repeat) the " + ("(last|final)" if last else "first") + " line"
        text, answer = "\n".join(lines), f"The {'last' if last else 'first'} line is: {lines[-1 if last else 0]}"
    elif kind == 2:
        names = [odd_file_name(path=0) for _ in range(randint(2, 7))]
        there = chance(0.5)
        name = choose(names) if there else odd_file_name(path=0)
        question = "(is|do you see) <f> (in it|in there|in the list|among them)"
        text, answer = "\n".join(names), (
            f"Yes, {name} is in it." if name in names else f"No, {name} is not in it."
        )
    elif kind == 3:
        people = RANDOM.sample(USERS, 3)
        ages = RANDOM.sample(range(18, 90), 3)
        i = randint(0, 2)
        name = people[i]
        question = "how old is <f>"
        text = "name,age\n" + "\n".join(f"{p},{a}" for p, a in zip(people, ages))
        answer = f"{people[i]} is {ages[i]}."
    elif kind == 4:
        word = new_word()
        number, place = randint(2, 9000), choose(["Berlin", "Rome", "Oslo", "room 12", "the garden"])
        question = "(summarize|sum up|shorten) (this|it)"
        text = f"The {word} project has {number} members and meets in {place}. It was founded by {choose(USERS)}."
        answer = f"The {word} project has {number} members and meets in {place}."
    else:
        level = choose(["ERROR", "WARN", "FATAL"])
        message = f"{choose(['cannot open', 'lost', 'timeout in', 'no route to'])} {odd_stem()}"
        lines = [f"INFO started {new_word()}" for _ in range(randint(1, 4))]
        lines.insert(randint(0, len(lines)), f"{level} {message}")
        question = "(what went wrong|what is the (error|problem)|which error is there)"
        text, answer = "\n".join(lines), f"The problem is: {message}"
    request = asked(question, f=name)
    request["content"] += f"\n\n--- CONTENT ---\n{text}\n--- END CONTENT ---"
    turn = [request, assistant(answer)]
    return [NO_TOOL] + turn if chance(0.6) else turn


def listing(names, sizes):
    return f"total {sum(sizes) // 1024}\n" + "".join(
        f"-rw-r--r-- 1 {choose(['root', 'anna', 'dev'])} {choose(['root', 'users'])} {size:>8}"
        f" {choose(['Jan', 'Mar', 'Jul', 'Nov'])} {randint(1, 28):>2} {randint(0, 23):02d}:{randint(0, 59):02d} {name}\n"
        for name, size in zip(names, sizes)
    )


def long_result():
    """Returns a turn with a result of some hundred tokens."""
    kind = randint(0, 5)
    folder = ODD_MAKERS["d"](None)
    if kind == 0:
        names = sorted({odd_file_name(path=0) for _ in range(randint(6, 25))})
        request = asked("(how many files|how many entries|how much) (are|is) (in|inside) <d>", d=folder)
        return [request, call(["ls", folder]),
                tool(retained(0, "\n".join(names) + "\n")), assistant(f"{folder} has {len(names)} entries.")]
    if kind == 1:
        names = sorted({odd_file_name(path=0) for _ in range(randint(4, 9))})
        sizes = [randint(1, 10 ** randint(2, 7)) for _ in names]
        largest = max(zip(sizes, names))
        small = chance(0.35)
        chosen = min(zip(sizes, names)) if small else largest
        what = "(smallest|tiniest)" if small else "(largest|biggest)"
        request = asked(f"(which|what) (file|) in <d> is the {what}", d=folder)
        return [request, call(["ls", "-l", folder]), tool(retained(0, listing(names, sizes))),
                assistant(f"The {'smallest' if small else 'largest'} file is {chosen[1]}, with {chosen[0]} bytes.")]
    if kind == 2:
        used, free, cache = randint(200, 9000), randint(100, 9000), randint(50, 9000)
        total, available = used + free + cache, free + cache * randint(80, 99) // 100
        output = (
            "               total        used        free      shared  buff/cache   available\n"
            f"Mem:{total:>16}{used:>12}{free:>12}{randint(1, 90):>12}{cache:>12}{available:>12}\n"
            f"Swap:{randint(0, 4000):>15}{0:>12}{randint(0, 4000):>12}\n"
        )
        which, value = choose([("(free|unused)", f"{free} MB are free"), ("(used|in use|taken)", f"{used} MB are in use"),
                               ("available", f"{available} MB are available")])
        request = asked(f"how (many megabytes|much|many mb) of (memory|ram) (is|are) {which}")
        return [request, call(["free", "-m"]), tool(retained(0, output)),
                assistant(f"{value} of {total} MB.")]
    if kind == 3:
        lines = [text_line() for _ in range(randint(2, 10))]
        name = odd_file_name()
        request = asked("(what('s| is) in|what does|read me|show me) <f> (say|)", f=name)
        return [request, call(["cat", name]), tool(retained(0, "\n".join(lines) + "\n")),
                assistant(f"{name} has {len(lines)} lines: " + " / ".join(lines[:6]) + (" and more." if len(lines) > 6 else ""))]
    if kind == 4:
        subjects = [choose(["Add", "Fix", "Remove", "Rename", "Improve", "Test"]) + " " + new_word() + " " + new_word() for _ in range(randint(2, 7))]
        n = len(subjects)
        request = asked(f"(what were|show me|list|give me) the (last|latest) {n} commits")
        return [request, call(["git", "log", "--oneline", "-n", str(n)]),
                tool(retained(0, "".join(f"{commit_hash()} {s}\n" for s in subjects))),
                assistant(f"The last {n} commits are: {'; '.join(subjects)}.")]
    procs = [(choose(USERS), randint(1, 60000), randint(0, 999) / 10, randint(0, 500) / 10, "/usr/bin/" + new_word()) for _ in range(randint(3, 12))]
    by_memory = chance(0.5)
    procs.sort(key=lambda p: -p[3 if by_memory else 2])
    rows = "USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n" + "".join(
        f"{u:<10} {p:>5} {c:>4} {m:>4} {randint(1000, 999999):>6} {randint(100, 99999):>5} ?        Ss   {randint(0, 23):02d}:{randint(0, 59):02d}   0:{randint(0, 59):02d} {n}\n"
        for u, p, c, m, n in procs
    )
    top = procs[0]
    word = "(memory|ram)" if by_memory else "(cpu|processor time)"
    request = asked(f"(which|what) (process|program) (uses|takes|needs|eats) (the most|most) {word}")
    value = f"{top[3]}% of the memory" if by_memory else f"{top[2]}% of the CPU"
    return [request, call(["ps", "aux", "--sort=-%mem" if by_memory else "--sort=-%cpu"]), tool(retained(0, rows)),
            assistant(f"{top[4]} (process {top[1]}) uses the most, {value}.")]
