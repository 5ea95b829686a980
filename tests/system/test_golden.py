"""Texts that people and programs rely on, whole: tests/golden/.

AII_TEST_ACCEPT=1 writes them anew; read the difference before committing it.
"""

import unittest

import harness
import servers
import test_faults
import test_servers
from harness import SystemTest, call, say


class Golden(SystemTest):

    def question(self, *words):
        program = self.start("-x", "go", model=self.script(call(*words)))
        program.expect("\n> ")
        program.type("n\n")
        ended = program.wait()
        start = ended.screen.index(harness.QUESTION)
        self.assertEqual(ended.screen[start:].count("\n> "), 1)
        return ended.screen[start:].replace(str(self.cwd), "/folder")

    def test_the_question(self):
        self.assert_golden("question.txt", self.question("touch", "x.txt"))

    def test_the_question_without_always(self):
        self.assert_golden("question-without-always.txt",
                           self.question("rm", "-r", "x"))

    # spec Q3
    def test_the_question_about_a_program_elsewhere(self):
        self.write("tool", "#!/bin/sh\n", 0o755)
        self.assert_golden("question-not-in-a-system-directory.txt",
                           self.question("./tool", "a b"))

    # spec A14, A3
    def test_the_built_in_rules(self):
        self.assert_golden("list-allowed.txt",
                           self.run_aii("--list-allowed").stdout)

    # spec F1
    def test_help(self):
        self.assert_golden("help.txt", self.run_aii("--help").stdout)

    # spec A7
    def test_the_seeded_file(self):
        self.ask("touch x.txt", "a", ["touch", "x.txt"])
        version = self.run_aii("--version").stdout.split()[1]
        self.assert_golden("allow-seeded.txt", self.allow_path.read_text()
                           .replace(version, "VERSION", 1))


    # spec E1
    def test_the_messages_of_all_faults(self):
        """Plain, with their exit status."""
        script = self.script(say("never said"))
        texts = []
        for fault in test_faults.FAULTS:
            words = [word.format(cwd=self.cwd, script=script)
                     for word in fault.arguments]
            texts.append((fault.says, self.run_aii(*words)))
        for fault in test_servers.FAULTS:
            if fault.code:
                server = servers.Server(fault.behave)
                self.addCleanup(server.stop)
                texts.append((f"a server that {fault.says}",
                              self.run_aii("hello", model=server.model)))
        self.assert_golden("messages.txt", "\n".join(
            f"# {says}: exit status {ended.status}\n{ended.stderr}"
            for says, ended in texts).replace(str(self.cwd), "/folder"))


if __name__ == "__main__":
    unittest.main()
