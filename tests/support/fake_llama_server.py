#!/usr/bin/env python3
"""Stands in for llama-server, with its flags. The model's name is what it does:

  ready     answers everything with "hi" at once
  loading   /health answers 503 for half a second
  hangs     /health answers 503 for ever
  dies      writes what a damaged file brings, and ends
  orphans   as ready, with a process of its own in another session
  calls     asks for `sh -c 'sleep 600 &'`, then answers as ready
  stubborn  as ready, and ignores SIGTERM

Each start adds its arguments, as JSON, to the file `starts` beside the model.
"""

import argparse
import http.server
import json
import os
import signal
import socketserver
import subprocess
import sys
import time

parser = argparse.ArgumentParser(allow_abbrev=False)
parser.add_argument("-m", required=True)
parser.add_argument("--host", required=True)
for flag in ("-c", "-np", "-t", "-tb"):
    parser.add_argument(flag, type=int)
for flag in ("--jinja", "--no-webui"):
    parser.add_argument(flag, action="store_true")
options = parser.parse_args()
MODE = os.path.basename(options.m).split(".")[0]
BEGUN = time.monotonic()


class Handler(http.server.BaseHTTPRequestHandler):

    def address_string(self):
        return "unix"

    def reply(self, status, body, kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/health":
            waits = MODE == "hangs" or (
                MODE == "loading" and time.monotonic() < BEGUN + 0.5)
            return self.reply(503 if waits else 200, b"{}")
        if self.path == "/v1/models":
            return self.reply(200, json.dumps({"data": [
                {"id": options.m, "meta": {"n_ctx_train": 32768}}]}).encode())
        if self.path == "/props":
            return self.reply(200, json.dumps(
                {"default_generation_settings": {"n_ctx": options.c}}).encode())
        return self.reply(404, b"{}")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        delta = {"content": "hi"}
        if MODE == "calls" and b'"tool_call_id"' not in body:
            delta = {"tool_calls": [{"index": 0, "id": "1", "function": {
                "name": "run_command", "arguments": json.dumps({
                    "executable": "sh", "arguments": ["-c", "sleep 600 &"]})}}]}
        chunk = json.dumps({"choices": [{"delta": delta}]})
        self.reply(200, f"data: {chunk}\n\ndata: [DONE]\n\n".encode(),
                   "text/event-stream")


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 64

    def get_request(self):
        connection, _ = super().get_request()
        return connection, ("unix", 0)


with open(os.path.join(os.path.dirname(options.m), "starts"), "a",
          encoding="utf-8") as starts:
    starts.write(json.dumps(sys.argv[1:]) + "\n")
if MODE == "dies":
    for number in range(5000):
        print(f"load_tensors: tensor {number}", file=sys.stderr)
    sys.exit("error loading model: tensor 'output.weight' is too short\n"
             "exiting due to model loading error")
if MODE == "orphans":
    subprocess.Popen(["sleep", "600"], start_new_session=True)
if MODE == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
with Server(options.host, Handler) as server:
    server.serve_forever()
