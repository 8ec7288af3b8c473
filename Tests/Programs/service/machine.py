"""The machine on which the checks run, examined by an administrator's commands."""

import pathlib
import re
import subprocess
import traceback

from kit.client import Client
from kit.waiting import wait_until

PATIENCE_S = 60
SERVICE, SOCKET_UNIT = "wheeld.service", "wheeld.socket"
SOCKET = "/run/wheeld/wheeld.sock"
CONFIGURATION = pathlib.Path("/etc/wheeld/wheeld.toml")

checks = []


def check(function):
    """A check of one fact. Checks run in the order in which they are written, each on the machine as the previous check
    has left it."""
    checks.append(function)
    return function


def run_all():
    """Runs all checks, and prints a line for each. Returns the exit status."""
    failed = 0
    for function in checks:
        name = function.__name__.replace("_", " ")
        since = cursor()
        try:
            function()
            print(f"passed: {name}", flush=True)
        except Exception as error:  # noqa: BLE001: after any error the check has failed, and the next one runs
            failed += 1
            frames = traceback.extract_tb(error.__traceback__)
            here = next((f for f in reversed(frames) if f.filename != __file__ and "/service/" in f.filename), frames[-1])
            where = f"{pathlib.Path(here.filename).name}:{here.lineno}"
            print(f"failed: {name}: {type(error).__name__}: {error} ({where})")
            print("".join(f"    {line}\n" for line in journal(since)[-20:]), end="", flush=True)
    print(f"{len(checks) - failed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def expect(actual, expected, what=""):
    assert actual == expected, f"{what + ': ' if what else ''}{actual!r} instead of {expected!r}"


def until(condition, what, within_s=PATIENCE_S):
    """Waits until the condition returns something true, and returns that."""
    return wait_until(what, condition, within_s)


def do(*words, status=0):
    """Runs a command and returns its output. The command must end with this status, or with any status if this is
    None."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S * 5)
    said = done.stdout + done.stderr
    if status is not None:
        assert done.returncode == status, f"{' '.join(words)}: status {done.returncode}: {said[-1500:]}"
    return said


def fails(*words):
    """Like `do`, for a command that must fail."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S * 5)
    assert done.returncode != 0, f"{' '.join(words)} has succeeded: {done.stdout}"
    return done.stdout + done.stderr


def systemctl(*words, status=0):
    return do("systemctl", "--no-pager", "--full", *words, status=status)


def show(member, unit=SERVICE):
    return systemctl("show", "--value", "-p", member, unit).strip()


def main_pid(unit=SERVICE):
    """The unit's process number; 0 if it does not run."""
    return int(show("MainPID", unit))


def serving_pid():
    """The unit's process number, which must not be 0: a signal to 0 would go to this process's own group."""
    pid = main_pid()
    assert is_active() and pid != 0, "the service does not run"
    return pid


def is_active(unit=SERVICE):
    return show("ActiveState", unit) == "active"


def cursor():
    """The current end of the journal."""
    said = do("journalctl", "-n", "0", "--show-cursor", "-q", status=None)
    found = re.search(r"-- cursor: (\S+)", said)
    return found.group(1) if found else None


def journal(since=None, *words):
    """The journal's lines after the cursor `since`. With the words `-u UNIT` only the lines of one unit."""
    where = [f"--after-cursor={since}"] if since else []
    do("journalctl", "--sync", status=None)
    return do("journalctl", "-q", "--no-pager", "-o", "short-monotonic", *where, *words, status=None).splitlines()


def client(path=SOCKET):
    return Client(path)


def value(control, path=SOCKET):
    with client(path) as one:
        return one.do(op="get", control=control)["value"]


def value_at_last(control):
    """Like `value`, but tries again if the connection fails."""

    def ask():
        try:
            return (value(control),)
        except (OSError, TypeError):
            return None

    return until(ask, "a value")[0]


def status_of(pid):
    """The fields of /proc/PID/status."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def as_user(groups, *words):
    """The command that runs these words as the user nobody with these groups."""
    rights = [f"--groups={groups}"] if groups else ["--clear-groups"]
    return ("setpriv", "--reuid=nobody", "--regid=nogroup", *rights, *words)
