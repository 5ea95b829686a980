"""The program over the Foundation Models shim and a stand-in of the framework.

The same tests as with scripts, from the list below, and what only this backend
has. The stand-in plays the scripts itself (tests/support/swift), so that all of
the way is taken: main, the backend, the C ABI, Swift's tasks, the tool.

Skipped where the stand-in is not built, which needs a Swift compiler; with
AII_REQUIRE_MODEL=1 that is a failure.

Environment:
  AII_TEST_STANDIN    the program over the stand-in of the SDK of macOS 26;
                      default: build/dev/tests/swift/aii_standin
  AII_TEST_STANDIN27  the same of macOS 27
"""

import os
import pathlib
import unittest
import unittest.mock

import harness
import test_attacks
import test_bad_input
import test_cli
import test_exec
import test_interactive
import test_manual_checks
import test_status
import test_terminal


def standin(variable="AII_TEST_STANDIN"):
    name = variable.removeprefix("AII_TEST_").lower()
    return pathlib.Path(os.environ.get(variable) or harness.ROOT / "build" /
                        "dev" / "tests" / "swift" / f"aii_{name}")


class Standin:
    """Runs the program over the stand-in; a script is the stand-in's."""

    variable = "AII_TEST_STANDIN"
    script_path = ""

    def setUp(self):
        path = standin(self.variable)
        if not os.access(path, os.X_OK):
            why = f"the stand-in is not built: {path.name} (needs Swift)"
            if os.environ.get("AII_REQUIRE_MODEL") == "1":
                self.fail(why)
            self.skipTest(why)
        changed = unittest.mock.patch.dict(os.environ,
                                           AII_TEST_BINARY=str(path))
        changed.start()
        self.addCleanup(changed.stop)
        super().setUp()

    def script(self, *steps):
        self.script_path = super().script(*steps).removeprefix("script:")
        return "apple"

    def environment(self, **changes):
        return super().environment(
            **{"AII_STANDIN_SCRIPT": self.script_path, **changes})


# spec B11
# Every class with the tests of it that do not apply, and why.
SCENARIOS = [
    (test_exec.WrittenCalls, {}),
    (test_exec.Answers, {}),
    (test_exec.OncePerTurn, {}),
    (test_exec.HarmfulCommand, {}),
    (test_exec.AlwaysIsNotOffered, {}),
    (test_exec.Shown, {}),
    (test_exec.ModelIsTold, {
        "test_nothing_of_it_where_x_is_not_given":
            "a framework without a tool has nothing to call"}),
    (test_exec.WhatRuns, {}),
    (test_exec.SilentGuard, {}),
    (test_exec.AllowFile, {}),
    (test_terminal.TypeAhead, {}),
    (test_terminal.Content, {}),
    (test_terminal.CtrlC, {}),
    (test_terminal.Signals, {}),
    (test_terminal.Modes, {}),
    (test_terminal.Stopped, {}),
    (test_terminal.InTheBackground, {}),
    (test_terminal.ModelText, {}),
    (test_interactive.OnATerminal, {
        "test_a_failure_is_told_and_the_conversation_goes_on":
            "the words of a failure are this backend's own"}),
    (test_interactive.InAPipe, {}),
    (test_manual_checks.Check1, {}),
    (test_manual_checks.Check2, {}),
    (test_manual_checks.Check3, {}),
    (test_manual_checks.Check4, {}),
    (test_manual_checks.Check5, {}),
    (test_manual_checks.Check6, {}),
    (test_manual_checks.Check8, {}),
    (test_attacks.ShellWords, {}),
    (test_bad_input.Prompts, {}),
    (test_bad_input.Calls, {}),
    (test_cli.Repetition, {}),
    (test_cli.Streams, {}),
    (test_status.StatusLine, {}),
]

for scenario, left_out in SCENARIOS:
    globals()[scenario.__name__] = type(
        scenario.__name__, (Standin, scenario),
        {"__module__": __name__, **dict.fromkeys(left_out)})


if __name__ == "__main__":
    unittest.main()
