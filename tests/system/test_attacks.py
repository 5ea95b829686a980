"""Attacks that have been seen elsewhere, and cases like them; each is known by
an id, which C++ tests name too."""

import errno
import http.server
import json
import os
import re
import signal
import subprocess
import sys
import threading
import unittest

import harness
from harness import (DECLINED, PIPE, SystemTest, call, call_and_tell,
                     say)


class Handler(http.server.BaseHTTPRequestHandler):

    def log_message(self, *_):
        pass

    def send(self, status, headers, body=b""):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)


class ServerTest(SystemTest):

    def serve(self, handler):
        """Starts an HTTP server on a port of this machine, whose requests
        `handler` answers; returns its URL."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def stop():
            server.shutdown()
            thread.join()
            server.server_close()

        self.addCleanup(stop)
        return f"http://127.0.0.1:{server.server_port}"


class ShellWords(SystemTest):
    """There is no shell, so nothing is split, expanded or redirected."""

    # spec T1
    def test_shell_split_001_a_chain_as_the_executable(self):
        # shell-split-001
        self.write("x/precious")
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell("ls && rm -rf x")))
        self.assert_told(ended, "Error: executable not found: ls && rm -rf x")
        self.assertEqual((ended.log, ended.questions), ([], 0))
        self.assertTrue((self.cwd / "x/precious").exists())

    def test_shell_split_003_a_redirection_as_arguments(self):
        # shell-split-003
        _, ended = self.ask("date '>' out.txt", "y", ["date", ">", "out.txt"])
        self.assertTrue(ended.stdout.startswith("exit 1\n"), ended.stdout)
        self.assertEqual(os.listdir(self.cwd), [])

    # spec T1
    def test_shell_split_005_a_glob(self):
        # shell-split-005
        self.write("-la.c")
        self.write("b.c")
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell("ls", "*.c")))
        self.assertEqual((ended.log, ended.questions), (["ls '*.c'"], 0))
        self.assertTrue(ended.stdout.startswith("exit 2\n"), ended.stdout)
        self.assertIn("'*.c'", ended.stdout)
        self.assertNotIn("b.c", ended.stdout)

    def test_shell_split_006_a_variable(self):
        # shell-split-006
        secret = self.home / ".ssh" / "id"
        secret.parent.mkdir()
        secret.write_text("secret\n")
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell("cat", "$HOME/.ssh/id")))
        self.assertEqual((ended.log, ended.questions),
                         (["cat '$HOME/.ssh/id'"], 0))
        self.assertTrue(ended.stdout.startswith("exit 1\n"), ended.stdout)
        self.assertNotIn("secret", ended.stdout)

    @unittest.skipIf(harness.trusted("cd"), "this system has a program 'cd'")
    def test_shell_split_008_a_shell_built_in(self):
        # shell-split-008
        ended = self.run_aii("-x", "go", model=self.script(
            call_and_tell("cd", "/srv")))
        self.assert_told(ended, "Error: executable not found: cd")

    def test_shell_split_015_arguments_as_one_string(self):
        # shell-split-015
        ended = self.run_aii("-x", "go", model=self.script(
            {"call_raw": '{"executable":"ls","arguments":"-l /srv"}'},
            harness.SAY_RESULT))
        self.assert_told(ended, "Error: invalid arguments")
        self.assertEqual(ended.log, [])

    def test_shell_split_016_fields_that_would_change_the_environment(self):
        # shell-split-016
        self.write("evil/printenv", "#!/bin/sh\necho evil\n", 0o755)
        self.write_allow("printenv\n")
        ended = self.run_aii("-x", "go", model=self.script(
            {"call": {"executable": "printenv", "arguments": ["PATH"],
                      "shell": True, "env": {"PATH": str(self.cwd / "evil")}}},
            harness.SAY_RESULT))
        self.assert_told(ended, f"exit 0\n{harness.PATH}")


class Terminal(ServerTest):
    """A command gets nothing that is typed, and types nothing."""

    def test_tty_023_a_command_cannot_open_the_terminal(self):
        # tty-023
        _, ended = self.ask("cat /dev/tty", "y\nsecret", ["cat", "/dev/tty"])
        self.assert_told(ended, "exit 1\ncat: /dev/tty: "
                         "No such device or address")

    @unittest.skipUnless(harness.trusted("git"), "there is no git here")
    def test_tty_025_a_command_cannot_ask_for_a_password(self):
        # tty-025

        class Guarded(Handler):

            def do_GET(self):
                self.send(401, {"WWW-Authenticate": 'Basic realm="x"'})

        url = self.serve(Guarded)
        for words in (["init", "-q", "-b", "main"], ["commit", "-q", "-m", "x",
                                                     "--allow-empty"]):
            subprocess.run(["git", *words], cwd=self.cwd, check=True, env={
                **self.environment(), "GIT_AUTHOR_NAME": "a",
                "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
                "GIT_COMMITTER_EMAIL": "a@b"})
        words = ["git", "push", f"{url}/x", "main"]
        _, ended = self.ask(" ".join(words), "y", words,
                            env={"no_proxy": "*"})
        self.assertRegex(ended.stdout, r"\Aexit 128\n(?s:.*)could not read "
                         r"Username for '.*': No such device or address\n")
        self.assertNotIn("Username", ended.screen)

    # Not this Python, which an ordinary user may not be able to run.
    TYPING = f"""#!{harness.trusted("python3")} -IS
