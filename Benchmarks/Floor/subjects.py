"""The programs that the table compares: wheeld, the C programs of this folder, and the Python programs of this folder."""

import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "Tests/Programs"))

from kit.daemon import program  # noqa: E402

CONFIGURATION = """
[socket]
path = "{folder}/wheeld"
max_clients = 1200

[state]
path = "{folder}/state.json"
"""
CONTROL = """
[[control]]
name = "c{number}"
kind = "float"
range = "[-1000000000, 1000000000]"
speeds = [{{ name = "one", per_detent = 1 }}]
"""
NO_DISPLAY = '[[display]]\nname = "main"\noutput = "none"\n'
# The request of a client that wants no events.
DEAF = b'{"op":"subscribe","events":[]}\n'
PATIENCE_S = 60
PR_CAPBSET_DROP, CAP_SYS_NICE = 24, 23


def compile_all(folder):
    """Compiles the C programs into the folder. Returns the programs that could not be compiled, with the end of the
    compiler's output."""
    gpio = [*map(str, sorted((ROOT / "Sources/CGPIO").glob("*.c"))), f"-I{ROOT}/Sources/CGPIO/include", "-lgpiod"]
    more = {"gpio": gpio, "osc": ["-llo"], "mqtt": ["-lmosquitto"], "frames": ["-shared", "-fPIC"]}
    failed = {}
    for source in sorted(HERE.glob("*.c")):
        words = [os.environ.get("CC", "cc"), "-O2", "-o", f"{folder}/{source.stem}", str(source), *more.get(source.stem, [])]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            failed[source.stem] = done.stderr.strip().splitlines()[-1:]
    return failed


def python(script, *arguments, needs):
    """The command line for a script of this folder; None if Python lacks a module that the script needs.
    $WHEELD_BENCH_PYTHON: which Python."""
    interpreter = os.environ.get("WHEELD_BENCH_PYTHON", "python3")
    done = subprocess.run([interpreter, "-c", "import " + ", ".join(needs)], capture_output=True)
    return None if done.returncode else [interpreter, "-B", HERE / script, *arguments]


def configure(folder, *more, controls=1):
    """Writes a configuration, and returns the command line of wheeld with this configuration. The socket is `wheeld` in
    the folder."""
    file = pathlib.Path(folder, "wheeld.toml")
    text = CONFIGURATION.format(folder=folder) + "".join(CONTROL.format(number=number) for number in range(controls))
    text += "".join(more)
    file.write_text(text if "[[display]]" in text else text + NO_DISPLAY)
    return [program("wheeld"), "--config", file]


def drop_realtime():
    """Runs in a child, which then must not use SCHED_FIFO."""
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0)


def processor_ns(pid):
    """The processor time of a process, by its own clock, which counts more finely than /proc."""
    return time.clock_gettime_ns(~pid << 3 | 2)


class Server:
    """A program that serves at a socket. `started_ms`: the time from its start until a client has read the first line."""

    def __init__(self, words, path, may_be_realtime=True, **options):
        self.path = str(path)
        pathlib.Path(path).unlink(missing_ok=True)
        start = time.perf_counter()
        self.process = subprocess.Popen(
            list(map(str, words)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            **({"stderr": subprocess.DEVNULL} | options), preexec_fn=None if may_be_realtime else drop_realtime,
        )  # fmt: skip
        self.pid = self.process.pid
        while True:
            try:
                with self.connected() as client:
                    assert client.recv(65536)
                break
            except (FileNotFoundError, ConnectionRefusedError):
                assert self.process.poll() is None, f"{words} has ended with {self.process.returncode}"
                # Each attempt to connect delays a program that starts on the same processor.
                time.sleep(0.0005)
        self.started_ms = (time.perf_counter() - start) * 1000

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def connected(self):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(PATIENCE_S)
        try:
            client.connect(self.path)
        except OSError:
            client.close()
            raise
        return client

    def end(self):
        """Ends the program, and returns its standard error, if that is a pipe."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=PATIENCE_S)[1]

    def resident_mb(self):
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise AssertionError(f"process {self.pid} has no memory")


class Talk:
    """A program that answers each line of its standard input with a line."""

    def __init__(self, words):
        self.process = subprocess.Popen(list(map(str, words)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def line(self):
        text = self.process.stdout.readline()
        assert text, f"{self.process.args} has ended with {self.process.wait()}"
        return text.rstrip("\n")

    def ask(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return self.line()
