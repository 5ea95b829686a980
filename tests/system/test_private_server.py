"""Servers that aii starts itself: one a model, kept, and gone when told.

tests/support/fake_llama_server.py stands in for llama-server.
"""

import json
import os
import random
import shutil
import signal
import socket
import stat
import time
import unittest

from harness import NULL, ROOT, TTY, SystemTest, poll_until

FAKE = ROOT / "tests" / "support" / "fake_llama_server.py"
KEPT = "300"  # longer than any test


class PrivateServer(SystemTest):

    def setUp(self):
        super().setUp()
        self.models = self._folder("models")
        self.addCleanup(self.stop)

    def stop(self):
        """Ends what a test has kept, before processes are counted."""
        self.run_aii("--stop-server")

    def environment(self, **changes):
        return super().environment(
            **{"AII_LLAMA_SERVER": FAKE, "AII_KEEP": KEPT, **changes})

    def model(self, mode="ready"):
        path = self.models / f"{mode}.gguf"
        if not path.exists():  # its time is part of what it is
            path.write_bytes(b"GGUF")
        return path

    def starts(self):
        """The arguments of each start of the fake server."""
        path = self.models / "starts"
        if not path.exists():
            return []
        return [json.loads(line) for line in path.read_text().splitlines()]

    def folders(self):
        root = self.runtime / "aii"
        return [path for path in root.iterdir()] if root.exists() else []

    def assert_nothing_is_left(self):
        poll_until(lambda: not self.survivors(), "the server to end")
        self.assertEqual(os.listdir(self.runtime), [])

    def assert_healthy(self):
        """Exactly one server is kept, and it answers."""
        folder, = self.folders()
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(15)
            client.connect(str(folder / "server.sock"))
            client.sendall(b"GET /health HTTP/1.0\r\n\r\n")
            self.assertIn(b" 200 ", client.recv(100))

    def hello(self, mode="ready", **env):
        return self.run_aii("hello", model=self.model(mode), env=env)

    def supervisors(self):
        return [process for process in self.survivors()
                if process.name == "aii"]


