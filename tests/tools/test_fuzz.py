"""tools/fuzz shares the time out evenly, keeps the books, and tells of findings."""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("fuzz_tool", str(ROOT / "tools" / "fuzz"))
fuzz = importlib.util.module_from_spec(importlib.util.spec_from_loader("fuzz_tool", loader))
loader.exec_module(fuzz)

BUSY = "#!/bin/sh\ni=0; while [ $i -lt 20000 ]; do i=$((i+1)); done\n"
CRASHES = "#!/bin/sh\necho broken; exit 77\n"


class Fuzz(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.corpus = self.folder / "corpus"
        self.corpus.mkdir()
        self.addCleanup(setattr, fuzz, "BUILD", fuzz.BUILD)
        fuzz.BUILD = self.folder

    def target(self, name, script):
        path = self.folder / f"{name}_fuzz"
        path.write_text(script)
        path.chmod(0o755)

    def work(self, names, goal):
        ledger = fuzz.Ledger(self.corpus / "ledger.json")
        return ledger, fuzz.work(names, goal, self.corpus, ledger, jobs=2)

    def test_every_target_gets_its_time_and_the_books_are_on_disk(self):
        for name in ("a_one", "a_two", "b_three"):
            self.target(name, BUSY)
        ledger, findings = self.work(["a_one", "a_two", "b_three"], 0.05)
        self.assertEqual(findings, {})
        kept = json.loads((self.corpus / "ledger.json").read_text())
        self.assertEqual(kept, ledger.seconds)
        self.assertTrue(all(seconds >= 0.05 for seconds in kept.values()), kept)
        self.assertEqual(set(kept), {"a_one", "a_two", "b_three"})

    def test_a_second_run_goes_on_where_the_first_ended(self):
        self.target("a_one", CRASHES)
        (self.corpus / "ledger.json").write_text('{"a_one": 7.5}\n')
        ledger, findings = self.work(["a_one"], 7.0)
        self.assertEqual(findings, {})
        self.assertEqual(ledger.seconds, {"a_one": 7.5})

    def test_a_finding_ends_its_target_and_no_other(self):
        self.target("a_one", CRASHES)
        self.target("a_two", BUSY)
        ledger, findings = self.work(["a_one", "a_two"], 0.05)
        self.assertEqual(list(findings), ["a_one"])
        self.assertIn("exit status 77", findings["a_one"])
        kept = pathlib.Path(findings["a_one"].rsplit(" ", 1)[1])
        self.assertEqual(kept.read_text(), "broken\n")
        self.assertGreaterEqual(ledger.used("a_two"), 0.05)


if __name__ == "__main__":
    unittest.main()
