"""Talks to a running llama-server, over TCP or a Unix socket."""

import http.client
import json
import os
import socket
import time

# As aii sends them; chat.jinja drops the text and keeps the tool's name.
SYSTEM = (
    "You can run programs on the user's computer with the run_command tool."
    " When the user asks you to do something or find something out on their"
    " machine, call the tool instead of showing commands in a code block."
    " There is no shell: give the program and its arguments separately; pipes,"
    " redirects, wildcards and ~ do not work. Run one program per call. Do not"
    " run destructive commands unless the user explicitly asked for them. If a"
    " command is denied, do not retry it."
)
TOOL = {
    "type": "function",
    "function": {
        "name": "run_command",
        "description": (
            "Run one program on the user's computer and return its output."
        ),
        "parameters": {
            "type": "object",
            "properties": {
                "executable": {"type": "string"},
                "arguments": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["executable", "arguments"],
            "additionalProperties": False,
        },
    },
}
LONGEST_ANSWER_TOKENS = 160


class Connection(http.client.HTTPConnection):
    """A connection to a port of this machine, or to a socket's path."""

    def __init__(self, server):
        port = 0 if os.sep in server else int(server)
        super().__init__("127.0.0.1", port, timeout=120)
        self.server = server

    def connect(self):
        if os.sep not in self.server:
            super().connect()
            return
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.server)


def post(server, path, body):
    """Returns the parsed answer to one request."""
    connection = Connection(server)
    try:
        connection.request(
            "POST",
            path,
            json.dumps(body),
            {"Content-Type": "application/json"},
        )
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def wait_until_ready(server, seconds=60):
    """Waits until a server that was just started has loaded its model."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        connection = Connection(server)
        try:
            connection.request("GET", "/health")
            if connection.getresponse().status == http.client.OK:
                return
        except OSError:
            pass  # It does not listen yet.
        finally:
            connection.close()
        time.sleep(0.1)
    raise RuntimeError(f"the server is not ready after {seconds} seconds")


def chat(server, messages, tool=True):
    """Returns the model's message to a chat, and the seconds that it took.

    tool: whether the chat has the tool, as with aii -x.
    """
    started = time.monotonic()
    body = {
        "messages": [{"role": "system", "content": SYSTEM}, *messages],
        "temperature": 0,
        "max_tokens": LONGEST_ANSWER_TOKENS,
    }
    if tool:
        body["tools"] = [TOOL]
    answer = post(server, "/v1/chat/completions", body)
    if "choices" not in answer:
        raise RuntimeError(f"the server says: {json.dumps(answer)[:200]}")
    return answer["choices"][0]["message"], time.monotonic() - started


def request(text):
    return {"role": "user", "content": text}


def call_and_result(argv, result):
    """Returns the two messages of a tool call."""
    arguments = json.dumps({"executable": argv[0], "arguments": argv[1:]})
    function = {"name": "run_command", "arguments": arguments}
    return [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c1", "type": "function", "function": function}
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": result},
    ]
