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

    def allow(self, text, mode=0o600):
        self.allow_path.parent.mkdir(parents=True, exist_ok=True)
        self.allow_path.write_text(text)
        self.allow_path.chmod(mode)

    # spec A4, A14
    def test_the_notices_and_warnings(self):
        """What is said beside answers and errors."""
        model = self.script(say("hi\n"))
        texts = []

        def note(says, ended):
            texts.append(f"# {says}: exit status {ended.status}\n"
                         f"{ended.stdout}{ended.stderr}")
        note("reset without a file", self.run_aii("--reset-allowed"))
        self.allow("git status\n\"torn\n/bin/ls\npython3\n")
        note("list with odd rules", self.run_aii("--list-allowed"))
        note("a run with a malformed line",
             self.run_aii("-x", "go", model=model))
        self.allow("git status\n", 0o666)
        note("a run with a file that others can write",
             self.run_aii("-x", "go", model=model))
        note("reset with a file", self.run_aii("--reset-allowed"))
        (self.cwd / "bytes").write_bytes(b"caf\xe9")
        note("content that is no UTF-8",
             self.run_aii("go", "-f", "bytes", model=model))
        note("no server to stop", self.run_aii("--stop-server"))
        self.assert_golden("notices.txt", "\n".join(texts)
                           .replace(model.removeprefix("script:"), "/script")
                           .replace(str(self.home), "/home"))


if __name__ == "__main__":
    unittest.main()
