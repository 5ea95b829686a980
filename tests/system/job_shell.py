"""The small shell that aii is a job of.

It leads a session on a terminal (or on none), starts aii in a process group of
its own, and writes to a pipe what becomes of it, a line each: `started PID`,
`stopped SIGNAL`, and at last `exited STATUS`, `killed SIGNAL` or `failed WHY`.
"""

import dataclasses
import fcntl
import os
import signal
import termios

# Where the shell puts its job.
FOREGROUND = "in the foreground of a terminal"
BACKGROUND = "in the background of a terminal"
NO_TERMINAL = "without a terminal"


@dataclasses.dataclass
class Job:
    """What the shell needs to start aii."""
    argv: list
    environment: dict
    directory: object     # a path or a descriptor
    streams: list         # three descriptors; None: closed
    place: str
    terminal: object      # descriptor of the slave side, or None
    inherited: dict       # number -> descriptor, beside the streams
    user: object          # uid, or None
    reports: int          # the shell writes lines here
    commands: int         # "f": bring the job to the foreground


def report(job, text):
    """The last report is exited, killed or failed."""
    os.write(job.reports, f"{text}\n".encode())


def _close_all_but(kept):
    for name in os.listdir("/dev/fd"):
        if int(name) > 2 and int(name) not in kept:
            try:
                os.close(int(name))
            except OSError:
                pass  # it was the listing's own


def _exec_job(job, ready):
    os.setpgid(0, 0)
    os.read(ready, 1)  # the shell has set the terminal's foreground group
    # Whoever started the tests may have ignored any of them, as shells do with
    # SIGINT and SIGQUIT for what they start in the background.
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    high = [None if fd is None else fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 100)
            for fd in job.streams]
    extra = {number: fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 100)
             for number, fd in job.inherited.items()}
    for number, fd in enumerate(high):
        if fd is None:
            try:
                os.close(number)
            except OSError:
                pass
        else:
            os.dup2(fd, number, inheritable=True)
    for number, fd in extra.items():
        os.dup2(fd, number, inheritable=True)
    if job.directory is not None:
        os.chdir(job.directory)
    if job.user is not None:
        os.setgroups([])
        os.setgid(job.user)
        os.setuid(job.user)
    os.execve(job.argv[0], job.argv, job.environment)


def _foreground(job, group):
    if job.place != NO_TERMINAL:
        try:
            os.tcsetpgrp(job.terminal, group)
        except OSError:
            pass  # hung up


def _watch_job(job, pid):
    """Reports until the job has ended. Then waits until the test lets go: the
    end of a session leader would end the job's leftovers as well."""
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            end = (f"exited {os.WEXITSTATUS(status)}" if os.WIFEXITED(status)
                   else f"killed {os.WTERMSIG(status)}")
            report(job, end)
            os.read(job.commands, 1)
            return
        _foreground(job, os.getpgrp())
        report(job, f"stopped {os.WSTOPSIG(status)}")
        if os.read(job.commands, 1) != b"f":
            os.killpg(pid, signal.SIGKILL)
            continue
        _foreground(job, pid)
        os.killpg(pid, signal.SIGCONT)


def run_shell(job):
    os.setsid()
    for number in (signal.SIGHUP, signal.SIGTTOU, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if job.terminal is not None and job.place != NO_TERMINAL:
        fcntl.ioctl(job.terminal, termios.TIOCSCTTY, 0)
    kept = {fd for fd in [*job.streams, *job.inherited.values(), job.terminal,
                          job.reports, job.commands] if fd is not None}
    if isinstance(job.directory, int):
        kept.add(job.directory)
    _close_all_but(kept)

    ready_read, ready_write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(ready_write)
            _exec_job(job, ready_read)
        except BaseException as error:  # no way back into the test
            report(job, f"failed {error}")
        os._exit(127)
    os.close(ready_read)
    try:
        os.setpgid(pid, pid)
    except OSError:
        pass  # the child did it and is already further
    if job.place == FOREGROUND:
        _foreground(job, pid)
    report(job, f"started {pid}")
    os.close(ready_write)
    # Else a pipe would stay open when the job has closed it.
    _close_all_but({job.terminal, job.reports, job.commands} - {None})
    null = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(null, number)
    _watch_job(job, pid)
