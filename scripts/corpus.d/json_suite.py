"""Sends JSON files as requests to a real daemon."""

import json
import pathlib

from kit.client import Client
from kit.daemon import Daemon, Scratch
from verdicts import Verdicts

# The daemon stops reading a line at a number that is too large for a double.
REFUSALS = ("bad-json", "too-long", "out-of-kind")
END = b'{"op":"ping","id":"end of the file"}\n'


def run(folder):
    verdicts = Verdicts("json")
    with Scratch() as scratch, Daemon(scratch) as daemon:
        for path in sorted(pathlib.Path(folder).rglob("[niy]_*.json")):
            try:
                group, surprise = judged(daemon, path)
            except (AssertionError, OSError, ValueError) as error:
                group, surprise = "not answered", f"{type(error).__name__}: {error}"
            if not daemon.is_running:
                raise SystemExit(f"failed: {path.name}: the daemon has ended: {daemon.log_lines()[-3:]}")
            verdicts.take(path.name, group, surprise)
    return verdicts.finish()


def judged(daemon, path):
    """Returns the group of a file, and what is unexpected in the daemon's answers."""
    text = path.read_bytes()
    kind = path.name[0]
    # A newline would end the request. In valid JSON a newline is only between tokens, where a space means the same.
    line = text.replace(b"\n", b" ") if kind == "y" else text
    alone = answers(daemon, line + b"\n")
    framed = answers(daemon, b'{"op":"ping","id":"framed","x":' + line + b"}\n")
    is_taken = any(answer.get("reply") == "framed" and answer["ok"] for answer in framed)
    if kind == "n":
        if is_taken or any(answer["error"] not in REFUSALS for answer in alone + framed):
            return "n_ refused", f"it is taken: {alone} {framed}"
        return ("n_ refused" if alone else "n_ passed over"), None
    if kind == "i":
        return ("i_ taken" if is_taken else "i_ refused"), None
    if not is_taken:
        return "y_ taken", f"it is refused as a member's value: {framed}"
    if line.strip().startswith(b"{"):
        # The file is valid JSON without an operation, so that the error must be bad-request.
        if [answer["error"] for answer in alone] != ["bad-request"]:
            return "y_ objects taken", f"it is refused as a request: {alone}"
        return "y_ objects taken", None
    if [answer["error"] for answer in alone] != ["bad-json"]:
        return "y_ taken as a member's value", f"it is no object, and taken as a request: {alone}"
    return "y_ taken as a member's value", None


def answers(daemon, data):
    """Returns the answers to `data`, until the answer to a further request arrives. Only a line that is too long ends the
    connection."""
    found = []
    with Client(daemon.path) as client:
        try:
            client.send_raw(data + END)
        except (BrokenPipeError, ConnectionResetError):
            pass
        while True:
            answer = client.line()
            if answer is None:
                assert found and found[-1]["error"] == "too-long", f"the connection has ended: {json.dumps(found)}"
                return found
            if answer.get("reply") == "end of the file":
                return found
            if "reply" in answer:
                found.append(answer)
