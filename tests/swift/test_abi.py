"""The shim exports what its header declares, with the header's types.

Run by tools/check --stage swift, which builds the archives first.
"""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHIM = ROOT / "swift"
BUILD = ROOT / "build" / "dev" / "tests" / "swift"
SHAPES = {"26": "aii_fm_standin", "27": "aii_fm_standin27"}


def swift_compiler():
    """The one that the build uses."""
    cache = (ROOT / "build" / "dev" / "CMakeCache.txt").read_text()
    return re.search(r"^AII_SWIFTC:\w+=(.+)$", cache, re.M)[1]


def declared():
    """The functions of the header."""
    header = (SHIM / "include" / "aii_fm.h").read_text()
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    return set(re.findall(r"^[a-z0-9_ ]+\b(aii_fm_\w+)\(", header, re.M))


class Abi(unittest.TestCase):
    def test_exports_the_functions_of_the_header_and_nothing_else(self):
        self.assertGreaterEqual(len(declared()), 13)
        for shape, name in SHAPES.items():
            with self.subTest(shape):
                listing = subprocess.run(
                    ["nm", "--extern-only", "--defined-only", "--format=posix",
                     BUILD / f"{name}.a"],
                    check=True, capture_output=True, text=True).stdout
                # "NAME TYPE …"; Swift's own names are mangled, or no words.
                symbols = set(re.findall(r"^(\w+) [A-Z] ", listing, re.M))
                swift = {name for name in symbols if name.startswith("__swift_")}
                self.assertEqual(symbols - swift, declared())

    def compiled(self, folder, shape):
        """What the compiler says to the shim's sources in `folder`."""
        sources = [path for path in sorted(pathlib.Path(folder).glob("*.swift"))
                   if not re.fullmatch(r"sdk\d+\.swift", path.name)
                   or path.name == f"sdk{shape}.swift"]
        return subprocess.run(
            [swift_compiler(), "-swift-version", "6", "-parse-as-library",
             "-strict-concurrency=complete", "-typecheck",
             "-module-name", "aii_fm",
             "-I", BUILD / f"standin{shape}", "-I", SHIM / "include",
             *sources, ROOT / "tests" / "swift" / "signatures.swift"],
            check=False, capture_output=True, text=True)

    def test_has_the_types_of_the_header(self):
        for shape in SHAPES:
            with self.subTest(shape):
                result = self.compiled(SHIM, shape)
                self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_compares_every_function(self):
        text = (ROOT / "tests" / "swift" / "signatures.swift").read_text()
        self.assertEqual(set(re.findall(r"AiiFmHeader\.(\w+)", text)), declared())

    def test_notices_another_type(self):
        changes = [
            ("availability.swift", "func version() -> UInt32 { UInt32",
             "func version() -> UInt64 { UInt64"),
            ("session.swift", "func live(_ kind: Int32)",
             "func live(_ kind: Int64)"),
        ]
        for name, old, new in changes:
            with self.subTest(new), tempfile.TemporaryDirectory() as folder:
                for path in SHIM.glob("*.swift"):
                    shutil.copy(path, folder)
                changed = pathlib.Path(folder) / name
                text = changed.read_text()
                self.assertIn(old, text)
                changed.write_text(text.replace(old, new))
                result = self.compiled(folder, "26")
                self.assertNotEqual(result.returncode, 0)
                self.assertIn("signatures.swift", result.stderr)


if __name__ == "__main__":
    unittest.main()
