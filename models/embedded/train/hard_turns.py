"""Second turns that need care: figures out of tables, and what went wrong."""

from chance import chance, choose
from conversations import assistant, tool, tool_turn

# Commands whose output is a table or a form; often those with figures.
TABLES = (
    "df -h|df -h|df -h|free -h|free -h|free -h|date|date|pwd|pwd|"
    "ping -c 4 <h>|ip addr|stat <f>|uptime|git status|ls|"
    "ps aux --sort=-%cpu|uname -a|lscpu|git log --oneline|head <f>|cat <f>"
).split("|")

FAILING = (
    "which <p>|rmdir <k>|cat <f>|cat <f>|rm <f>|mkdir <k>|touch <f>|"
    "cp <f> <g>|mv <f> <g>|head <f>|wc -l <f>|du -sh <d>|ls <d>|git status|"
    "chmod +x <f>|kill <i>|pkill <p>"
).split("|")


def not_found_by_which(name):
    output = choose(
        [
            "",
            f"{name} not found\n",
            f"which: no {name} in (/usr/bin:/bin)\n",
        ]
    )
    return "exit 1\n" + output, choose(
        [
            f"No, {name} is not installed.",
            f"{name} is not installed on this computer.",
        ]
    )


def file_failure(argv):
    """Returns tool result and answer when a file is the reason."""
    program = argv[0]
    subject = argv[1] if program in ("cp", "mv") else argv[-1]
    if chance(0.5):
        prefix = choose(["", "cannot open "])
        return (
            f"exit 1\n{program}: {prefix}{subject}: Permission denied\n",
            choose(
                [
                    f"I don't have permission to access {subject}.",
                    f"Permission denied: I cannot access {subject}.",
                ]
            ),
        )
    if program in ("cat", "head", "wc") and chance(0.3):
        return (
            f"exit 1\n{program}: {subject}: Is a directory\n",
            f"{subject} is a folder, not a file.",
        )
    prefix = choose(["", "cannot access ", "cannot stat "])
    return (
        f"exit 1\n{program}: {prefix}'{subject}': No such file or directory\n",
        choose(
            [
                f"There is no file or folder named {subject}.",
                f"{subject} does not exist.",
            ]
        ),
    )


def failure(argv):
    """Returns tool result and answer of a command that fails in its own way."""
    program, subject = argv[0], argv[-1]
    if program == "which":
        return not_found_by_which(subject)
    fixed = {
        "rmdir": (
            (
                f"exit 1\nrmdir: failed to remove '{subject}': Directory not"
                " empty\n"
            ),
            f"I could not remove {subject}: the folder is not empty.",
        ),
        "mkdir": (
            (
                f"exit 1\nmkdir: cannot create directory '{subject}': File"
                " exists\n"
            ),
            f"{subject} already exists.",
        ),
        "git": (
            (
                "exit 128\nfatal: not a git repository (or any of the parent"
                " directories): .git\n"
            ),
            "This folder is not a Git repository.",
        ),
        "kill": (
            f"exit 1\nkill: ({subject}): No such process\n",
            f"There is no process {subject}.",
        ),
        "pkill": (
            "exit 1\n",
            f"No process named {subject} is running.",
        ),
    }
    return fixed.get(program) or file_failure(argv)


def hard_turn(intents):
    """Returns one such turn. intents: command -> Intent."""
    if chance(0.25):
        messages = tool_turn(intents[choose(FAILING)], with_result=False)
        result, answer = failure(messages[1]["argv"])
        return messages + [tool(result), assistant(answer)]
    return tool_turn(intents[choose(TABLES)], with_result=True)
