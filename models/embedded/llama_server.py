"""Serves one GGUF model over HTTP, with llama-server's own flags.

A stand-in for llama.cpp's `llama-server`, on top of the `xllamacpp` wheel, so
that a machine without any model server has one. A real llama-server can take
its place: nothing here is a flag of ours.

What it adds:
  - `--host PATH.sock` listens on a Unix socket, mode 0600, and removes it.
  - It ends on SIGTERM, SIGINT, and when the process that started it is gone.
  - It writes nothing to standard output and no files; an error is one line.

Exit status: 0 ended by a signal, 1 could not serve, 2 usage error.
"""

import argparse
import ctypes
import glob
import os
import signal
import stat
import sys
import threading

# Longest path that fits into sockaddr_un, without its NUL.
MAX_SOCKET_PATH_BYTES = 107

# More threads than this do not make a model of this size faster.
MAX_DEFAULT_THREADS = 4

PR_SET_PDEATHSIG = 1

# Sent by the kernel when the thread that started us ends. Not SIGTERM, because
# the thread's end is not yet the process's end: see `parent_is_gone`.
PARENT_SIGNAL = signal.SIGHUP

STOP_SIGNALS = {signal.SIGTERM, signal.SIGINT, PARENT_SIGNAL}


class ArgumentParser(argparse.ArgumentParser):
    """Reports misuse in one line instead of a page of usage."""

    def error(self, message):
        fail(f"{message} (try --help)", status=2)


def fail(message, status=1):
    """Prints one line on standard error and ends the process at once."""
    os.write(2, f"llama-server: {message}\n".encode(errors="replace"))
    os._exit(status)


def parse_arguments(argv):
    """Returns the flags as a namespace. Unknown flags end with status 2."""
    parser = ArgumentParser(
        prog="llama-server", allow_abbrev=False,
        description="Serves a GGUF model over HTTP (OpenAI-style). A small "
        "stand-in for llama.cpp's llama-server; flags have its meaning.")
    add = parser.add_argument
    add("-m", "--model", metavar="FILE", help="GGUF model to serve")
    add("--host", default="127.0.0.1", metavar="HOST",
        help="address to listen on; a path ending in .sock is a Unix socket")
    add("--port", type=int, default=8080, metavar="N",
        help="TCP port (default 8080); unused with a Unix socket")
    add("--lora", action="append", default=[], metavar="FILE",
        help="LoRA adapter to apply; may be repeated")
    add("--chat-template-file", metavar="FILE",
        help="Jinja chat template to use instead of the model's own")
    add("--jinja", action="store_true",
        help="use the Jinja template engine (needed for tools)")
    add("-c", "--ctx-size", type=positive, default=4096, metavar="N",
        help="context size in tokens (default 4096)")
    add("-t", "--threads", type=positive, default=None, metavar="N",
        help="threads (default: all cores to read a prompt, all but one to "
        f"write an answer, at most {MAX_DEFAULT_THREADS})")
    add("-tb", "--threads-batch", type=positive, default=None, metavar="N",
        help="threads that read a prompt (default: as -t)")
    add("-np", "--parallel", type=positive, default=1, metavar="N",
        help="requests served at the same time (default 1)")
    add("-n", "--predict", "--n-predict", type=int, default=-1, metavar="N",
        help="most tokens of an answer whose request names no limit "
        "(default -1: none)")
    add("--temp", "--temperature", type=float, default=None, metavar="T",
        help="temperature of requests that name none")
    add("--no-warmup", action="store_true",
        help="accepted; there is never a warm-up run")
    add("--no-webui", action="store_true", help="do not serve the web page")
    add("--log-disable", action="store_true",
        help="accepted; only errors are ever written")
    add("--version", action="store_true", help="print the version and exit")
    options = parser.parse_args(argv)
    if options.model is None and not options.version:
        parser.error("no model: give -m FILE")
    return options


