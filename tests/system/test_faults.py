"""A fault at every point where one can come: the error of the manual, plain and
as JSON, and an exit status that fits. Those of servers are in test_servers."""

import dataclasses
import json
import os
import resource
import subprocess
import unittest

import harness
from harness import PIPE, SystemTest, call, call_and_tell, say


@dataclasses.dataclass(frozen=True)
class Fault:
    says: str         # the point, in words
    arguments: tuple  # of aii; {cwd} is the working directory
    status: int
    code: str
    first: str        # line of the message


FAULTS = [
    Fault("no such option", ("--frobnicate",), 2, "usage_error",
          "unknown option '--frobnicate'"),
    Fault("an option without its value", ("--model",), 2, "usage_error",
          "option '--model' needs a value: SPEC"),
    Fault("two prompts", ("a", "b"), 2, "usage_error",
          "more than one prompt: 'b'; put the prompt in quotes"),
    Fault("no prompt at all", ("-x",), 2, "usage_error",
          "there is neither a prompt nor content"),
    Fault("no such file", ("x", "-f", "{cwd}/none", "--model", "{script}"), 2,
          "file_not_found", "Cannot read file: {cwd}/none"),
    Fault("a folder for a file", ("x", "-f", "{cwd}", "--model", "{script}"), 2,
          "file_not_found", "Cannot read file: {cwd}"),
    Fault("no such script", ("x", "--model", "script:{cwd}/none"), 2,
          "file_not_found", "Cannot read file: {cwd}/none"),
    Fault("a host elsewhere", ("x", "--model", "http://192.0.2.1:80"), 2,
          "usage_error", None),
    Fault("a model elsewhere", ("x", "--model", "http://127.0.0.1:9#a-cloud"), 2,
          "usage_error", None),
    Fault("nobody at the port", ("x", "--model", "http://127.0.0.1:9"), 3,
          "unavailable_not_supported",
          "No model server answers at http://127.0.0.1:9"),
    Fault("nobody at the socket", ("x", "--model", "unix:{cwd}/none"), 3,
          "unavailable_not_supported",
          "No model server answers at unix:{cwd}/none"),
    Fault("no Apple here", ("x", "--model", "apple"), 3,
          "unavailable_not_supported", None),
    Fault("no embedded model", ("x", "--model", "embedded"), 3,
          "unavailable_not_supported", None),
    Fault("no model at all", ("x",), 3, "unavailable_not_supported", None),
    Fault("management with a prompt", ("x", "--list-allowed"), 2,
          "conflicting_input",
          "--list-allowed and --reset-allowed cannot be combined with a prompt, "
          "-i, -x, -f, or each other"),
]


class Faults(SystemTest):

    # spec E4
    def test_each_ends_in_the_error_of_the_manual(self):
        script = self.script(say("never said"))
        for fault in FAULTS:
            with self.subTest(fault.says):
                words = [word.format(cwd=self.cwd, script=script) for word in fault.arguments]
                plain = self.run_aii(*words)
                as_json = self.run_aii("--json", *words)
                error = json.loads(as_json.stderr)
                self.assertEqual((plain.status, plain.stdout),
                                 (fault.status, ""), plain)
                self.assertEqual((as_json.status, as_json.stdout),
                                 (fault.status, ""))
                self.assertEqual((error["error"], error["exitCode"]),
                                 (fault.code, fault.status))
                lines = error["message"].split("\n")
                self.assertEqual(plain.stderr, "".join(
                    f"aii: {line}\n" for line in lines))
                if fault.first is not None:
                    self.assertEqual(lines[0],
                                     fault.first.format(cwd=self.cwd))

    # spec M6
    def test_content_on_both_ways_is_a_conflict(self):
        (self.cwd / "file").write_text("x")
        for extra in ([], ["--json"]):
            program = self.start("x", "-f", "file", *extra, stdin=PIPE,
                                 model=self.script(say("never said")))
            program.write_stdin("y")
            program.close_stdin()
            ended = program.wait()
            self.assertEqual(ended.status, 2)
            self.assertIn("Cannot use both --file and piped stdin. Use one or "
                          "the other", ended.stderr)

    def test_a_program_that_can_not_be_started_is_told_to_the_model(self):
        (self.cwd / "text").write_text("no program")
        (self.cwd / "text").chmod(0o755)
        (self.cwd / "orphan").write_text("#!/nonexistent/shell\n")
        (self.cwd / "orphan").chmod(0o755)
        for name, why in (("text", "Exec format error"),
                          ("orphan", "No such file or directory")):
            program = self.start("-x", "go", "--json", model=self.script(
                call_and_tell(f"./{name}")))
            program.expect("> ")
            program.type("y\n")
            ended = program.wait()
            self.assertEqual(ended.stdout,
                             f"Error: could not launch {name}: {why}\n")
            self.assertEqual((ended.status, ended.stderr), (0, ""))

    def test_with_few_descriptors_it_works_or_says_why(self):
        """Never a crash, never a command without its question."""
        model = self.script(call("pwd"), {"say_result": True})
        outcomes = set()
        for limit in range(3, 20):
            ended = subprocess.run(
                [harness.binary(), "-x", "go", "--json", "--model", model],
                env=self.environment(), cwd=self.cwd, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, start_new_session=True,
                preexec_fn=lambda limit=limit: resource.setrlimit(
                    resource.RLIMIT_NOFILE, (limit, limit)), check=False)
            self.assertIn(ended.returncode, (0, 1, 2), ended)
            if ended.returncode != 0:
                error = json.loads(ended.stderr)
                self.assertEqual(error["exitCode"], ended.returncode)
                outcomes.add("refused")
            elif ended.stdout.startswith("exit 0\n"):
                outcomes.add("ran")
            else:
                self.assertRegex(ended.stdout, r"^(Error: could not launch "
                                 r"pwd: |Error: executable not found|Denied: )")
                outcomes.add("told")
        self.assertIn("ran", outcomes)
        self.assertIn("refused", outcomes)

    # spec A9
    def test_a_rule_that_can_not_be_saved_holds_for_the_run(self):
        os.chmod(self.home, 0o500)
        self.as_ordinary_user()
        for extra, warned in (([], 1), (["--json"], 0)):
            script = self.script(*[call_and_tell("git", "--version")] * 2)
            program = self.start("-x", "go", *extra, model=script)
            program.answer("git --version", "a")
            ended = program.wait()
            self.assertEqual((ended.status, ended.questions), (0, 1))
            self.assertEqual(ended.stderr.count(
                "aii: warning: could not save rule to "), warned)
            if extra:
                self.assertEqual(ended.stderr, "")

    # spec O10
    def test_an_answer_that_can_not_be_written_is_an_error(self):
        ended = self.run_aii("go", "--json", stdout="/dev/full",
                             model=self.script(say("hi\n")))
        self.assertEqual(ended.status, 1)
        error = json.loads(ended.stderr)
        self.assertEqual(error["error"], "internal_error")
        self.assertIn("cannot write the answer", error["message"])


if __name__ == "__main__":
    unittest.main()
