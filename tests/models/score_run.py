"""Makes one request of requests.jsonl to aii, with a person stood in for."""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "system"))

import harness  # noqa: E402
import processes  # noqa: E402
import program  # noqa: E402
import score_judge  # noqa: E402
from score_judge import Call, Outcome  # noqa: E402

REQUESTS = pathlib.Path(__file__).with_name("requests.jsonl")

_SAID = re.compile(
    program.QUESTION_PATTERN.pattern
    + r"|^aii: \$ (?P<ran>.*)\n"
    r"|^aii: nothing ran; the model is told:\naii: \| (?P<refused>.*)\n",
    re.MULTILINE)
_STATUS_LINE = re.compile(r"^.*\r\x1b\[K", re.MULTILINE)
_NOT_FOUND = "Error: executable not found: "
_TIMED_OUT = 124  # as timeout(1) says it


def read_requests(path=REQUESTS):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def missing_program(row):
    """A program that this machine lacks for the row, or None."""
    return next((name for name in row.get("needs", [])
                 if shutil.which(name, path=harness.PATH) is None), None)


class Place:
    """A home and an empty folder for one request."""

    def __init__(self):
        self.base = pathlib.Path(
            os.path.realpath(tempfile.mkdtemp(prefix="aii-score-")))
        self.home, self.folder, self.runtime = (
            self.base / name for name in ("home", "here", "run"))
        for path in (self.home, self.folder, self.runtime):
            path.mkdir(mode=0o700)
        data = (os.environ.get("XDG_DATA_HOME")
                or os.path.join(harness.own_home(), ".local/share"))
        self.environment = {
            "HOME": str(self.home), "PATH": harness.PATH, "TERM": "xterm",
            "NO_COLOR": "1", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
            # Far from UTC, so that a request for UTC is not right by chance.
            "TZ": "IST-5:30", "TMPDIR": str(self.runtime),
            "XDG_RUNTIME_DIR": str(self.runtime), "XDG_DATA_HOME": data,
            # A server that stayed would lose its folder with this place.
            "AII_KEEP": "0"}

    def shell(self, text):
        return subprocess.run(
            ["/bin/sh", "-e", "-c", text], cwd=self.folder, text=True,
            env=self.environment, check=True, capture_output=True).stdout

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


def read_screen(text, declined):
    """The calls on a terminal that got aii's standard error with -v.

    declined: how many questions were answered with no.
    Returns:  calls in order, and how many more were malformed.
    """
    calls, malformed = [], 0
    for said in _SAID.finditer(_STATUS_LINE.sub("", text)):
        if said["ran"] is not None:
            calls.append(Call(tuple(score_judge.shown_words(said["ran"])), True))
        elif said["command"]:
            shown = program.shown_command(said)
            if shown in declined:
                calls.append(Call(tuple(score_judge.shown_words(shown)), False))
        elif said["refused"].startswith(_NOT_FOUND):
            name = said["refused"].removeprefix(_NOT_FOUND)
            calls.append(Call((name,), False))
        elif said["refused"].startswith("Error: "):
            malformed += 1
    return tuple(calls), malformed


def ask(model, row, place, seconds):
    """Runs aii and answers its questions: yes to what the row accepts."""
    declined = set()

    def answer(shown):
        argv = score_judge.shown_words(shown)
        if score_judge.accepted(argv, row, str(place.folder)):
            return "y"
        declined.add(shown)
        return "n"

    started = time.monotonic()
    aii = program.Program(
        ["-x", "-v", "--model", model, "--", row["request"]],
        environment=place.environment, directory=place.folder,
        stdin=program.TTY, stdout=program.PIPE, stderr=program.TTY,
        place=harness.FOREGROUND, modes=None, inherited={}, user=None,
        binary=harness.binary())
    status = None
    try:
        aii.answer_questions(answer, seconds)
        status = aii.wait(seconds).status
    except AssertionError:  # it took too long
        if not aii.kill():
            raise
        aii.wait()
        status = _TIMED_OUT
    finally:
        took = time.monotonic() - started
        screen, stdout = aii.screen.text, aii.stdout.text
        aii.dispose()
    calls, malformed = read_screen(screen, declined)
    return Outcome(calls=calls, malformed=malformed, answer=stdout,
                   status=status, seconds=took)


@dataclasses.dataclass(frozen=True)
class Scored:
    row: dict
    outcome: Outcome
    verdict: score_judge.Verdict


def score(model, row, seconds):
    """Makes the request of a row in a place of its own and judges it."""
    processes.become_subreaper()
    place = Place()
    try:
        place.shell(row.get("set_up", ":"))
        facts = [score_judge.evaluated(fact, place.shell)
                 for fact in row.get("facts", [])]
        outcome = ask(model, row, place, seconds)
        return Scored(row, outcome,
                      score_judge.judge(row, facts, outcome, str(place.folder)))
    finally:
        place.remove()