def positive(text):
    """Converts a flag's value to an integer of at least 1."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return value


def socket_path(options):
    """Returns the path of the Unix socket, or None for TCP."""
    return options.host if options.host.endswith(".sock") else None


def check_files(options):
    """Ends with one clear line for what the engine would fail on obscurely."""
    for path in [options.model, *options.lora]:
        try:
            with open(path, "rb") as file:
                magic = file.read(4)
        except OSError as error:
            fail(f"cannot open '{path}': {error.strerror}")
        if magic != b"GGUF":
            fail(f"'{path}' is not a GGUF file")
    path = socket_path(options)
    if path is None:
        return
    if len(os.fsencode(path)) > MAX_SOCKET_PATH_BYTES:
        fail(f"socket path '{path}' is longer than {MAX_SOCKET_PATH_BYTES} "
             "bytes")
    if os.path.lexists(path):
        fail(f"'{path}' exists already")
    if not os.path.isdir(os.path.dirname(path) or "."):
        fail(f"no folder for socket '{path}'")


def default_threads():
    """Returns how many threads write an answer and how many read a prompt.

    Writing has many short steps, each with a barrier that one busy process
    beside us would stall: leave it a core. Reading has few long ones.
    """
    cores = len(os.sched_getaffinity(0))
    return (max(1, min(cores - 1, MAX_DEFAULT_THREADS)),
            min(cores, MAX_DEFAULT_THREADS))


def follow_parent():
    """Asks for PARENT_SIGNAL at the parent's end; returns the parent's pid."""
    parent = int(os.environ.pop("AII_SERVER_PARENT", 0)) or os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, PARENT_SIGNAL, 0, 0, 0)
    return parent


def parent_is_gone(parent):
    return os.getppid() != parent


def load_engine():
    """Imports xllamacpp from the environment beside this file.

    Python was started with -S, which leaves the environment's folder out.
    """
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path += glob.glob(f"{glob.escape(here)}/venv/lib/python*/site-packages")
    import xllamacpp
    return xllamacpp


def engine_parameters(engine, options):
    """Translates the flags into the engine's parameters."""
    params = engine.CommonParams()
    params.model.path = options.model
    params.hostnames = [options.host]
    params.port = options.port
    params.model_alias = {os.path.basename(options.model)}
    params.n_ctx = options.ctx_size
    params.n_parallel = options.parallel
    for_answer, for_prompt = default_threads()
    params.cpuparams.n_threads = options.threads or for_answer
    params.cpuparams_batch.n_threads = (
        options.threads_batch or options.threads or for_prompt)
    params.n_predict = options.predict
    if options.temp is not None:
        params.sampling.temp = options.temp
    params.use_jinja = options.jinja
    params.warmup = False
    params.ui = not options.no_webui
    params.offline = True
    params.fit_params = False  # Costs a second load; there is no GPU to fit.
    params.cache_ram_mib = 0  # The default would keep up to 8 GiB of prompts.
    params.verbosity = 0
    if options.chat_template_file:
        params.chat_template = read_template(options.chat_template_file)
    params.lora_adapters = [
        engine.CommonAdapterLoraInfo(path, 1.0) for path in options.lora]
    return params


def read_template(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"cannot read '{path}': "
             f"{getattr(error, 'strerror', None) or error}")


def serve(options, servers):
    """Starts the engine, which then serves on threads of its own."""
    try:
        engine = load_engine()
        servers.append(engine.Server(engine_parameters(engine, options)))
    except Exception as error:  # The last line of defence of a thread.
        reason = " ".join(str(error).split()) or type(error).__name__
        remove_socket(socket_path(options))
        fail(f"cannot serve '{options.model}': {reason}")


def remove_socket(path):
    """Removes our socket. check_files saw that nothing else had the name."""
    try:
        if path is not None and stat.S_ISSOCK(os.lstat(path).st_mode):
            os.unlink(path)
    except OSError:
        pass


def main(argv):
    # Blocked here, so that no thread of the engine ever takes one of them.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    options = parse_arguments(argv)
    if options.version:
        engine = load_engine()
        print(f"version: xllamacpp {engine.__version__}")
        return 0
    parent = follow_parent()
    check_files(options)
    os.umask(0o177)
    # Idle threads sleep instead of spinning, also beside a busy process.
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"

    servers = []  # Keeps the engine alive.
    threading.Thread(
        target=serve, args=(options, servers), daemon=True).start()
    while not parent_is_gone(parent):
        if signal.sigwait(STOP_SIGNALS) != PARENT_SIGNAL:
            break
    remove_socket(socket_path(options))
    os._exit(0)  # Also in the middle of a generation.


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
