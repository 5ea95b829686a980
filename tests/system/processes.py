"""Processes: which there are, whose they are, and whether they have ended.

The test process is a subreaper: what aii leaves behind becomes its child.
"""

import ctypes
import dataclasses
import os
import pathlib
import time

SECONDS = 15.0  # longest wait for what should come at once
PR_SET_CHILD_SUBREAPER = 36


def become_subreaper():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "cannot become a subreaper")


@dataclasses.dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    name: str
    state: str


def processes():
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            text = pathlib.Path(entry.path, "stat").read_text(errors="replace")
        except OSError:
            continue  # it has just ended
        name, rest = text[text.index("(") + 1:].rsplit(")", 1)
        state, parent = rest.split()[:2]
        yield Process(int(entry.name), int(parent), name, state)


def descendants(root=None):
    """All processes below `root` (this process), zombies included."""
    children = {}
    for process in processes():
        children.setdefault(process.parent, []).append(process)
    found, left = [], [root or os.getpid()]
    while left:
        for process in children.get(left.pop(), []):
            found.append(process)
            left.append(process.pid)
    return found


def reap_zombies(known=()):
    for process in descendants():
        if (process.state == "Z" and process.parent == os.getpid()
                and process.pid not in known):
            try:
                os.waitpid(process.pid, os.WNOHANG)
            except ChildProcessError:
                pass


def poll_until(condition, what, seconds=SECONDS):
    """Waits for what has no descriptor to wait on: processes, files."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.01)
