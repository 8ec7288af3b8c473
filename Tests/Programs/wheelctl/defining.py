"""`wheelctl define` and `undefine`."""

import json
import pathlib
import signal

from ctl import DONE, REFUSED, WRONG_USAGE, complaint, run
from kit.cases import alone_case, expect
from kit.daemon import Daemon, program
from kit.process import Process

FILE = """
[[control]]
name = "cutoff"
kind = "float"
range = "[20, 20000]"
unit = "Hz"

[[page]]
name = "synth"
controls = ["cutoff", "gain"]

[[ramp]]
name = "open"
control = "cutoff"
to = 20000
duration_s = 2
"""


def written(scratch, name, text):
    path = pathlib.Path(scratch.folder, name)
    path.write_text(text)
    return str(path)


def asked(daemon, *words):
    return run([*words], {"WHEELD_SOCKET": daemon.path})


def names(client):
    return [control["control"] for control in client.do(op="list")["controls"]]


@alone_case
def a_file_of_tables_is_defined_until_undefine(scratch):
    file = written(scratch, "synth.toml", FILE)
    with Daemon(scratch) as daemon:
        expect(asked(daemon, "define", file), (DONE, "", ""))
        with daemon.client() as client:
            expect(names(client)[-1], "cutoff")
            expect(client.do(op="page", page="synth")["page"], "synth")
            client.do(op="ramp", control="cutoff", ramp="open")
        daemon.signal(signal.SIGTERM)
        daemon.wait()
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(names(client)[-1], "cutoff")
        assert "did you mean 'synth'" in complaint(daemon, REFUSED, "undefine", "synht")
        expect(asked(daemon, "undefine", "synth"), (DONE, "", ""))
        expect("cutoff" in names(client), False)


@alone_case
def with_follow_it_stays_as_long_as_the_command(scratch):
    controls = [{"name": "x", "kind": "int", "range": "[0, 9]"}]
    file = written(scratch, "synth.json", json.dumps({"controls": controls, "values": {"x": 3}}))
    with Daemon(scratch) as daemon, daemon.client() as client:
        with Process([program("wheelctl"), "--socket", daemon.path, "define", "--follow", file]):
            expect(client.event("controls")["controls"][-1]["value"], 3)
        expect("x" in [c["control"] for c in client.event("controls")["controls"]], False)


@alone_case
def every_mistake_has_its_line(scratch):
    with Daemon(scratch) as daemon:
        file = written(scratch, "bad.toml", FILE.replace("range", "rnge").replace('"gain"', '"gian"'))
        code, out, err = asked(daemon, "define", file)
        expect((code, out), (REFUSED, ""))
        lines = err.splitlines()
        assert all(line.startswith(f"wheelctl: {file}: ") for line in lines), err
        assert any("controls[0].rnge" in line and "did you mean 'range'?" in line for line in lines), err
        assert any("pages[0].controls[1]" in line and "'gain'" in line for line in lines), err
        file = written(scratch, "other.toml", "[[contrl]]\n[socket]\n")
        expect(asked(daemon, "define", file)[2].splitlines(), [
            f"wheelctl: {file}:1:3: a definition has no 'contrl' (did you mean 'control'?)",
            f"wheelctl: {file}:2:2: a definition has no 'socket' (there are: control, page, ramp, preset)",
        ])  # fmt: skip
        assert "--owner is missing" in complaint(daemon, WRONG_USAGE, "define", "-")
        complaint(daemon, REFUSED, "define", written(scratch, "x.json", '{"controls":7}'))
        complaint(daemon, REFUSED, "define", scratch.folder + "/nothing.toml")