class Kept(PrivateServer):

    def test_the_second_call_uses_the_server_of_the_first(self):
        path = self.model()
        for _ in range(3):
            self.assert_answer(self.run_aii("hello", model=path), "hi\n")
        self.assertEqual(len(self.starts()), 1)
        self.assert_healthy()

    # spec B15
    def test_it_is_told_what_suits_a_desktop(self):
        self.hello()
        arguments, = self.starts()
        self.assertEqual(arguments[:2], ["-m", str(self.models / "ready.gguf")])
        flags = dict(zip(arguments, arguments[1:]))
        self.assertIn(flags["-c"], ("8192", "4096"))
        self.assertEqual(flags["-np"], "1")
        self.assertTrue(flags["--host"].endswith("/server.sock"))

    # spec B18
    def test_its_folder_is_closed_to_others(self):
        self.hello()
        for folder in (self.runtime / "aii", *self.folders()):
            info = folder.stat()
            self.assertEqual(stat.S_IMODE(info.st_mode), 0o700)
            self.assertEqual(info.st_uid, os.geteuid())

    def test_another_name_of_the_file_is_the_same_model(self):
        path = self.model()
        (self.cwd / "link.gguf").symlink_to(path)
        self.run_aii("hello", model=path)
        self.assert_answer(self.run_aii("hello", model="./link.gguf"), "hi\n")
        self.assertEqual(len(self.starts()), 1)

    def test_a_file_that_has_changed_is_another_model(self):
        self.hello()
        os.utime(self.models / "ready.gguf", (1, 1))
        self.run_aii("hello", model=self.models / "ready.gguf")
        self.assertEqual(len(self.starts()), 2)
        self.assertEqual(len(self.folders()), 2)

    # spec B16
    def test_it_ends_when_its_keep_time_is_over(self):
        self.assert_answer(self.hello(AII_KEEP="1"), "hi\n")
        self.assertEqual(len(self.folders()), 1)
        self.assert_nothing_is_left()

    # spec B16
    def test_two_at_once_start_one(self):
        path = self.model("loading")
        programs = [self.start("hello", model=path) for _ in range(4)]
        for program in programs:
            self.assert_answer(program.wait(), "hi\n")
        self.assertEqual(len(self.starts()), 1)
        self.assert_healthy()

    # spec B17
    def test_stop_server_ends_all_of_them(self):
        self.hello("ready")
        self.hello("stubborn")
        ended = self.run_aii("--stop-server")
        self.assert_answer(ended, "2 private model servers were stopped\n")
        self.assertEqual(os.listdir(self.runtime), [])
        self.assert_nothing_is_left()
        self.assert_answer(self.run_aii("--stop-server"),
                           "no private model server is running\n")

    def test_what_a_server_has_started_ends_with_it(self):
        self.hello("orphans")
        self.assertIn("sleep", {process.name for process in self.survivors()})
        self.run_aii("--stop-server")
        self.assert_nothing_is_left()

    # spec B20
    def test_the_sweep_of_a_command_leaves_the_server_alone(self):
        # What a command that a rule allows leaves behind is ended.
        self.write_allow("sh\n")
        for _ in range(2):  # one that starts the server, and one that finds it
            ended = self.run_aii("-x", "go", model=self.model("calls"))
            self.assertEqual((ended.status, ended.stdout), (0, "hi\n"), ended)
            self.assertIn("aii: $ sh -c", ended.stderr)
            self.assertNotIn("sleep", {process.name
                                       for process in self.survivors()})
            self.assert_healthy()
        self.assertEqual(len(self.starts()), 1)

    def test_info_is_asked_of_the_same_server(self):
        path = self.model()
        ended = self.run_aii("-m", model=path)
        self.assertRegex(ended.stdout, r"\AContext window: (8192|4096) tokens\n"
                         r"Model variant: ready\n")
        self.run_aii("hello", model=path)
        self.assertEqual(len(self.starts()), 1)


