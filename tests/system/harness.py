"""Runs aii as a person runs it: from a shell, under a real terminal.

`SystemTest.start` makes a pseudo-terminal and a small shell on it. The shell
leads the session, starts aii as a foreground job in a process group of its own,
and reports what becomes of it; so ctrl-c, ctrl-z and background jobs do what
they do in life. Each standard stream of aii is the terminal, a pipe, a file,
the null device, or closed.

Nothing here sleeps to let something happen. A wait is for a text, a process or
an end, and has a deadline; when it passes, the test fails and shows all output.

This process is a subreaper: what aii leaves behind becomes its child. After
each test no process may be left, and the terminal's modes must be as before.

Beside this module: program.py is one run, job_shell.py the shell, processes.py
what there is in /proc.

Environment:
  AII_TEST_BINARY   the program; default: build/release/aii of this tree
  AII_TEST_ACCEPT   1: write the golden texts anew; such tests are skipped
"""

import json
import os
import pathlib
import pwd
import shutil
import signal
import stat
import tempfile
import time
import unittest

# The tests take all they need from here.
from job_shell import BACKGROUND, FOREGROUND, NO_TERMINAL
from processes import (SECONDS, become_subreaper, descendants, poll_until,
                       reap_zombies)
from program import CLOSED, NULL, PIPE, QUESTION, TTY, Program

__all__ = ["BACKGROUND", "CLOSED", "FOREGROUND", "NO_TERMINAL", "NULL", "PIPE",
           "QUESTION", "SECONDS", "TTY", "poll_until"]

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
LEAK_SECONDS = 2.0  # for what has been killed to vanish
NOBODY = 65534

PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
CTRL_C, CTRL_D, CTRL_Z = "\x03", "\x04", "\x1a"

DEFAULTS = ("ls pwd cat head tail wc date whoami uname df du stat file which "
            "ps uptime sw_vers").split()
DECLINED = "Denied: the user declined to run this command. Do not retry it."
NO_TERMINAL_DENIAL = (
    "Denied: this command is not on the allowlist and there is no terminal to "
    "ask the user for approval. Do not retry it.")
WITHOUT_ALWAYS = "  [y] yes once   [N] no\n> "


def with_always(prefix):
    return f'  [y] yes once   [a] always allow "{prefix}"   [N] no\n> '


def binary():
    return pathlib.Path(os.environ.get("AII_TEST_BINARY")
                        or ROOT / "build" / "release" / "aii").resolve()


# --- Steps of a script (docs/scripts.md) -------------------------------------


def say(text):
    return {"say": text}


def call(*words):
    return {"call": {"executable": words[0], "arguments": list(words[1:])}}


SAY_RESULT = {"say_result": True}


def call_and_tell(*words):
    """The model calls, and says the result, which ends in a line."""
    return [call(*words), SAY_RESULT, say("\n")]


def flattened(steps):
    for step in steps:
        if isinstance(step, dict):
            yield step
        else:
            yield from flattened(step)


# --- Tests -------------------------------------------------------------------


