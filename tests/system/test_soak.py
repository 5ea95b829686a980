"""A long conversation grows in nothing."""

import os
import pathlib
import unittest

import servers
from harness import PIPE, SystemTest, call, poll_until, say
from processes import descendants
from servers import DONE, STREAM_HEAD, ending, sends, status, text

TURNS = 200
CALLS = 10  # a turn; 2,000 in all
WARM_UP = 40
MORE_MEMORY_KIB = 1024
QUIET = 40  # looks in a row, 10 ms apart
# Of 200 requests: 2,000 in all, or 10,000 with AII_SOAK=1.
PARTS = 50 if os.environ.get("AII_SOAK") == "1" else 10


class Soak(SystemTest):

    def usage(self, program):
        """What the process has: (memory in KiB, descriptors, threads, children,
        files)."""
        proc = pathlib.Path("/proc", str(program.pid))
        words = dict(line.split(":", 1) for line in
                     (proc / "status").read_text().splitlines())
        files = sum(len(names) for folder in (self.home, self.cwd, self.runtime)
                    for _, _, names in os.walk(folder))
        return (int(words["VmRSS"].split()[0]), len(os.listdir(proc / "fd")),
                int(words["Threads"]), len(descendants(program.pid)), files)

    def idle_usage(self, program):
        """The same once no request is under way, of which each has a thread, and
        none has come for a while: /new asks for the list of models."""
        quiet = []

        def is_quiet():
            quiet.append(self.usage(program)[2] == 1)
            return len(quiet) > QUIET and all(quiet[-QUIET:])
        poll_until(is_quiet, "one thread for a while")
        return self.usage(program)

    def test_2000_tool_calls_in_one_conversation_leave_nothing_behind(self):
        steps = []
        for turn in range(TURNS):
            steps += [call("pwd"), call("uname", "-a"), call("wc", "-c", "x"),
                      call("nosuchprogram"), call("touch", "y")]
            steps += [call("df", str(n)) for n in range(CALLS - 5)]
            steps += [say(f"turn {turn}\n"), {"end": True}]
        program = self.start("-xi", stdin=PIPE, model=self.script(steps))
        before = None
        for turn in range(TURNS):
            program.write_stdin("go\n")
            if turn == 0:
                program.answer("touch y", "a")
            program.expect(f"turn {turn}\n\n", source=program.stdout)
            if turn == WARM_UP:
                before = self.usage(program)
        after = self.usage(program)
        program.close_stdin()
        ended = program.wait()
        self.assertEqual(ended.status, 0)
        # What can't be run is not logged.
        self.assertEqual(len(ended.log), TURNS * (CALLS - 1))
        self.assertEqual(before[1:], after[1:])
        self.assertLessEqual(after[0], before[0] + MORE_MEMORY_KIB)


    def test_requests_to_a_server_that_fails_leave_nothing_behind(self):
        server = servers.Server(servers.rotates(
            sends(STREAM_HEAD, text("right"), DONE),
            sends(status(400)), sends(status(429)), sends(status(500)),
            sends(status(503)), sends(), sends(STREAM_HEAD, text("half")),
            sends(STREAM_HEAD, b"data: oops\n\n"), sends(status(200, b"<p>")),
            sends(STREAM_HEAD, text("cut"), ending("length"), DONE)))
        self.addCleanup(server.stop)
        program = self.start("-i", "--json", stdin=PIPE, model=server.model)
        before = None
        for part in range(PARTS):
            # The tenth of each ten is a fresh conversation: a list of what was
            # said grows, as it must.
            program.write_stdin("go\ngo\ngo\ngo\ngo\ngo\ngo\ngo\ngo\ngo\n/new\n"
                                * 20)
            for _ in range(20):
                program.expect("cut\n", source=program.stdout)
            if part == PARTS // 4:
                before = self.idle_usage(program)
        after = self.idle_usage(program)
        program.close_stdin()
        ended = program.wait()
        self.assertEqual(ended.status, 0)
        self.assertEqual(ended.stderr.count("\n"), PARTS * 180)
        self.assertEqual(before[1:], after[1:])
        self.assertLessEqual(after[0], before[0] + MORE_MEMORY_KIB)


if __name__ == "__main__":
    unittest.main()