class Ended(PrivateServer):

    # spec B9, B16
    def test_without_keeping_nothing_is_left(self):
        for mode in ("ready", "loading", "stubborn", "orphans"):
            with self.subTest(mode):
                self.assert_answer(self.hello(mode, AII_KEEP="0"), "hi\n")
                self.assertEqual(os.listdir(self.runtime), [])
                self.assert_nothing_is_left()

    def test_a_killed_aii_takes_a_server_with_it_that_is_not_kept(self):
        path = self.model("hangs")
        program = self.start("hello", model=path, env={"AII_KEEP": "0"})
        poll_until(self.starts, "the server to start")
        program.signal(signal.SIGKILL)
        program.wait()
        self.assert_nothing_is_left()

    def kill_at_random(self, keep):
        path = self.model()
        seed = random.randrange(1 << 32)
        moments = random.Random(seed)
        for _ in range(50):
            program = self.start("hello", model=path, env={"AII_KEEP": keep})
            time.sleep(moments.uniform(0, 0.15))
            try:
                program.signal(signal.SIGKILL)
            except ProcessLookupError:
                pass  # it was faster
            program.wait()
        return f"seed {seed}"

    # spec B9
    def test_kill_9_at_random_moments_leaves_nothing(self):
        what = self.kill_at_random("0")
        with self.subTest(what):
            self.assert_nothing_is_left()

    def test_kill_9_at_random_moments_leaves_a_kept_server_healthy(self):
        what = self.kill_at_random(KEPT)
        with self.subTest(what):
            self.assert_answer(self.run_aii("hello", model=self.model()), "hi\n")
            self.assert_healthy()
            self.assertEqual(len(self.supervisors()), 1)

    # spec B20
    def test_a_killed_supervisor_takes_the_server_with_it(self):
        self.hello()
        supervisor, = self.supervisors()
        os.kill(supervisor.pid, signal.SIGKILL)
        poll_until(lambda: not self.survivors(), "the server to end")
        self.assert_answer(self.hello(), "hi\n")
        self.assert_healthy()
        os.kill(self.supervisors()[0].pid, signal.SIGKILL)
        self.assert_answer(self.run_aii("--stop-server"),
                           "no private model server is running\n")
        self.assert_nothing_is_left()

    def test_a_supervisor_that_is_told_to_end_leaves_nothing(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            self.hello()
            supervisor, = self.supervisors()
            os.kill(supervisor.pid, number)
            self.assert_nothing_is_left()

    def test_a_server_that_is_killed_is_started_anew(self):
        self.hello()
        server, = [process for process in self.survivors()
                   if process.name != "aii"]
        os.kill(server.pid, signal.SIGKILL)
        self.assert_nothing_is_left()
        self.assert_answer(self.hello(), "hi\n")

    def kill_the_server(self):
        """Kills it, and waits until its supervisor has gone with it."""
        server, = [process for process in self.survivors()
                   if process.name not in ("aii", "sh")]
        os.kill(server.pid, signal.SIGKILL)
        poll_until(lambda: not self.folders(), "the supervisor to end")

    # spec B21
    def test_a_conversation_goes_on_with_a_server_started_anew(self):
        program = self.start("-i", model=self.model(), stdout=TTY)
        program.expect("> ")
        for number, line in enumerate(("hello", "hello again", "/new", "hello")):
            if number in (1, 2):
                self.kill_the_server()
            program.type(line + "\r")
            if line == "/new":
                program.expect("/quit to exit.\n> ")
            else:
                program.expect("hi\n")
                program.expect("> ")
        program.type("/quit\r")
        self.assertEqual(program.wait().status, 0)
        self.assertEqual(len(self.starts()), 3)
        self.assert_healthy()

    # spec B20
    def test_what_a_killed_supervisor_left_goes_with_the_next_start(self):
        self.hello()
        os.kill(self.supervisors()[0].pid, signal.SIGKILL)
        poll_until(lambda: not self.survivors(), "the server to end")
        left, = self.folders()
        other = self.models / "other.gguf"
        other.write_bytes(b"GGUF")
        self.assert_answer(self.run_aii("hello", model=other), "hi\n")
        self.assertNotIn(left, self.folders())
        self.assert_healthy()

    # spec B19
    def test_ctrl_c_while_it_loads_exits_and_keeps_it_loading(self):
        path = self.model("hangs")
        program = self.start("hello", model=path, stderr=TTY)
        program.expect("loading hangs", source=program.screen)
        program.signal(signal.SIGINT)
        self.assertEqual(program.wait().status, 130)
        self.assertEqual(len(self.supervisors()), 1)


class Failed(PrivateServer):

    def assert_error(self, ended, *lines, status=3,
                     code="unavailable_not_supported"):
        self.assertEqual((ended.status, ended.stdout), (status, ""), ended)
        error = json.loads(ended.stderr)
        self.assertEqual(error["error"], code)
        self.assertEqual(error["message"].split("\n"), list(lines))

    # spec B19
    def test_a_server_that_dies_at_its_start_is_quoted(self):
        ended = self.run_aii("-j", "hello", model=self.model("dies"))
        self.assert_error(
            ended, "The server of the model 'dies' does not start: exit status 1",
            *[f"| load_tensors: tensor {number}" for number in (4997, 4998, 4999)],
            "| error loading model: tensor 'output.weight' is too short",
            "| exiting due to model loading error",
            "the model may be damaged, too new for this llama-server, or too "
            "big for the memory")
        self.assert_nothing_is_left()

    # spec B19
    def test_one_that_is_never_ready_is_given_up(self):
        ended = self.run_aii("-j", "hello", model=self.model("hangs"),
                             env={"AII_START_LIMIT": "1"})
        self.assert_error(
            ended, "The server of the model 'hangs' does not start: it is not "
            "ready after 1s",
            "it may need longer: set AII_START_LIMIT to a number of seconds")
        self.assert_nothing_is_left()

    # spec B15
    def test_a_llama_server_that_is_missing(self):
        ended = self.run_aii("-j", "hello", model=self.model(),
                             env={"AII_LLAMA_SERVER": None, "PATH": "/usr/bin"})
        if shutil.which("llama-server", path="/usr/bin"):
            self.skipTest("there is a llama-server")
        self.assert_error(
            ended, "There is no llama-server to serve the model with",
            "install llama.cpp (the package is called llama.cpp or llama-cpp), "
            "or set AII_LLAMA_SERVER to the path of its llama-server")

    def test_a_llama_server_in_the_path_is_found(self):
        (self.base / "bin").mkdir()
        (self.base / "bin" / "llama-server").symlink_to(FAKE)
        ended = self.hello(AII_LLAMA_SERVER=None,
                         PATH=f"{self.base / 'bin'}:/usr/bin:/bin")
        self.assert_answer(ended, "hi\n")

    def test_a_file_that_is_no_program(self):
        script = self.write("llama-server", "not a program\0", mode=0o755)
        ended = self.run_aii("-j", "hello", model=self.model(),
                             env={"AII_LLAMA_SERVER": script})
        self.assertEqual(ended.status, 3)
        self.assertIn(f"cannot run '{script}': Exec format error",
                      json.loads(ended.stderr)["message"])
        self.assert_nothing_is_left()

    def test_a_model_file_that_is_missing(self):
        self.assert_error(
            self.run_aii("-j", "hello", model="/nowhere/x.gguf"),
            "Cannot read file: /nowhere/x.gguf", status=2,
            code="file_not_found")

    def test_a_folder_that_is_open_to_others_is_refused(self):
        root = self.runtime / "aii"
        root.mkdir()
        root.chmod(0o755)
        self.assert_error(
            self.run_aii("-j", "hello", model=self.model()),
            "The server of the model 'ready' does not start: the folder "
            f"'{root}' is open to others",
            "remove it, or set XDG_RUNTIME_DIR to a folder of yours")
        self.assertEqual((os.listdir(root), self.starts()), ([], []))
        root.rmdir()

    # spec B18
    @unittest.skipUnless(os.geteuid() == 0, "only root can give a folder away")
    def test_a_stranger_s_folder_is_refused(self):
        root = self.runtime / "aii"
        root.mkdir(mode=0o700)
        os.chown(root, 54321, 54321)
        ended = self.run_aii("hello", model=self.model())
        self.assertEqual(ended.status, 3)
        self.assertIn(f"the folder '{root}' is not yours", ended.stderr)
        self.assertIn("is not yours", self.run_aii("--stop-server").stderr)
        self.assertEqual((os.listdir(root), self.starts()), ([], []))
        root.rmdir()

    # spec B18
    def test_a_runtime_folder_that_does_not_exist_is_passed_over(self):
        ended = self.hello(XDG_RUNTIME_DIR="/nowhere", AII_KEEP="0")
        self.assert_answer(ended, "hi\n")
        self.assertIn(f"{self.runtime}/aii-{os.geteuid()}/",
                      self.starts()[0][-1])

    def test_the_mode_of_a_supervisor_is_no_way_to_run_a_program(self):
        ended = self.run_aii("--supervise-model-server", str(self.runtime / "aii"),
                             "0123456789abcdef", "/bin/touch",
                             str(self.cwd / "made"), stdin=NULL)
        self.assertEqual((ended.status, ended.stdout, ended.stderr), (2, "", ""))
        self.assertEqual(os.listdir(self.cwd), [])
        self.assertEqual(os.listdir(self.runtime), [])


if __name__ == "__main__":
    unittest.main()
