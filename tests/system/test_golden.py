"""Texts that people and programs rely on, whole: tests/golden/.

AII_TEST_ACCEPT=1 writes them anew; read the difference before committing it.
"""

import unittest

import harness
from harness import SystemTest, call


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


if __name__ == "__main__":
    unittest.main()