import fcntl, os, sys, termios
for path in ("/dev/tty", sys.argv[1]):
    try:
        fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
        for key in b"y\\n":
            fcntl.ioctl(fd, termios.TIOCSTI, bytes([key]))
        print("typed")
    except OSError as error:
        print(error.errno)
"""

    @unittest.skipUnless(harness.trusted("python3"), "no python3 for all users")
    def test_tty_026_a_command_cannot_type_into_the_terminal(self):
        # tty-026
        self.as_ordinary_user()  # root may type into every terminal
        tool = self.write("tiocsti", self.TYPING, 0o755)
        name = "terminal"  # where the terminal is found, known when it is there
        program = self.start("-x", "go", model=self.script(
            call_and_tell("./tiocsti", name), call_and_tell("touch", "x.txt")))
        program.expect_question(f"{tool} {name} (not in a system directory)")
        os.symlink(program.terminal, self.cwd / name)
        if os.geteuid() == 0:
            os.chown(program.terminal, harness.NOBODY, -1)
        program.type("y\n")
        program.answer("touch x.txt", "n")
        ended = program.wait()
        status, no_terminal, not_ours, *rest = ended.stdout.splitlines()
        self.assertEqual((status, int(no_terminal)), ("exit 0", errno.ENXIO))
        # EIO: the kernel lets nobody do it.
        self.assertIn(int(not_ours), (errno.EPERM, errno.EIO))
        self.assertEqual(rest, ["", DECLINED])
        self.assertEqual(ended.questions, 2)

    # Returns when `cat` has been exec'd: the pipe is then closed.
    LEAVING = f"""#!{sys.executable} -IS