class SystemTest(unittest.TestCase):
    """A test with a home, a working directory and no leftovers."""

    maxDiff = None
    needs_binary = True
    # uid to run aii as; set by `as_ordinary_user`.
    user = None

    def setUp(self):
        if self.needs_binary and not os.access(binary(), os.X_OK):
            self.fail(f"there is no program '{binary()}': build it, or name "
                      "it in AII_TEST_BINARY")
        become_subreaper()
        self._programs = []
        self._survivors_allowed = False
        self._modes_may_change = False
        self.before = {process.pid for process in descendants()}
        # Resolved: the program compares and shows real paths.
        self.base = pathlib.Path(
            os.path.realpath(tempfile.mkdtemp(prefix="aii-test-")))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.home = self._folder("home")
        self.cwd = self._folder("cwd")
        self.runtime = self._folder("run")
        self.addCleanup(self._check_leftovers)

    def _folder(self, name):
        path = self.base / name
        path.mkdir(mode=0o700)
        return path

    def _check_leftovers(self):
        unfinished = [program.arguments for program in self._programs
                      if program.kill()]
        survivors = self.survivors(LEAK_SECONDS)
        for process in survivors:
            try:
                os.kill(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for program in self._programs:
            program.dispose()
        poll_until(lambda: not self.survivors(), "what was killed to be gone")
        if self._outcome_is_failure():
            return  # the first failure says more
        self.assertEqual(unfinished, [], "the test did not wait for the end")
        if not self._survivors_allowed:
            self.assertEqual(survivors, [], "processes were left behind")
        for program in self._programs:
            self.assertTrue(program.ended.modes_kept or self._modes_may_change,
                            "the terminal was not left as it was found: "
                            f"{program.arguments}")

    def _outcome_is_failure(self):
        result = getattr(self._outcome, "result", None)
        failures = [*getattr(result, "failures", []),
                    *getattr(result, "errors", [])]
        return any(getattr(test, "test_case", test) is self
                   for test, _ in failures)

    def survivors(self, seconds=0.0):
        """Processes that were started in this test and still run."""
        deadline = time.monotonic() + seconds
        known = {program.shell for program in self._programs} | self.before
        while True:
            reap_zombies(known)
            left = [process for process in descendants()
                    if process.pid not in known and process.state not in "ZX"]
            if not left or time.monotonic() >= deadline:
                return left
            time.sleep(0.01)

    def allow_survivors(self):
        """What an approved command leaves behind on purpose is expected."""
        self._survivors_allowed = True

    def allow_changed_modes(self):
        """Nobody is left to put the terminal's modes back."""
        self._modes_may_change = True

    # Making things.

    def write(self, name, content="", mode=0o600):
        """Writes a file below the working directory."""
        path = self.cwd / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes)
                         else content.encode())
        path.chmod(mode)
        return path

    def script(self, *steps):
        """Writes a script. Steps are dicts, or lists of such. Returns the
        value for --model."""
        fd, path = tempfile.mkstemp(suffix=".jsonl", dir=self.base)
        with open(fd, "w", encoding="utf-8") as file:
            for step in flattened(steps):
                file.write(json.dumps(step) + "\n")
        return f"script:{path}"

    @property
    def allow_path(self):
        return self.home / ".config" / "aii" / "allow"

    def write_allow(self, text, mode=0o600):
        self.allow_path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.allow_path.write_bytes(
            text if isinstance(text, bytes) else text.encode())
        self.allow_path.chmod(mode)

    def environment(self, **changes):
        """What aii gets; a change to None leaves a variable out."""
        variables = {
            "HOME": str(self.home), "PATH": PATH, "TERM": "xterm",
            "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "TMPDIR": str(self.runtime), "XDG_RUNTIME_DIR": str(self.runtime),
            "AII_KEEP": "0",
        }
        variables.update(changes)
        return {name: str(value) for name, value in variables.items()
                if value is not None}

    def as_ordinary_user(self):
        """From here on aii runs as somebody whom file modes stop."""
        if os.geteuid() != 0:
            return
        self.user = NOBODY
        program = self.base / "aii"
        shutil.copyfile(binary(), program)
        program.chmod(0o755)
        self.program = program

    def _give_away(self):
        if self.user is None:
            return
        for folder, folders, files in os.walk(self.base):
            for name in [".", *folders, *files]:
                os.chown(os.path.join(folder, name), self.user, self.user,
                         follow_symlinks=False)

    program = None

    # Running.

    def start(self, *arguments, model=None, stdin=TTY, stdout=PIPE, stderr=PIPE,
              place=FOREGROUND, env=None, directory=None, modes=None,
              inherited=None):
        """Starts aii with `arguments`; `model` becomes --model.

        env:       changes to the environment.
        modes:     changes the terminal's attributes before the start.
        inherited: {number: descriptor}, beside the standard streams.
        """
        if model is not None:
            arguments = (*arguments, "--model", model)
        self._give_away()
        program = Program(
            list(arguments), environment=self.environment(**(env or {})),
            directory=directory or self.cwd, stdin=stdin, stdout=stdout,
            stderr=stderr, place=place, modes=modes,
            inherited=inherited or {}, user=self.user,
            binary=self.program or binary())
        self._programs.append(program)
        return program

    def run_aii(self, *arguments, **options):
        """Runs aii to its end, without a person at the terminal."""
        return self.start(*arguments, **options).wait()

    def ask(self, command, keys, words, **options):
        """One call of `words`, its question answered with `keys`. Returns the
        choices that were offered, and the end."""
        program = self.start("-x", "do it",
                             model=self.script(call_and_tell(*words)), **options)
        choices = program.answer(command, keys)
        return choices, program.wait()

    # Checking.

    def assert_answer(self, ended, stdout):
        """aii succeeded and stdout is exactly this."""
        self.assertEqual((ended.stdout, ended.status), (stdout, 0),
                         f"stderr: {ended.stderr!r}")

    def assert_told(self, ended, *results):
        """aii succeeded, and call_and_tell told these results in this order.
        A response ends in exactly one newline."""
        text = "".join(result + "\n" for result in results)
        self.assert_answer(ended, text.rstrip("\n") + "\n")

    def assert_mode(self, path, mode):
        self.assertEqual(oct(stat.S_IMODE(os.lstat(path).st_mode)), oct(mode),
                         path)

    def assert_golden(self, name, text):
        """Compares with tests/golden/`name`."""
        path = GOLDEN / name
        if os.environ.get("AII_TEST_ACCEPT") == "1":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            self.skipTest(f"wrote tests/golden/{name}")
        self.assertTrue(path.exists(), f"no tests/golden/{name}; make it with "
                        "AII_TEST_ACCEPT=1 and read it")
        self.assertEqual(path.read_text(encoding="utf-8"), text)


def trusted(name):
    """The path of a program in a system directory, or None."""
    return shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin")


def own_home():
    return os.environ.get("HOME") or pwd.getpwuid(os.geteuid()).pw_dir
