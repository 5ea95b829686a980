"""The installed embedded model, through its launcher.

Needs models/embedded/install to have run; skips otherwise, unless
AII_REQUIRE_MODEL=1, which makes that a failure.
"""

import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest

HEALTHY_SECONDS = 20
STOPPED_SECONDS = 2

TOOL = {
    "type": "function",
    "function": {
        "name": "run_command",
        "description": "Run one program on the user's computer.",
        "parameters": {
            "type": "object",
            "properties": {
                "executable": {"type": "string"},
                "arguments": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["executable", "arguments"],
        },
    },
}


def installed_folder():
    data = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(data):
        data = os.path.expanduser("~/.local/share")
    return os.path.join(data, "aii", "embedded")


FOLDER = installed_folder()
LAUNCHER = os.path.join(FOLDER, "bin/llama-server")


def launcher_command(socket_path):
    """Returns what aii executes."""
    return [
        LAUNCHER, "-m", f"{FOLDER}/model.gguf",
        "--lora", f"{FOLDER}/adapter.gguf",
        "--chat-template-file", f"{FOLDER}/chat.jinja", "--jinja",
        "--host", socket_path, "-c", "4096", "-np", "1", "--no-webui"]


class UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def request(path, method, url, body=None, timeout=60):
    """Returns status and whole body of one request."""
    connection = UnixConnection(path, timeout)
    try:
        connection.request(
            method, url, None if body is None else json.dumps(body),
            {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def wait_until(condition, seconds):
    """Returns whether `condition` came true within `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return condition()


def is_healthy(path):
    try:
        return request(path, "GET", "/health", timeout=5)[0] == 200
    except OSError:
        return False


def is_running(pid):
    """Whether the process exists and is not a zombie."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def chat(messages, **more):
    return {"messages": messages, "tools": [TOOL], "temperature": 0,
            "max_tokens": 160, **more}


def streamed_call(body):
    """Joins the tool call of a streamed answer: its name and arguments."""
    name, arguments = "", ""
    for line in body.decode().splitlines():
        if not line.startswith("data: {"):
            continue
        for choice in json.loads(line[len("data: "):])["choices"]:
            for call in choice["delta"].get("tool_calls") or []:
                name += call["function"].get("name", "")
                arguments += call["function"].get("arguments", "")
    return name, arguments


@unittest.skipUnless(
    os.access(LAUNCHER, os.X_OK) or os.environ.get("AII_REQUIRE_MODEL") == "1",
    "the embedded model is not installed (models/embedded/install)")
class LauncherTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="aii-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.socket = os.path.join(self.folder, "server.sock")

    def start(self):
        """Starts the launcher and returns it when it is healthy."""
        server = subprocess.Popen(
            launcher_command(self.socket), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.end, server)
        self.assertTrue(
            wait_until(lambda: is_healthy(self.socket), HEALTHY_SECONDS),
            f"not healthy within {HEALTHY_SECONDS} s")
        return server

    def end(self, server):
        if server.poll() is None:
            server.kill()
        server.communicate()

    def assert_stops(self, server):
        """SIGTERM ends it in time, with status 0 and without a trace."""
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(STOPPED_SECONDS), 0)
        self.assertEqual(os.listdir(self.folder), [])
        self.assertEqual(server.communicate(), (b"", b""))

    def test_calls_the_tool_and_ends_without_a_trace(self):
        server = self.start()
        self.assertEqual(stat.S_IMODE(os.stat(self.socket).st_mode), 0o600)
        question = [{"role": "user",
                     "content": "how much free disk space do I have?"}]

        status, body = request(self.socket, "POST", "/v1/chat/completions",
                               chat(question))
        self.assertEqual(status, 200, body)
        choice = json.loads(body)["choices"][0]
        self.assertEqual(choice["finish_reason"], "tool_calls")
        call = choice["message"]["tool_calls"][0]["function"]
        self.assertEqual(call["name"], "run_command")
        arguments = json.loads(call["arguments"])
        self.assertIn(arguments["executable"], {"df", "du"})

        status, body = request(self.socket, "POST", "/v1/chat/completions",
                               chat(question, stream=True))
        self.assertEqual(status, 200, body)
        name, streamed = streamed_call(body)
        self.assertEqual(name, "run_command")
        self.assertEqual(json.loads(streamed), arguments)
        self.assert_stops(server)

    def test_ends_in_the_middle_of_a_request(self):
        server = self.start()
        listing = "".join(f"{n} file{n}.txt\n" for n in range(300))
        connection = UnixConnection(self.socket, 60)
        self.addCleanup(connection.close)
        connection.request(
            "POST", "/v1/chat/completions",
            json.dumps(chat([{"role": "user", "content": listing}])),
            {"Content-Type": "application/json"})
        time.sleep(0.3)
        self.assert_stops(server)

    def test_ends_when_its_parent_is_killed(self):
        script = ("import subprocess, sys, time\n"
                  "server = subprocess.Popen(sys.argv[1:])\n"
                  "print(server.pid, flush=True)\n"
                  "time.sleep(60)\n")
        parent = subprocess.Popen(
            [sys.executable, "-c", script, *launcher_command(self.socket)],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(parent.stdout.close)
        self.addCleanup(self.end, parent)
        pid = int(parent.stdout.readline())
        self.assertTrue(
            wait_until(lambda: is_healthy(self.socket), HEALTHY_SECONDS))
        parent.kill()
        self.assertTrue(
            wait_until(lambda: not is_running(pid), STOPPED_SECONDS))
        self.assertEqual(os.listdir(self.folder), [])

    def test_ends_when_its_parent_died_before_it_was_up(self):
        gone = subprocess.Popen(["true"])
        gone.wait()
        result = subprocess.run(
            launcher_command(self.socket), timeout=STOPPED_SECONDS,
            env=dict(os.environ, AII_SERVER_PARENT=str(gone.pid)), check=False)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(os.listdir(self.folder), [])

    def test_reports_misuse_in_one_line(self):
        cases = [
            (["--no-such-flag"], 2, "unrecognized arguments: --no-such-flag"),
            ([], 2, "no model"),
            (["-m", "x.gguf", "-c", "0"], 2, "0 is not at least 1"),
            (["-m", "/nonexistent.gguf"], 1, "cannot open"),
            (["-m", __file__], 1, "is not a GGUF file"),
            (["-m", f"{FOLDER}/model.gguf", "--host", f"/{'x' * 120}.sock"],
             1, "is longer than 107 bytes"),
            (["-m", f"{FOLDER}/model.gguf", "--host", "/nonexistent/a.sock"],
             1, "no folder for socket"),
        ]
        for flags, status, message in cases:
            with self.subTest(flags=flags):
                result = subprocess.run(
                    [LAUNCHER, *flags], capture_output=True, text=True,
                    check=False)
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertIn(message, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
                self.assertEqual(result.stdout, "")

    def test_refuses_a_name_that_is_taken(self):
        with open(self.socket, "wb"):
            pass
        result = subprocess.run(
            launcher_command(self.socket), capture_output=True, text=True,
            check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("exists already", result.stderr)
        self.assertTrue(os.path.exists(self.socket))

    def test_prints_its_version(self):
        result = subprocess.run(
            [LAUNCHER, "--version"], capture_output=True, text=True, check=True)
        self.assertRegex(result.stdout, r"^version: xllamacpp \S+\n$")


if __name__ == "__main__":
    unittest.main()
