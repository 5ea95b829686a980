"""Whole conversations: request, call, tool result, answer.

A message is {"role": ..., "content": ...} with the role user, tool or
assistant, or {"role": "call", "argv": [...]} for a call of run_command.
"""

import os

from chance import RANDOM, chance, choose
from slot_values import fill
from slots import EXTENSIONS, file_name, new_folder_name
from wording import as_typed, expand

# Longest tool result that the model is shown.
MAX_RESULT_CHARACTERS = 2048

DENIALS = [
    "Denied: the user did not allow this command.",
    "Denied: not allowed by the user",
    "Denied: the user declined to run this command",
    "Denied: this program is not on the allow list.",
    "Denied: the command was refused by the policy.",
    "Denied: user said no",
    "Denied: destructive command blocked",
    "Denied: running {e} is not permitted.",
    "Denied: the user refused {e}.",
]

# Programs whose only failure here is that they are not installed.
ONLY_MISSING = set(
    "df git make sed kill pkill ping which swift npm pip3 python3 bash node"
    " mkdir touch tar zip nproc echo nslookup curl lsof printenv id cal sleep"
    " find grep".split()
)


def read_plain_answers():
    """Returns the (question, answer) pairs of plain_answers.txt."""
    path = os.path.join(os.path.dirname(__file__), "plain_answers.txt")
    with open(path, encoding="utf-8") as file:
        return [
            tuple(line.rstrip("\n").split("|"))
            for line in file
            if not line.startswith("#")
        ]


PLAIN_ANSWERS = read_plain_answers()


def user(text):
    return {"role": "user", "content": text}


def call(argv):
    return {"role": "call", "argv": argv}


def tool(text):
    return {"role": "tool", "content": text}


def assistant(text):
    return {"role": "assistant", "content": text}


def denied_result(argv):
    """Returns tool result and answer of a call that was denied."""
    result = choose(DENIALS).replace("{e}", argv[0])
    answer = choose(
        [
            f"The command was denied, so I did not run {argv[0]}.",
            f"I could not do that: running {argv[0]} was denied.",
            f"The request to run {argv[0]} was denied.",
        ]
    )
    return result, answer


def subject_of(argv):
    """Returns the argument that names a file or the like, or None."""
    for word in argv[1:]:
        if (
            word
            and word[0] not in "-+.:"
            and not word.isdigit()
            and "/g" not in word
        ):
            return word
    return None


def failed_result(argv):
    """Returns tool result and answer of a call that failed."""
    program, subject = argv[0], subject_of(argv)
    dice = RANDOM.random()
    if dice < 0.4 or not subject or program in ONLY_MISSING:
        return f"Error: executable not found: {program}", choose(
            [
                f"{program} is not installed on this computer.",
                f"I could not run it: {program} was not found.",
                f"The program {program} was not found.",
            ]
        )
    if dice < 0.8:
        status = 2 if program == "ls" else 1
        message = choose(
            [
                f"cannot access '{subject}': No such file or directory",
                f"{subject}: No such file or directory",
                f"cannot open '{subject}': No such file or directory",
            ]
        )
        return f"exit {status}\n{program}: {message}\n", choose(
            [
                f"There is no file or folder named {subject}.",
                f"{subject} does not exist.",
            ]
        )
    if dice < 0.95:
        return (
            f"exit 1\n{program}: {subject}: Permission denied\n",
            f"I don't have permission to access {subject}.",
        )
    return "Error: timed out after 60 seconds", "The command timed out."


def finished_result(intent, slots):
    """Returns tool result and answer of a call that ran."""
    run = intent.run(slots)
    if run[0] is None:
        _, status, output, answer = run
    else:
        status, (output, answer) = 0, run
    if chance(0.5):
        output = output.rstrip("\n")
    return f"exit {status}\n{output[:MAX_RESULT_CHARACTERS]}", answer


def worded(phrase):
    """Returns the phrase with its alternatives and optional blanks decided."""
    for _ in range(5):
        text = (
            expand(phrase)
            .replace(" ?", " " if chance(0.7) else "")
            .replace(",?", "," if chance(0.6) else "")
            .replace("sub folder", "subfolder")
            .replace("sub directory", "subdirectory")
            .replace("check ?out", "check out")
            .replace("\\$", "$")
        )
        if text:
            break
    return text


def tool_turn(intent, with_result):
    """Returns a request with its call, and with result and answer if wanted."""
    kind, phrase = choose(intent.phrases)
    request, argv, slots = fill(intent.argv, as_typed(worded(phrase), kind))
    slots["_u"] = request
    messages = [user(request), call(argv)]
    if not with_result:
        return messages
    dice = RANDOM.random()
    if dice < 0.10:
        result, answer = denied_result(argv)
    elif dice < 0.19:
        result, answer = failed_result(argv)
    else:
        result, answer = finished_result(intent, slots)
    return messages + [tool(result), assistant(answer)]


def plain_turn():
    """Returns a question that needs no program, with its answer."""
    question, answer = choose(PLAIN_ANSWERS)
    if chance(0.4):
        question = question[0].lower() + question[1:]
    if chance(0.2):
        question = question.rstrip("?.!")
    if chance(0.1):
        question = (
            choose(["hey, ", "please ", "tell me, ", "quick question: "])
            + question
        )
    return [user(question), assistant(answer)]


def follow_up():
    """Returns two turns, the second of which acts on "it" of the first."""
    name = file_name()
    new_name = file_name(EXTENSIONS, 0)
    folder = new_folder_name()
    file_turns = (
        "create a file called <n>",
        ["touch", name],
        f"Created the file {name}.",
        [
            (
                (
                    "(now delete it|delete it again|now remove it|remove it"
                    " please|get rid of it again)"
                ),
                ["rm", name],
                f"Deleted {name}.",
            ),
            (
                "(rename it to|now call it|give it the name) <g>",
                ["mv", name, new_name],
                f"Renamed {name} to {new_name}.",
            ),
            (
                "make it executable",
                ["chmod", "+x", name],
                f"{name} is now executable.",
            ),
            ("add it to git", ["git", "add", name], f"Staged {name}."),
        ],
    )
    folder_turns = (
        "make a folder named <k>",
        ["mkdir", folder],
        f"Created the folder {folder}.",
        [
            (
                "remove it again",
                ["rmdir", folder],
                f"Removed the folder {folder}.",
            ),
            (
                "what's in it?",
                ["ls", folder],
                f"The folder {folder} is empty.",
            ),
            ("list it", ["ls", folder], f"The folder {folder} is empty."),
        ],
    )
    first, argv, answer, seconds = choose([file_turns, folder_turns])
    second, second_argv, second_answer = choose(seconds)

    def typed(phrase):
        text = as_typed(expand(phrase), "c")
        for slot, value in (("n", name), ("g", new_name), ("k", folder)):
            text = text.replace(f"<{slot}>", value)
            text = text.replace(f"<{slot.upper()}>", value)
        return text

    return [
        user(typed(first)),
        call(argv),
        tool("exit 0\n"),
        assistant(answer),
        user(typed(second)),
        call(second_argv),
        tool("exit 0\n"),
        assistant(second_answer),
    ]
