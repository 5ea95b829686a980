"""Model servers that misbehave: one process, one behaviour."""

import itertools
import json
import os
import signal
import socket
import struct
import time

STREAM_HEAD = (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
               b"Connection: close\r\n\r\n")


def event(**delta):
    return b"data: " + json.dumps(
        {"choices": [{"delta": delta}]}).encode() + b"\n\n"


def text(words):
    return event(content=words)


def ending(reason):
    return b"data: " + json.dumps({"choices": [
        {"delta": {}, "finish_reason": reason}]}).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"


def status(number, body=b"{}", headers=b""):
    return (b"HTTP/1.1 %d X\r\nContent-Length: %d\r\nConnection: close\r\n%s\r\n%s"
            % (number, len(body), headers, body))


class Server:
    """Answers each chat request with what `behave(connection, request)` sends,
    in a process of its own. It has no other page."""

    def __init__(self, behave, uid=None):
        # The socket belongs to whoever makes it.
        before = os.geteuid()
        os.seteuid(before if uid is None else uid)
        self._listener = socket.socket(socket.AF_INET)
        os.seteuid(before)
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(16)
        self.port = self._listener.getsockname()[1]
        self.model = f"http://127.0.0.1:{self.port}"
        self._pid = os.fork()
        if self._pid == 0:
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
            try:
                self._serve(behave)
            finally:
                os._exit(0)
        self._listener.close()

    def _serve(self, behave):
        while True:
            connection, _ = self._listener.accept()
            with connection:
                try:
                    request = read_request(connection)
                    if request.startswith(b"GET"):
                        connection.sendall(status(404))
                    else:
                        behave(connection, request)
                except OSError:
                    pass

    def stop(self):
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


def read_request(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return data
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    length = 0
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


# --- Behaviours --------------------------------------------------------------


def sends(*pieces):
    def behave(connection, _):
        for piece in pieces:
            connection.sendall(piece)
    return behave


def resets(*pieces):
    """Sends, then cuts the connection with a reset."""
    def behave(connection, _):
        for piece in pieces:
            connection.sendall(piece)
        time.sleep(0.1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                              struct.pack("ii", 1, 0))
    return behave


def trickles(data, seconds):
    def behave(connection, _):
        for byte in data:
            connection.sendall(bytes([byte]))
            time.sleep(seconds)
    return behave


def is_silent(*pieces):
    def behave(connection, _):
        for piece in pieces:
            connection.sendall(piece)
        connection.recv(1)
    return behave


def floods(start, piece, total):
    def behave(connection, _):
        connection.sendall(start)
        for _ in range(total // len(piece)):
            connection.sendall(piece)
    return behave


def tells_what_it_hears(connection, request):
    """Answers with the system message of the request, as JSON."""
    body = json.loads(request.split(b"\r\n\r\n", 1)[1])
    heard = [message["content"] for message in body["messages"]
             if message["role"] == "system"]
    connection.sendall(STREAM_HEAD + text(json.dumps(heard)) + DONE)


def rotates(*behaviours):
    """Behaves in turn as each of them."""
    turns = itertools.cycle(behaviours)

    def behave(connection, request):
        next(turns)(connection, request)
    return behave