import os
reader, writer = os.pipe()
if os.fork() == 0:
    os.setsid()
    os.dup2(os.open("terminal", os.O_RDONLY | os.O_NOCTTY), 0)
    for number in (1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    os.execv({harness.trusted("cat")!r}, ["cat"])
os.close(writer)
os.read(reader, 1)
"""

    def test_tty_028_what_was_left_behind_cannot_say_yes(self):
        # tty-028: it may take an answer away; SECURITY.md says so. So it is
        # named before the next question, and what is typed ahead is no answer.
        tool = self.write("tool", self.LEAVING, 0o755)
        program = self.start("-x", "go", model=self.script(
            call_and_tell("./tool"), call_and_tell("touch", "x.txt")))
        program.expect_question(f"{tool} (not in a system directory)")
        os.symlink(program.terminal, self.cwd / "terminal")
        program.type("y\ny\n")
        program.expect_question("touch x.txt")
        pid = program.expect(re.compile(
            r"aii: still running: cat \(pid (\d+)\)\n"), program.stderr)[1]
        self.assertEqual([process.pid for process in self.survivors()
                          if process.name == "cat"], [int(pid)])
        os.kill(int(pid), signal.SIGKILL)
        harness.poll_until(lambda: not program.running("cat"), "its end")
        program.type("n\n")
        ended = program.wait()
        self.assert_told(ended, "exit 0\n", DECLINED)
        self.assertFalse((self.cwd / "x.txt").exists())

    # spec T6
    def test_tty_030_calls_that_arrive_together_are_asked_about_in_turn(self):
        # tty-030
        calls = [["touch", "a"], ["rm", "-rf", "b"]]
        self.write("b/precious")
        results = []

        class TwoCalls(Handler):

            def do_POST(self):
                request = json.loads(
                    self.rfile.read(int(self.headers["Content-Length"])))
                results[:] = [message["content"]
                              for message in request["messages"]
                              if message["role"] == "tool"]
                delta = {"content": "Done.\n"} if results else {"tool_calls": [
                    {"index": index, "id": f"call-{index}", "type": "function",
                     "function": {"name": "run_command",
                                  "arguments": json.dumps(
                                      {"executable": words[0],
                                       "arguments": words[1:]})}}
                    for index, words in enumerate(calls)]}
                event = json.dumps({"choices": [{"delta": delta}]})
                self.send(200, {"Content-Type": "text/event-stream"},
                          f"data: {event}\n\ndata: [DONE]\n\n".encode())

            def do_GET(self):
                self.send(404, {})

        program = self.start("-x", "go", model=self.serve(TwoCalls) + "/#m")
        program.expect_question("touch a")
        self.assertNotIn("rm", program.screen.text)
        program.type("y\n")
        program.answer("rm -rf b", "n")
        ended = program.wait()
        self.assert_answer(ended, "Done.\n")
        self.assertEqual(ended.log, ["touch a"])
        self.assertEqual(sorted(os.listdir(self.cwd)), ["a", "b"])
        self.assertEqual(results, ["exit 0\n", DECLINED])


class AllowFile(SystemTest):

    # spec A6
    def test_config_file_031_it_is_not_read_without_x(self):
        # config-file-031
        self.write_allow("git 'x\n")
        ended = self.run_aii("go", model=self.script(say("hm\n")))
        self.assert_answer(ended, "hm\n")
        self.assertNotIn("warning", ended.stderr)

    def test_config_file_033_a_listed_rule_cannot_act_on_the_terminal(self):
        # config-file-033
        self.write_allow("'a\x1b[2Jb' x\n")
        ended = self.run_aii("--list-allowed", stdout=harness.TTY)
        self.assertEqual(ended.screen.splitlines()[1:], [r"'a\x1B[2Jb' x"])
        # A file gets what can stand in an allow file again.
        ended = self.run_aii("--list-allowed")
        self.assertEqual(ended.stdout.splitlines()[1:], ["'a\x1b[2Jb' x"])

    def test_config_file_035_the_header_of_an_empty_file(self):
        # config-file-035
        self.write_allow("")
        ended = self.run_aii("--list-allowed")
        self.assert_answer(ended, f"# source: {self.allow_path}\n")

    def test_config_file_038_the_flags_stand_alone(self):
        # config-file-038
        for flag in ("--list-allowed", "--reset-allowed"):
            ended = self.run_aii(flag, "hello", "--json")
            self.assertEqual((ended.status, ended.stdout), (2, ""))
            self.assertEqual(json.loads(ended.stderr)["error"],
                             "conflicting_input")


if __name__ == "__main__":
    unittest.main()
