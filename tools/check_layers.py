#!/usr/bin/env python3
"""Refuses what docs/architecture.md forbids, by reading the sources.

usage: tools/check_layers.py [ROOT]

Upward and sibling includes; system headers in the pure layers; the private
headers of rule 4; environment, exit and standard output outside cli; more than
one platform #if in a file, any in a header; a module without its test; a source
file over 300 lines. Prints one line a fault, and exits with 1 if there is any.
"""

import pathlib
import re
import sys

LEVELS = {
    "base": 0, "argv": 1, "tool": 1, "policy": 2, "os": 2, "store": 3,
    "approve": 4, "exec": 5, "model": 5, "chat": 6, "cli": 7,
}
SIBLINGS = {("policy", "os"), ("exec", "model"), ("argv", "tool")}
PURE = {"argv", "tool", "policy"}
PURE_STANDARD = {
    "algorithm", "array", "bit", "cctype", "climits", "compare", "concepts",
    "cstddef", "cstdint", "cstring", "functional", "initializer_list",
    "iterator", "limits", "map", "memory", "numeric", "optional", "set", "span",
    "string", "string_view", "tuple", "type_traits", "unordered_map",
    "unordered_set", "utility", "variant", "vector",
}
# Header: which files may include it, beside its own module.
PRIVATE = {
    "os/spawn.h": ("os/terminate", "exec/runner", "model/private_server"),
    "os/tty.h": ("approve/tty_approver",),
    "model/private_server.h": ("cli/",),
    "model/private_server_supervisor.h": ("cli/main", "model/private_server"),
    "aii_fm.h": ("model/foundation",),
    "httplib.h": ("os/http_stream",),
    "nlohmann/json.hpp": ("base/json",),
    "utf8proc.h": ("base/utf8",),
}
# Headers of macros, where a condition chooses between compilers.
MACRO_HEADERS = {"base/status_macros.h", "os/child_side.h"}
ONLY_CLI = re.compile(
    r"(?<!\.)\b(getenv|secure_getenv|std::exit|quick_exit|std::cout|std::cerr|"
    r"printf|puts|fputs|fwrite|putchar)\s*[(<;]|\bstd::(cout|cerr)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
CONDITION = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b")
MAX_LINES = 300


def is_sibling(a, b):
    return (a, b) in SIBLINGS or (b, a) in SIBLINGS


def include_faults(layer, stem, bracket, name):
    """Faults of one #include in the module `layer`/`stem`."""
    owner = f"{layer}/{stem}"
    own_module = name == f"{owner}.h"
    if name in PRIVATE and not own_module:
        if not owner.startswith(PRIVATE[name]) and not owner.startswith(
                name.removesuffix(".h") + "_"):
            yield f"may not include {name}"
    other = name.split("/")[0]
    if bracket == '"' and other in LEVELS:
        if LEVELS[other] > LEVELS[layer]:
            yield f"includes upwards: {name}"
        elif is_sibling(layer, other):
            yield f"includes a sibling layer: {name}"
    if layer in PURE:
        if bracket == "<" and name not in PURE_STANDARD:
            yield f"is pure and may not include <{name}>"
        if name.startswith("absl/time") or name in (
                "base/clock.h", "base/cancel.h", "base/unique_fd.h"):
            yield f"is pure and may not include {name}"


def file_faults(path, relative, text):
    """Faults of one source file, as (line, text)."""
    layer, stem = relative.parts[0], relative.stem
    lines = text.splitlines()
    conditions = 0
    for number, line in enumerate(lines, 1):
        include = INCLUDE.match(line)
        if include:
            for fault in include_faults(layer, stem, *include.groups()):
                yield number, fault
        if CONDITION.match(line) and not re.search(r"AII_\w+_H_$", line.strip()):
            conditions += 1
            if path.suffix == ".h" and relative.as_posix() not in MACRO_HEADERS:
                yield number, "conditional code in a header"
            elif conditions > 1:
                yield number, "more than one #if: make it a file a platform"
        code = line.split("//")[0]
        if layer != "cli" and ONLY_CLI.search(code):
            yield number, "only cli exits, reads the environment or prints"
    if len(lines) > MAX_LINES:
        yield len(lines), f"is over {MAX_LINES} lines: a module hides in it"


def module_faults(root):
    """Modules that break the rule of the stem, as (file, text)."""
    call = re.compile(r"^aii_module\(([a-z]+)/([a-z0-9_]+)([^)]*)\)", re.M | re.S)
    for listing in sorted((root / "src").glob("*/CMakeLists.txt")):
        for layer, stem, rest in call.findall(listing.read_text()):
            words = rest.split()
            wanted = [] if "NO_TEST" in words else [f"tests/{layer}/{stem}_test.cc"]
            if "FUZZ" in words:
                wanted.append(f"fuzz/{layer}/{stem}_fuzz.cc")
                corpus = root / "fuzz/corpus" / layer / stem
                if len(list(corpus.glob("*"))) < 3:
                    yield listing, f"{layer}/{stem} has fewer than three seeds"
            if "BENCH" in words:
                wanted.append(f"bench/{layer}/{stem}_bench.cc")
            for name in wanted:
                if not (root / name).is_file():
                    yield listing, f"{layer}/{stem} lacks {name}"


def check(root):
    """All faults under `root`, one line each."""
    faults = []
    source = root / "src"
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".h", ".cc"):
            continue
        relative = path.relative_to(source)
        if relative.parts[0] not in LEVELS:
            faults.append(f"src/{relative}:1: is in no layer")
            continue
        for number, fault in file_faults(path, relative, path.read_text()):
            faults.append(f"src/{relative}:{number}: {fault}")
    for listing, fault in module_faults(root):
        faults.append(f"{listing.relative_to(root)}:1: {fault}")
    return faults


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                        pathlib.Path(__file__).resolve().parent.parent)
    faults = check(root)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
