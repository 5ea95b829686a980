"""The same contract with every real server there is: servers that nobody here wrote.

  llama.cpp   of the embedded model, over a Unix socket and over loopback TCP
  LiteLLM     its proxy, which asks that llama.cpp

The model behind each is the embedded one. Run by tools/check --stage servers, which
installs both. Environment: AII_TEST_BINARY, the program; default build/release/aii.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
AII = os.environ.get("AII_TEST_BINARY") or str(ROOT / "build" / "release" / "aii")
EMBEDDED = pathlib.Path(os.environ.get("XDG_DATA_HOME") or
                        os.path.expanduser("~/.local/share")) / "aii" / "embedded"
READY_SECONDS = 120
ANSWER_SECONDS = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A server; its output is kept for who wants to know why it failed."""

    def __init__(self, folder, name, argv, environment=None):
        self.log = pathlib.Path(folder) / f"{name}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder,
                start_new_session=True, env={**os.environ, **(environment or {})})

    def wait_for(self, ready):
        deadline = time.monotonic() + READY_SECONDS
        while not ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise AssertionError("the server does not start:\n"
                                     + self.log.read_text(errors="replace")[-2000:])
            time.sleep(0.1)

    def stop(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            return reply.status == 200
    except (OSError, urllib.error.URLError):
        return False


def llama_cpp(folder, host, *more):
    return Process(folder, "llama", [
        EMBEDDED / "bin" / "llama-server", "-m", EMBEDDED / "model.gguf",
        "--lora", EMBEDDED / "adapter.gguf",
        "--chat-template-file", EMBEDDED / "chat.jinja", "--jinja",
        "--host", host, *more, "-c", "8192", "-np", "2", "--no-webui"])


class Contract:
    """What aii relies on, whatever the server. `servers` starts it: the value for
    --model, and the processes."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="aii-servers-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.model, processes = cls.servers(cls.folder)
        for process in processes:
            cls.addClassCleanup(process.stop)

    def start(self, *arguments, model=None):
        return subprocess.Popen(
            [AII, "--model", model or self.model, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True, cwd=self.folder,
            env={"HOME": self.folder, "PATH": os.environ["PATH"]})

    def ask(self, *arguments, model=None):
        aii = self.start(*arguments, model=model)
        stdout, stderr = aii.communicate(timeout=ANSWER_SECONDS)
        return aii.returncode, stdout, stderr

    def assert_knows_paris(self):
        status, stdout, stderr = self.ask("What is the capital of France?")
        self.assertEqual((status, stderr), (0, ""))
        self.assertIn("Paris", stdout)

    def test_a_question_is_answered(self):
        self.assert_knows_paris()

    def test_the_model_has_a_name_and_a_window(self):
        status, stdout, stderr = self.ask("-m")
        self.assertEqual((status, stderr), (0, ""))
        self.assertRegex(stdout, r"\AContext window: 4096 tokens\n"
                                 r"Model variant: \S+\nSupported languages: ")

    def test_a_tool_call_and_its_result(self):
        status, stdout, stderr = self.ask("-x", "how much free disk space do I have?")
        self.assertEqual(status, 0, stderr)
        self.assertRegex(stderr, r"\Aaii: \$ df.*\n\Z")
        self.assertNotEqual(stdout.strip(), "")

    def test_a_call_that_nobody_can_approve(self):
        status, stdout, stderr = self.ask("-x", "create an empty file named x.txt")
        self.assertEqual((status, stderr), (0, ""))
        self.assertFalse((pathlib.Path(self.folder) / "x.txt").exists())
        self.assertNotEqual(stdout.strip(), "")

    def test_two_at_once(self):
        both = [self.start("What is the capital of France?") for _ in range(2)]
        for aii in both:
            stdout, stderr = aii.communicate(timeout=ANSWER_SECONDS)
            self.assertEqual((aii.returncode, stderr), (0, ""))
            self.assertIn("Paris", stdout)

    def test_an_interrupt_and_the_next_question(self):
        for pause in (0.02, 0.1, 0.3):
            aii = self.start("Write down all numbers from one to a thousand.")
            time.sleep(pause)
            aii.send_signal(signal.SIGINT)
            aii.communicate(timeout=ANSWER_SECONDS)
            self.assertIn(aii.returncode, (130, -signal.SIGINT))
        self.assert_knows_paris()

    def test_a_message_that_does_not_fit(self):
        path = pathlib.Path(self.folder) / "long.txt"
        path.write_text("one two three four five six seven eight nine ten\n" * 1500)
        status, stdout, stderr = self.ask("Summarize this.", "-f", str(path))
        self.assertEqual((status, stdout), (4, ""), stderr)
        self.assertIn("context window", stderr)
        self.assert_knows_paris()


class LlamaCppOnAUnixSocket(Contract, unittest.TestCase):
    @staticmethod
    def servers(folder):
        path = f"{folder}/s.sock"
        process = llama_cpp(folder, path)
        process.wait_for(lambda: subprocess.run(
            [AII, "-m", "--model", f"unix:{path}"], check=False, timeout=20,
            capture_output=True).returncode == 0)
        return f"unix:{path}", [process]


class LlamaCppOnLoopback(Contract, unittest.TestCase):
    @staticmethod
    def servers(folder):
        port = free_port()
        process = llama_cpp(folder, "127.0.0.1", "--port", str(port))
        process.wait_for(lambda: answers(f"http://127.0.0.1:{port}/health"))
        return f"http://127.0.0.1:{port}", [process]


class LiteLlm(Contract, unittest.TestCase):
    @staticmethod
    def servers(folder):
        backend, (llama,) = LlamaCppOnLoopback.servers(folder)
        (pathlib.Path(folder) / "litellm.yaml").write_text(
            "model_list:\n"
            "  - model_name: tiny\n"
            "    litellm_params:\n"
            "      model: openai/embedded\n"
            f"      api_base: {backend}/v1\n"
            "      api_key: none\n")
        environment = pathlib.Path(os.environ["AII_TEST_SERVERS"])
        port = free_port()
        proxy = Process(
            folder, "litellm",
            [environment / "bin" / "litellm", "--config", "litellm.yaml",
             "--host", "127.0.0.1", "--port", str(port), "--telemetry", "False"],
            # It asks nobody for prices, and is open to this user alone.
            {"LITELLM_LOCAL_MODEL_COST_MAP": "True",
             "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY": "true"})
        try:
            proxy.wait_for(lambda: answers(
                f"http://127.0.0.1:{port}/health/liveliness"))
        except AssertionError:
            llama.stop()
            raise
        return f"http://127.0.0.1:{port}", [proxy, llama]

    def test_a_model_that_it_does_not_have(self):
        status, stdout, stderr = self.ask("hello", model=self.model + "#nobody")
        self.assertEqual((status, stdout), (1, ""))
        self.assertIn("nobody", stderr)


if __name__ == "__main__":
    unittest.main()
