#!/usr/bin/env python3
"""Runs the system tests: aii under a real terminal.

usage: tests/system/run.py [--without-model] [--without-standin] [--json FILE]
                           [--jobs N] [NAME]...

NAME is a part of a test's name as it is printed; without any, all are run. Each
test is printed with `ok`, `FAIL` or `skip`; the last line has the counts. The
exit status is 0 when nothing failed and something passed.

The program is build/release/aii, or AII_TEST_BINARY. With AII_REQUIRE_MODEL=1
the tests of the embedded model, and those of Apple's over the stand-in, fail and
are not skipped where it is missing.
"""

import argparse
import concurrent.futures
import io
import json
import multiprocessing
import pathlib
import sys
import time
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def name_of(test):
    """'manual_checks.Check2: touch is asked about and …'"""
    module, group, method = test.id().split(".")
    return (f"{module.removeprefix('test_')}.{group}: "
            f"{method.removeprefix('test_').replace('_', ' ')}")


class Result(unittest.TestResult):
    """Collects (name, outcome, seconds, text) of each test."""

    def __init__(self):
        super().__init__()
        self.rows = []

    def startTest(self, test):
        super().startTest(test)
        self._begun = time.monotonic()
        self._problems = []
        self._skipped = None

    def _add(self, test, error, label=""):
        self._problems.append(label + self._exc_info_to_string(error, test))

    def addError(self, test, err):
        super().addError(test, err)
        if not hasattr(self, "_problems"):  # setUpClass
            self.rows.append((str(test), "FAIL", 0.0,
                              self._exc_info_to_string(err, test)))
            return
        self._add(test, err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._add(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._add(test, err, f"with {subtest._subDescription()}: ")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._skipped = reason

    def stopTest(self, test):
        super().stopTest(test)
        seconds = time.monotonic() - self._begun
        if self._problems:
            row = ("FAIL", seconds, "\n".join(self._problems))
        elif self._skipped is not None:
            row = ("skip", seconds, self._skipped)
        else:
            row = ("ok", seconds, "")
        self.rows.append((name_of(test), *row))


def all_tests(left_out):
    """Returns the tests, grouped by class, but those of modules whose name begins
    with one of `left_out`."""
    groups = {}

    def collect(suite):
        for item in suite:
            if isinstance(item, unittest.TestSuite):
                collect(item)
            else:
                groups.setdefault(type(item), []).append(item)

    collect(unittest.TestLoader().discover(str(HERE), top_level_dir=str(HERE)))
    return {group: tests for group, tests in groups.items()
            if not group.__module__.startswith(left_out)}


def run_group(identifiers):
    """Runs tests in a worker. Returns the rows of Result."""
    result = Result()
    suite = unittest.TestLoader().loadTestsFromNames(identifiers)
    sys.stdout = sys.stderr = io.StringIO()
    try:
        suite.run(result)
    finally:
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    return result.rows


def show(row):
    name, outcome, seconds, text = row
    if outcome == "skip":
        print(f"skip  {name}: {text}", flush=True)
        return
    print(f"{outcome:<5} {name} ({seconds:.1f} s)", flush=True)
    for line in text.splitlines():
        print(f"      {line}", flush=True)


def run_all(groups, jobs):
    """Runs the groups, the longest first, and shows each test when it ends."""
    rows = []
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(jobs, context) as pool:
        # The model's tests take seconds each; begin with them.
        ordered = sorted(groups.items(), key=lambda item: (
            item[0].__module__ != "test_real_model", -len(item[1])))
        futures = {
            pool.submit(run_group, [test.id() for test in tests]): group
            for group, tests in ordered}
        for future in concurrent.futures.as_completed(futures):
            try:
                new = future.result()
            except Exception as error:  # the worker died
                new = [(f"{futures[future].__name__}: the worker", "FAIL", 0.0,
                        repr(error))]
            for row in new:
                show(row)
            rows += new
    return rows


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", 1)[0],
        epilog=__doc__.split("\n", 4)[4],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without-model", action="store_true",
                        help="leave out the tests of the embedded model")
    parser.add_argument("--without-standin", action="store_true",
                        help="leave out those of Apple's model")
    parser.add_argument("--json", metavar="FILE",
                        help="write counts, failures and skips to FILE")
    parser.add_argument("--jobs", type=int, default=2, metavar="N",
                        help="how many run at once (default: 2)")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()

    begun = time.monotonic()
    groups = {}
    left_out = (("test_real_model",) * options.without_model
                + ("test_apple",) * options.without_standin)
    for group, tests in all_tests(left_out).items():
        wanted = [test for test in tests if not options.names or any(
            name in name_of(test) for name in options.names)]
        if wanted:
            groups[group] = wanted
    rows = run_all(groups, options.jobs)

    counts = {outcome: sum(row[1] == outcome for row in rows)
              for outcome in ("ok", "FAIL", "skip")}
    if options.json:
        report = {
            "passed": counts["ok"], "failed": counts["FAIL"],
            "skipped": counts["skip"],
            "failures": [{"name": row[0], "text": row[3]} for row in rows
                         if row[1] == "FAIL"],
            "skips": [{"name": row[0], "reason": row[3]} for row in rows
                      if row[1] == "skip"],
        }
        pathlib.Path(options.json).write_text(json.dumps(report, indent=1) + "\n",
                                              encoding="utf-8")
    print(f"\nin {time.monotonic() - begun:.1f} s")
    print(f"{counts['ok']} passed, {counts['FAIL']} failed, "
          f"{counts['skip']} skipped")
    return 1 if counts["FAIL"] or not counts["ok"] else 0


if __name__ == "__main__":
    sys.exit(main())
