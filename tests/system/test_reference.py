"""The manual and the completions, as they are built beside the program.

The completions are loaded into a real shell on a pseudo-terminal, and Tab is
pressed; `aii` is a function there that shows what it was given.
"""

import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import time
import unittest

import harness
from harness import SECONDS, SystemTest

# What is typed before Tab and what then is on the line, in a folder that has
# the file notes.md.
TYPED = (
    ("aii --list-al", "<--list-allowed>"),
    ("aii hello --verb", "<hello --verbose>"),
    ("aii --no-st", "<--no-stdin>"),
    ("aii -f no", "<-f notes.md>"),
    ("aii --file no", "<--file notes.md>"),
    ("aii --file=no", "<--file=notes.md>"),
    ("aii --model emb", "<--model embedded>"),
    ("aii --model scr", "<--model script:/>"),
    ("aii --model=uni", "<--model=unix:/>"),
    ("aii --model script:no", "<--model script:notes.md>"),
    ("aii --explain -- unam", "<--explain -- uname>"),
    ("aii --explain -- cat no", "<--explain -- cat notes.md>"),
)


class Shell:
    """An interactive shell on a pseudo-terminal of its own."""

    def __init__(self, arguments, directory, environment):
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(directory)
                os.execve(arguments[0], arguments, environment)
            finally:
                os._exit(127)

    def write(self, text):
        os.write(self.fd, text.encode())

    def expect(self, wanted):
        """Reads until `wanted` has come."""
        deadline = time.monotonic() + SECONDS
        while wanted not in self.text:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                raise AssertionError(f"no {wanted!r} in {self.text!r}")
            try:
                piece = os.read(self.fd, 65536)
            except OSError:  # the shell has ended
                piece = b""
            if not piece:
                raise AssertionError(f"ended without {wanted!r}: {self.text!r}")
            self.text += piece.decode("utf-8", "replace")

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


class WithReference(SystemTest):

    def built(self, name):
        path = harness.binary().parent / name
        if not path.exists():
            self.skipTest(f"there is no '{path}': build the target 'reference'")
        return path

    def tool(self, name):
        return shutil.which(name) or self.skipTest(f"{name} is not installed")


class Completions(WithReference):

    def completed(self, arguments, setup):
        self.write("notes.md", "text")
        shell = Shell(arguments, self.cwd, self.environment())
        self.addCleanup(shell.close)
        shell.write(setup + "aii ready\n")
        shell.expect("<ready>")
        for typed, line in TYPED:
            with self.subTest(typed):
                shell.text = ""
                shell.write(typed + "\t")
                shell.write("\n")
                shell.expect("<")
                shell.expect(">\r\n")
                shown = shell.text[shell.text.index("<"):]
                self.assertEqual(shown[:shown.index(">\r\n") + 1].strip(), line)

    def test_bash_completes_at_tab(self):
        script = self.built("completions/aii.bash")
        self.completed(
            [self.tool("bash"), "--norc", "--noprofile", "-i"],
            f"source {script}; aii() {{ echo \"<$*>\"; }}\n")

    def test_zsh_completes_at_tab(self):
        script = self.built("completions/_aii")
        self.completed(
            [self.tool("zsh"), "-f", "-i"],
            f"fpath=({script.parent} $fpath); autoload -U compinit; "
            "compinit -u -D; aii() { print -r -- \"<$*>\" }\n")

    def test_fish_completes(self):
        fish = self.tool("fish")
        script = self.built("completions/aii.fish")
        self.write("notes.md", "text")
        for typed, line in TYPED:
            with self.subTest(typed):
                ended = subprocess.run(
                    [fish, "--no-config", "-c",
                     f"source {script}; complete -C '{typed}'"],
                    cwd=self.cwd, env=self.environment(), check=True,
                    capture_output=True, text=True)
                offered = [row.split("\t")[0]
                           for row in ended.stdout.splitlines()]
                self.assertIn(line.strip("<>").split()[-1], offered)

    def test_bash_offers_nothing_where_a_prompt_stands(self):
        script = self.built("completions/aii.bash")
        ended = subprocess.run(
            [self.tool("bash"), "-c",
             f"source {script}; COMP_WORDS=(aii hel); COMP_CWORD=1; _aii; "
             "echo ${#COMPREPLY[@]}"],
            check=True, capture_output=True, text=True)
        self.assertEqual((ended.stdout, ended.stderr), ("0\n", ""))


class Manual(WithReference):

    def pages(self):
        return [self.built("man/aii.1"),
                harness.ROOT / "docs" / "man" / "aii-allow.5"]

    def test_the_pages_have_no_faults(self):
        lint = self.tool("mandoc")
        for page in self.pages():
            ended = subprocess.run([lint, "-Tlint", "-Wwarning", page],
                                   check=False, capture_output=True, text=True)
            self.assertEqual((ended.returncode, ended.stdout), (0, ""))

    def test_the_pages_are_shown_without_a_warning(self):
        man = self.tool("man")
        for page in self.pages():
            ended = subprocess.run([man, "--warnings", "-l", page],
                                   check=True, capture_output=True, text=True)
            self.assertEqual(ended.stderr, "")
            self.assertIn("DESCRIPTION", ended.stdout)

    def test_the_page_tells_of_every_option_of_the_help(self):
        page = self.built("man/aii.1").read_text()
        for line in self.run_aii("--help").stdout.splitlines():
            for word in line.split():
                if line.startswith("  ") and word.startswith("--"):
                    name = word.strip("-,;:.")
                    if name and line.lstrip().startswith("-"):
                        self.assertIn(f"Fl \\-{name}", page)


if __name__ == "__main__":
    unittest.main()
