"""tools/check_layers.py finds each kind of fault, in a tree made for it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import check_layers  # noqa: E402


class CheckLayers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)

    def faults(self, path, text):
        file = self.root / "src" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return check_layers.check(self.root)

    def test_refuses_an_upward_include(self):
        self.assertEqual(self.faults("argv/words.cc", '#include "exec/host.h"\n'),
                         ["src/argv/words.cc:1: includes upwards: exec/host.h"])

    def test_refuses_a_sibling(self):
        self.assertEqual(
            self.faults("model/openai_http.cc", '#include "exec/host.h"\n'),
            ["src/model/openai_http.cc:1: includes a sibling layer: exec/host.h"])

    def test_refuses_a_system_header_in_a_pure_layer(self):
        self.assertEqual(
            self.faults("policy/match.cc", "#include <unistd.h>\n"),
            ["src/policy/match.cc:1: is pure and may not include <unistd.h>"])

    def test_refuses_the_clock_in_a_pure_layer(self):
        self.assertEqual(len(self.faults("policy/match.cc", "#include <chrono>\n")), 1)

    def test_refuses_spawn_to_all_but_its_two_users(self):
        self.assertEqual(
            self.faults("model/openai_http.cc", '#include "os/spawn.h"\n'),
            ["src/model/openai_http.cc:1: may not include os/spawn.h"])
        (self.root / "src/model/openai_http.cc").unlink()
        self.assertEqual(
            self.faults("model/private_server.cc", '#include "os/spawn.h"\n'), [])

    def test_refuses_the_environment_outside_cli(self):
        text = 'const char* home = getenv("HOME");\n'
        self.assertEqual(len(self.faults("store/allow_file.cc", text)), 1)
        (self.root / "src/store/allow_file.cc").unlink()
        self.assertEqual(self.faults("cli/main.cc", text), [])

    def test_refuses_conditional_code_in_a_header(self):
        self.assertEqual(
            len(self.faults("os/tty.h", "#ifndef AII_OS_TTY_H_\n#ifdef __APPLE__\n")),
            1)

    def test_refuses_a_long_file(self):
        self.assertEqual(len(self.faults("os/tty.cc", "\n" * 301)), 1)

    def test_refuses_a_module_without_its_test_and_seeds(self):
        faults = self.faults("argv/CMakeLists.txt", "aii_module(argv/words FUZZ)\n")
        self.assertEqual(faults, [
            "src/argv/CMakeLists.txt:1: argv/words has fewer than three seeds",
            "src/argv/CMakeLists.txt:1: argv/words lacks tests/argv/words_test.cc",
            "src/argv/CMakeLists.txt:1: argv/words lacks fuzz/argv/words_fuzz.cc",
        ])

    def test_ends_with_one_when_there_is_a_fault(self):
        self.faults("os/tty.cc", "\n" * 301)
        status = subprocess.run([sys.executable, ROOT / "tools/check_layers.py",
                                 self.root], capture_output=True, check=False)
        self.assertEqual(status.returncode, 1)


if __name__ == "__main__":
    unittest.main()
