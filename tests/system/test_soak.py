"""A long conversation grows in nothing."""

import os
import pathlib
import unittest

from harness import PIPE, SystemTest, call, say
from processes import descendants

TURNS = 200
CALLS = 10  # a turn; 2,000 in all
WARM_UP = 40
MORE_MEMORY_KIB = 1024


class Soak(SystemTest):

    def usage(self, program):
        """What the process has: (memory in KiB, descriptors, threads, children,
        files)."""
        proc = pathlib.Path("/proc", str(program.pid))
        status = dict(line.split(":", 1) for line in
                      (proc / "status").read_text().splitlines())
        files = sum(len(names) for folder in (self.home, self.cwd, self.runtime)
                    for _, _, names in os.walk(folder))
        return (int(status["VmRSS"].split()[0]), len(os.listdir(proc / "fd")),
                int(status["Threads"]), len(descendants(program.pid)), files)

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


if __name__ == "__main__":
    unittest.main()
