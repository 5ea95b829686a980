"""What Ollama, LM Studio, llama.cpp and vLLM send that OpenAI's servers don't.

Each file of quirks/ is one reply, cut down from a public thread, and what the
program must make of it. Its head, up to a line of three hyphens:

  source   repository and number of the thread
  server   what sends it
  quirk    what is special; reads after "it does that"
  status, type   of the reply (default: 200, text/event-stream)
  ran      a command that ran, in order
  told     what the model is told of a call that ran nothing
  stdout   a line of standard output
  error    code of the error, and a part of its message
  note     why the outcome is no better

The rest is the reply's body. A later request is answered "and so it is".
"""

import json
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "system"))
sys.dont_write_bytecode = True

import servers  # noqa: E402
from harness import SystemTest  # noqa: E402

ONCE = {"source", "server", "quirk", "status", "type", "error", "note"}
MANY = {"ran", "told", "stdout"}


class Quirk:

    def __init__(self, path):
        head, _, body = path.read_text(encoding="utf-8").partition("\n---\n")
        self.name = path.stem
        self.body = body.encode()
        self.fields = {name: [] for name in MANY}
        for line in head.splitlines():
            key, _, value = line.partition(":")
            if key in MANY:
                self.fields[key].append(value.removeprefix(" "))
            elif key in ONCE and key not in self.fields:
                self.fields[key] = value.removeprefix(" ")
            else:
                raise ValueError(f"{path.name}: '{key}' is unknown or repeated")

    def __getitem__(self, key):
        return self.fields.get(key)

    def behave(self):
        """Sends the quirk once, then a plain answer."""
        replies = iter([b"HTTP/1.1 %s X\r\nContent-Type: %s\r\n"
                        b"Connection: close\r\n\r\n%s" % (
                            (self["status"] or "200").encode(),
                            (self["type"] or "text/event-stream").encode(),
                            self.body)])
        plain = (servers.STREAM_HEAD + servers.text("and so it is")
                 + servers.ending("stop") + servers.DONE)

        def behave(connection, request):
            is_chat = b"/chat/completions" in request.partition(b"\r\n")[0]
            connection.sendall(next(replies, plain) if is_chat
                               else servers.status(404))
        return behave


def quirks():
    return [Quirk(path) for path in sorted((HERE / "quirks").iterdir())]


class Quirks(SystemTest):

    def serve(self, quirk):
        server = servers.Server(quirk.behave())
        self.addCleanup(server.stop)
        return server.model

    def test_each_thread_is_named(self):
        for quirk in quirks():
            with self.subTest(quirk.name):
                self.assertRegex(quirk["source"], r"^[\w.-]+/[\w.-]+#\d+$")
                self.assertTrue(quirk["server"] and quirk["quirk"])
        known = {quirk.name.partition("-")[0] for quirk in quirks()}
        self.assertEqual(known, {"ollama", "lmstudio", "llamacpp", "vllm"})

    def test_each_comes_to_what_its_file_says(self):
        for quirk in quirks():
            with self.subTest(f"{quirk['server']}: {quirk['quirk']}"):
                ended = self.run_aii("-x", "-v", "go on",
                                     model=self.serve(quirk))
                self.assertEqual(ended.log, quirk["ran"])
                self.assertEqual(self.refusals(ended), quirk["told"])
                lines = "".join(line + "\n" for line in quirk["stdout"])
                self.assertEqual(ended.stdout, lines)
                self.assertEqual(ended.status == 0, not quirk["error"],
                                 ended.stderr)

    def test_each_error_has_its_code_and_message(self):
        for quirk in quirks():
            if not quirk["error"]:
                continue
            with self.subTest(f"{quirk['server']}: {quirk['quirk']}"):
                ended = self.run_aii("-x", "-j", "go on",
                                     model=self.serve(quirk))
                code, _, message = quirk["error"].partition(": ")
                error = json.loads(ended.stderr)
                self.assertEqual(error["error"], code)
                self.assertIn(message, error["message"])

    @staticmethod
    def refusals(ended):
        lines = ended.stderr.splitlines()
        return [lines[at + 1].removeprefix("aii: | ")
                for at, line in enumerate(lines)
                if line == "aii: nothing ran; the model is told:"]


if __name__ == "__main__":
    unittest.main()
