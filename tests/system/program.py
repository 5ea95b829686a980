"""A run of aii: its streams, its terminal, its end."""

import dataclasses
import errno
import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time

import job_shell
import processes
from processes import SECONDS

# What a stream of aii can be; also a path (a file, made if missing) or a
# descriptor.
TTY = "the terminal"
PIPE = "a pipe"
NULL = "the null device"
CLOSED = "closed"

QUESTION = "aii: run this command?\n"
# A command that is too long for a row is on rows behind a bar.
QUESTION_PATTERN = re.compile(
    re.escape(QUESTION) + r"(?P<command>(?:  \| .*\n)+|  .*\n)"
    r"(?:  note: .*\n)?(?P<choices>  \[y\].*\n(?:  \| .*\n)*> )")


def shown_command(match):
    """The command of a match of QUESTION_PATTERN, in one piece."""
    rows = match["command"].splitlines()
    if rows[0].startswith("  | "):
        return "".join(row.removeprefix("  | ") for row in rows)
    return rows[0].removeprefix("  ")


class Captured:
    """Bytes that arrive at a descriptor, and how far a test has read them."""

    def __init__(self, name, fd):
        self.name = name
        self.fd = fd
        self.raw = b""
        self.seen = 0  # in `text`, up to which `expect` has matched

    @property
    def text(self):
        return self.raw.decode("utf-8", "replace")

    def read(self):
        try:
            chunk = os.read(self.fd, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # the terminal was hung up
                raise
            chunk = b""
        if chunk:
            self.raw += chunk
        else:
            self.close()

    def close(self):
        if self.fd is not None:
            os.close(self.fd)
            self.fd = None


class Screen(Captured):
    """What the terminal was sent, without colours, lines ended by a newline.

    Erasing a line that is empty shows nothing, so it is left out. Erasing one
    with text on it stays visible as what was sent.
    """

    @property
    def text(self):
        text = re.sub(r"\x1b\[[0-9;]*m", "", super().text)
        text = text.replace("\r\n", "\n")
        return re.sub(r"(?<![^\n])\r\x1b\[K", "", text)


@dataclasses.dataclass(frozen=True)
class Ended:
    """How a run ended."""
    status: int       # as a shell shows it: 128+n for signal n
    signal: object    # the signal, or None
    stdout: str       # "" where it was no pipe
    stderr: str
    stdout_bytes: bytes
    screen: str
    modes_kept: bool  # the terminal's modes are those before the start

    @property
    def log(self):
        """The commands that ran, as they were shown: each on a fresh line, or
        on one from which a status line was erased."""
        return re.findall(r"^(?:\x1b\[K)?aii: \$ (.*)$", "\n".join(
            (self.stderr + self.screen).splitlines()), re.M)

    @property
    def questions(self):
        return self.screen.count(QUESTION)


class Program:
    """aii, running. Made by SystemTest.start."""

    def __init__(self, arguments, *, environment, directory, stdin, stdout,
                 stderr, place, modes, inherited, user, binary):
        self.arguments = arguments
        self._opened = []
        self._events = []
        self._report_text = b""
        self._shell_ended = False
        self.pid = None
        self.ended = None

        master, self._slave = os.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 50, 400, 0, 0))
        if modes is not None:
            self.set_modes(modes)
        self.modes_before = self.modes()
        self.screen = Screen("terminal", master)
        self.stdout = Captured("stdout", None)
        self.stderr = Captured("stderr", None)
        self._stdin = None

        streams = [self._stream(0, stdin), self._stream(1, stdout),
                   self._stream(2, stderr)]
        self._reports, reports = os.pipe()
        commands, self._commands = os.pipe()
        job = job_shell.Job(argv=[str(binary), *arguments],
                  environment=environment, directory=directory, streams=streams,
                  place=place, terminal=self._slave, inherited=inherited,
                  user=user, reports=reports, commands=commands)
        sys.stdout.flush()
        sys.stderr.flush()
        self.shell = os.fork()
        if self.shell == 0:
            try:
                job_shell.run_shell(job)
            except BaseException as error:
                job_shell.report(job, f"failed {error}")
            finally:
                os._exit(0)  # also where nobody reads the reports any more
        for fd in [reports, commands, *self._opened]:
            os.close(fd)
        self.pid = int(self._event("started"))

    def _stream(self, number, kind):
        if kind == TTY:
            return self._slave
        if kind == CLOSED:
            return None
        if kind == PIPE:
            reader, writer = os.pipe()
            if number == 0:
                self._stdin = writer
                self._opened.append(reader)
                return reader
            (self.stdout if number == 1 else self.stderr).fd = reader
            self._opened.append(writer)
            return writer
        if isinstance(kind, int):
            return kind
        path = os.devnull if kind == NULL else kind
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        fd = os.open(path, flags | os.O_NOCTTY, 0o600)
        self._opened.append(fd)
        return fd

    # Reading what arrives.

    def _captured(self):
        return [source for source in (self.screen, self.stdout, self.stderr)
                if source.fd is not None]

    def _pump(self, deadline, what):
        """Waits for output or a report of the shell and takes it in."""
        left = deadline - time.monotonic()
        if left <= 0:
            self.fail(f"waited in vain for {what}")
        waited_for = {source.fd: source for source in self._captured()}
        watched = list(waited_for)
        if not self._shell_ended:
            watched.append(self._reports)
        ready, _, _ = select.select(watched, [], [], left)
        for fd in ready:
            if fd in waited_for:
                waited_for[fd].read()
            else:
                self._read_report()

    def _read_report(self):
        chunk = os.read(self._reports, 4096)
        if not chunk:
            self._shell_ended = True
        self._report_text += chunk
        *lines, self._report_text = self._report_text.split(b"\n")
        self._events += [line.decode().split(" ", 1) for line in lines]

    def _drain(self):
        """Takes in what has arrived, without waiting."""
        while True:
            sources = {source.fd: source for source in self._captured()}
            ready, _, _ = select.select(list(sources), [], [], 0)
            if not ready:
                return
            for fd in ready:
                sources[fd].read()

    def listen(self, seconds):
        """Takes in what arrives for that long, for what must not arrive."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            select.select([source.fd for source in self._captured()], [], [],
                          max(0, deadline - time.monotonic()))
            self._drain()

    def _event(self, *kinds, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        while not self._events:
            if self._shell_ended:
                self.fail("the shell ended without a report")
            self._pump(deadline, f"the shell to say {' or '.join(kinds)}")
        kind, value = self._events.pop(0)
        if kind not in kinds:
            self.fail(f"the shell says '{kind} {value}', not {kinds}")
        return value if len(kinds) == 1 else (kind, value)

    def fail(self, reason):
        self._drain()
        raise AssertionError(
            f"{reason}\n"
            f"  arguments: {self.arguments}\n"
            f"  terminal:  {self.screen.raw!r}\n"
            f"  stdout:    {self.stdout.raw!r}\n"
            f"  stderr:    {self.stderr.raw!r}\n"
            f"  ended:     {self.ended or self._events or 'no'}")

    # What a test does.

    def expect(self, text, source=None, seconds=SECONDS):
        """Waits until `text` (str or compiled pattern) appears after what was
        last expected from `source` (the screen). Returns the match."""
        source = source or self.screen
        pattern = re.compile(re.escape(text)) if isinstance(text, str) else text
        deadline = time.monotonic() + seconds
        while True:
            match = pattern.search(source.text, source.seen)
            if match:
                source.seen = match.end()
                return match
            if self._shell_ended and source.fd is None:
                self.fail(f"{source.name} ended without {pattern.pattern!r}")
            if any(kind in ("exited", "killed") for kind, _ in self._events):
                self._drain()
                if not pattern.search(source.text, source.seen):
                    self.fail(f"ended without {pattern.pattern!r} "
                              f"on {source.name}")
                continue
            self._pump(deadline, f"{pattern.pattern!r} on {source.name}")

    def expect_question(self, command, seconds=SECONDS):
        """Waits for the question about `command`. Returns the line with the
        choices and the "> " after it."""
        match = self.expect(QUESTION_PATTERN, seconds=seconds)
        shown = shown_command(match)
        if shown != command:
            self.fail(f"asks about {shown!r}, not {command!r}")
        return match["choices"]

    def type(self, keys):
        os.write(self.screen.fd,
                 keys if isinstance(keys, bytes) else keys.encode())

    def answer(self, command, keys):
        """Waits for the question, answers with a line, returns the choices."""
        choices = self.expect_question(command)
        self.type(keys + "\n")
        return choices

    def type_ahead(self, keys):
        """Types a line and waits for the terminal to show it, so that it
        certainly lies in the input queue."""
        self.type(keys + "\n")
        self.expect(keys + "\n")

    def write_stdin(self, text):
        os.write(self._stdin, text.encode() if isinstance(text, str) else text)

    def close_stdin(self):
        os.close(self._stdin)
        self._stdin = None

    def decline_everything(self, seconds=SECONDS):
        """Answers every question with n until aii ends. Returns the commands
        that were shown."""
        return self.answer_questions(lambda _: "n", seconds)

    def answer_questions(self, answer, seconds=SECONDS):
        """Answers every question with the line answer(command) until aii ends.
        Returns the commands that were shown."""
        shown = []
        deadline = time.monotonic() + seconds
        while True:
            match = QUESTION_PATTERN.search(self.screen.text, self.screen.seen)
            if match:
                self.screen.seen = match.end()
                shown.append(shown_command(match))
                self.type(answer(shown[-1]) + "\n")
            elif any(kind in ("exited", "killed") for kind, _ in self._events):
                return shown
            else:
                self._pump(deadline, "a question or the end")

    def signal(self, number):
        os.kill(self.pid, number)

    def hang_up(self):
        """Takes the terminal away: the window is closed."""
        self._drain()
        os.close(self._slave)
        self._slave = None
        self.screen.close()

    def expect_stop(self):
        return int(self._event("stopped"))

    def resume(self):
        os.write(self._commands, b"f")

    def modes(self):
        return termios.tcgetattr(self._slave)

    def set_modes(self, change):
        """Lets `change` alter the terminal's attributes. Returns them."""
        attributes = self.modes()
        change(attributes)
        termios.tcsetattr(self._slave, termios.TCSANOW, attributes)
        return self.modes()

    @property
    def terminal(self):
        """The path of the terminal."""
        return os.ttyname(self._slave)

    def running(self, name):
        """Processes called `name` below aii or left behind by it."""
        return [process for process in processes.descendants()
                if process.name == name and process.state not in "ZX"]

    def lives(self):
        """Whether aii has not ended; the shell may not know yet."""
        return any(process.pid == self.pid and process.state not in "ZX"
                   for process in processes.processes())

    def wait_running(self, name):
        return processes.poll_until(lambda: self.running(name),
                                    f"a process '{name}'")

    def wait(self, seconds=SECONDS):
        """Waits for the end of aii and of its output."""
        if self.ended:
            return self.ended
        deadline = time.monotonic() + seconds
        kind, value = self._event("exited", "killed", "failed", seconds=seconds)
        if kind == "failed":
            self.fail(f"could not start: {value}")
        while self.stdout.fd is not None or self.stderr.fd is not None:
            self._pump(deadline, "the end of output after aii has ended")
        modes_kept = True
        if self.screen.fd is not None:
            self._drain()
            modes_kept = self.modes() == self.modes_before
        number = int(value)
        self.ended = Ended(
            status=number if kind == "exited" else 128 + number,
            signal=signal.Signals(number) if kind == "killed" else None,
            stdout=self.stdout.text, stderr=self.stderr.text,
            stdout_bytes=self.stdout.raw, screen=self.screen.text,
            modes_kept=modes_kept)
        return self.ended

    def kill(self):
        """Ends aii where the test did not. Returns whether that was so."""
        if self.ended is not None:
            return False
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        return True

    def dispose(self):
        """Ends the shell and closes everything."""
        for fd in (self._commands, self._stdin, self._reports, self._slave):
            if fd is not None:
                os.close(fd)
        for source in self._captured():
            source.close()
        os.waitpid(self.shell, 0)
