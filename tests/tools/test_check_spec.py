"""tools/check_spec.py finds each kind of fault, in a tree made for it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import check_spec  # noqa: E402


class CheckSpec(unittest.TestCase):
    def faults(self, files):
        """What is found in a tree of `files`, path by path."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in {"docs/spec.md": "", **files}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            return check_spec.check(root)

    def test_finds_nothing_where_each_rule_is_cited(self):
        self.assertEqual(self.faults({
            "docs/spec.md": "**Q1.** One.\n\n**Q2.** Two, see Q1.\n",
            "docs/spec/exec.md": "**L10.** Ten.\n",
            "tests/cli/help_test.cc": "// spec Q1, L10\n",
            "tests/system/test_cli.py": "    # spec Q2: why\n"}), [])

    def test_finds_a_rule_that_no_test_cites(self):
        self.assertEqual(
            self.faults({"docs/spec.md": "# Title\n\n**Q1.** One.\n",
                         "tests/a_test.cc": "// spec Q11, see Q1\n"}),
            ["tests/a_test.cc:1: there is no rule Q11",
             "docs/spec.md:3: no test cites Q1"])

    def test_a_citation_in_the_sources_is_no_test(self):
        self.assertEqual(
            self.faults({"docs/spec.md": "**Q1.** One.\n",
                         "src/cli/help.h": "// Spec:  spec Q1\n"}),
            ["docs/spec.md:1: no test cites Q1"])

    def test_finds_a_number_that_is_defined_twice(self):
        self.assertEqual(
            self.faults({"docs/spec.md": "**Q1.** One.\n",
                         "docs/spec/exec.md": "\n**Q1.** Again.\n",
                         "tests/a_test.cc": "// spec Q1\n"}),
            ["docs/spec/exec.md:2: Q1 is defined already, at docs/spec.md:1"])

    def test_finds_a_citation_of_no_rule_in_every_tree(self):
        rule = {"docs/spec.md": "**Q1.** One.\n", "tests/a_test.cc": "// spec Q1\n"}
        for path in ("src/a.cc", "tests/b.py", "fuzz/c_fuzz.cc", "bench/d_bench.cc"):
            self.assertEqual(self.faults({**rule, path: "\n// spec Q1, Q2\n"}),
                             [f"{path}:2: there is no rule Q2"])

    def test_leaves_other_words_alone(self):
        rule = {"docs/spec.md": "**Q1.** One.\n", "tests/a_test.cc": "// spec Q1\n"}
        for text in ("SPEC-EXEC 5.4", "a spec Q of its own", "inspec Q7"):
            self.assertEqual(self.faults({**rule, "tests/b_test.cc": text}), [])

    def test_finds_a_specification_without_rules(self):
        self.assertEqual(self.faults({}), ["docs/spec.md:1: has no rules"])

    def test_ends_with_one_when_there_is_a_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "docs").mkdir()
            (pathlib.Path(folder) / "docs/spec.md").touch()
            status = subprocess.run(
                [sys.executable, ROOT / "tools/check_spec.py", folder],
                capture_output=True, check=False)
        self.assertEqual(status.returncode, 1)


if __name__ == "__main__":
    unittest.main()
