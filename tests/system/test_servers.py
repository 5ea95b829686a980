"""What goes wrong with a model server, and what comes of it."""

import dataclasses
import json
import os
import unittest

import servers
from harness import PIPE, SystemTest
from servers import DONE, STREAM_HEAD, ending, sends, status, text


@dataclasses.dataclass(frozen=True)
class Fault:
    says: str           # reads after "a server that"
    behave: object
    status: int         # of aii
    code: str           # of its error; "" where there is none
    message: str        # a part of it
    stdout: str = ""


UNREADABLE = "The model server sent a reply that can't be read"
WENT_AWAY = "Model assets became unavailable mid-session"
TOO_LARGE = "The model server's reply is too large"

FAULTS = [
    Fault("answers", sends(STREAM_HEAD, text("hi"), DONE), 0, "", "", "hi\n"),
    Fault("streams nothing", sends(status(200, json.dumps({"choices": [
        {"message": {"content": "hi"}}]}).encode())), 0, "", "", "hi\n"),
    Fault("thinks aloud first", sends(
        STREAM_HEAD, text("<think>hm"), text("</think>\n\nhi"), DONE),
        0, "", "", "hi\n"),
    Fault("thinks apart", sends(
        STREAM_HEAD, servers.event(reasoning_content="hm"), text("hi"), DONE),
        0, "", "", "hi\n"),
    Fault("runs out of room", sends(
        STREAM_HEAD, text("half"), ending("length"), DONE),
        4, "context_exceeded", "cut short", "half\n"),
    Fault("refuses the request", sends(status(400, b'{"error":{"message":"bad"}}')),
          1, "internal_error", "status 400"),
    Fault("has no such page", sends(status(404)), 1, "internal_error",
          "status 404"),
    Fault("is busy", sends(status(429)), 4, "rate_limited",
          "Model busy, try again"),
    Fault("fails", sends(status(500, b"oops")), 1, "internal_error",
          "status 500"),
    Fault("still loads", sends(status(503)), 3, "unavailable_downloading",
          "still loading its model"),
    Fault("redirects", sends(status(307, b"", b"Location: http://127.0.0.1:9/\r\n")),
          1, "internal_error", "status 307"),
    Fault("says that the prompt is too long", sends(status(400, json.dumps(
        {"error": {"type": "exceed_context_size_error", "n_ctx": 2048,
                   "message": "too long"}}).encode())),
        4, "context_exceeded", "Exceeds 2048-token context window"),
    Fault("closes without a word", sends(), 4, "assets_unavailable", WENT_AWAY),
    Fault("closes in the middle", sends(STREAM_HEAD, text("half")),
          4, "assets_unavailable", WENT_AWAY, "half\n"),
    Fault("resets the connection", servers.resets(STREAM_HEAD, text("half\n")),
          4, "assets_unavailable", WENT_AWAY, "half\n"),
    Fault("speaks no HTTP", sends(b"SSH-2.0-OpenSSH_9.2\r\n"),
          4, "assets_unavailable", WENT_AWAY),
    Fault("sends no JSON", sends(STREAM_HEAD, b"data: oops\n\n"),
          1, "internal_error", UNREADABLE),
    Fault("sends a web page", sends(status(200, b"<html></html>")),
          1, "internal_error", UNREADABLE),
    Fault("sends gzip unasked", sends(status(
        200, bytes.fromhex("1f8b08000000000000034b04004f57c5e801000000"),
        b"Content-Encoding: gzip\r\n")), 1, "internal_error", UNREADABLE),
    Fault("sends a line of 100 MiB", servers.floods(
        STREAM_HEAD + b"data: ", b"x" * (1 << 20), 100 << 20),
        1, "internal_error", TOO_LARGE),
    Fault("sends 1000 MiB of blank lines", servers.floods(
        STREAM_HEAD, b"\n" * (1 << 20), 1000 << 20),
        1, "internal_error", TOO_LARGE),
    Fault("trickles", servers.trickles(STREAM_HEAD + text("hi") + DONE, 0.002),
          0, "", "", "hi\n"),
    Fault("reports an error in the stream", sends(
        STREAM_HEAD, text("half"), b'data: {"error":{"message":"boom"}}\n\n'),
        1, "internal_error", "The model server reported an error", "half\n"),
]


class Server(SystemTest):

    def serve(self, behave, uid=None):
        server = servers.Server(behave, uid)
        self.addCleanup(server.stop)
        return server.model

    # spec E5
    def test_each_fault_ends_in_an_error_of_the_manual(self):
        for fault in FAULTS:
            with self.subTest(f"a server that {fault.says}"):
                ended = self.run_aii("hello", "--json",
                                     model=self.serve(fault.behave))
                self.assertEqual((ended.status, ended.stdout),
                                 (fault.status, fault.stdout), ended.stderr)
                if not fault.code:
                    self.assertEqual(ended.stderr, "")
                    continue
                error = json.loads(ended.stderr)
                self.assertEqual((error["error"], error["exitCode"]),
                                 (fault.code, fault.status))
                self.assertIn(fault.message, error["message"])

    def test_ctrl_c_ends_a_silent_read_at_once(self):
        for pieces in ([], [STREAM_HEAD], [STREAM_HEAD, text("half\n")]):
            model = self.serve(servers.is_silent(*pieces))
            program = self.start("hello", model=model)
            if len(pieces) == 2:
                program.expect("half", source=program.stdout)
            else:
                program.listen(0.3)
            program.signal(2)
            self.assertEqual(program.wait().status, 130)

    def heard(self, *arguments):
        """The system messages that the model gets with these arguments."""
        program = self.start(*arguments, stdin=PIPE,
                             model=self.serve(servers.tells_what_it_hears))
        program.write_stdin("hello\n")
        program.close_stdin()
        return json.loads(program.wait().stdout)

    # spec C1, M2, T3
    def test_the_model_hears_the_instructions_of_its_mode(self):
        self.assertEqual(self.heard("hello"), [])
        self.assertEqual(self.heard("-i"), [])
        self.assertEqual(self.heard("-i", "be brief"), ["be brief"])
        [tool] = self.heard("-x", "hello")
        self.assertTrue(tool.startswith(
            "You can run programs on the user's computer with the run_command "
            "tool. "))
        self.assertTrue(tool.endswith(
            f" The home directory is {self.home} and the current directory is "
            f"{self.cwd}."))
        self.assertEqual(self.heard("-xi"), [tool])
        self.assertEqual(self.heard("-xi", "be brief"),
                         ["be brief\n\n" + tool])

    def test_proxy_variables_mean_nothing(self):
        model = self.serve(sends(STREAM_HEAD, text("hi"), DONE))
        proxy = "http://127.0.0.1:9"
        ended = self.run_aii("hello", model=model, env={
            "http_proxy": proxy, "HTTP_PROXY": proxy, "all_proxy": proxy})
        self.assert_answer(ended, "hi\n")

    # spec B6
    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_a_server_of_somebody_else_is_not_talked_to(self):
        model = self.serve(sends(STREAM_HEAD, text("hi"), DONE), uid=54321)
        ended = self.run_aii("hello", model=model)
        self.assertEqual((ended.status, ended.stdout), (3, ""))
        self.assertIn("is not used: it belongs to another user (uid 54321)",
                      ended.stderr)


if __name__ == "__main__":
    unittest.main()
