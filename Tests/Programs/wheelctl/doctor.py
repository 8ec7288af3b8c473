"""`doctor`."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess

from ctl import DONE, REFUSED, WRONG_USAGE, complaint, run
from kit.cases import alone_case, case, expect, Skipped
from kit.daemon import Daemon, program

# This configuration needs no device: the machine may have neither knobs nor screens.
CONFIGURATION = """
[[control]]
name = "gain"
kind = "float"
range = "[-60, 6]"

[[display]]
name = "main"
output = "none"
"""


def configuration(scratch, text=CONFIGURATION):
    path = pathlib.Path(scratch.folder, "doctor.toml")
    path.write_text(text)
    return str(path)


def doctor(path, *words):
    """Runs doctor, and returns the exit status and the findings by subject."""
    code, out, err = run(["--json", "--socket", path, "doctor", *words])
    findings = [json.loads(line) for line in out.splitlines()]
    for finding in findings:
        expect(list(finding), ["check", "verdict", "text", "remedy"])
        assert finding["verdict"] in ("ok", "wrong", "note"), finding
        assert finding["verdict"] != "wrong" or finding["remedy"], f"no remedy: {finding}"
    wrong = [finding for finding in findings if finding["verdict"] == "wrong"]
    expect(code, REFUSED if wrong else DONE, err)
    if wrong:
        many = "one thing is wrong" if len(wrong) == 1 else f"{len(wrong)} things are wrong"
        expect(err, f"wheelctl: doctor: {many} (each has its remedy)\n")
    return code, {finding["check"]: finding for finding in findings}


@case
def nothing_is_wrong_where_the_daemon_answers(daemon):
    path = configuration(daemon.scratch)
    code, findings = doctor(daemon.path, "--config", path)
    expect(code, DONE, findings)
    expect(findings["configuration"]["text"], f"{path} is valid")
    assert findings["socket"]["text"].startswith(f"{daemon.path}: wheeld "), findings
    assert findings["socket"]["text"].endswith("may change everything"), findings


@alone_case
def what_clients_define_is_listed(scratch):
    def found(path):
        return doctor(path, "--config", configuration(scratch))[1]

    mix = {"name": "mix", "kind": "float", "range": "[0, 1]"}
    with Daemon(scratch) as daemon, daemon.client() as client:
        assert not any(check.startswith("definition") for check in found(daemon.path))
        client.do(op="define", owner="synth", controls=[mix, {**mix, "name": "dry"}])
        other = daemon.client()
        other.do(op="define", owner="rig", controls=[{**mix, "name": "wet"}], keep="always")
        number = client.hello["client"]
        expect(found(daemon.path)["definition synth"]["text"], f"2 controls of client {number}, not kept")
        other.socket.close()
        text = "1 control, kept; its client is not connected"
        expect(found(daemon.path)["definition rig"]["text"], text)
        # The file now has a control of this name, so the definition is put aside.
        scratch.configure(lambda text: text.replace('"count"', '"wet"'))
        daemon.signal(signal.SIGHUP)
        client.event("definition", owner="rig")
        aside = found(daemon.path)["definition rig"]
        expect(aside["verdict"], "note")
        assert "definition rig" in aside["remedy"][0], aside
        assert "it does not fit the configuration (controls[0].name: there are two controls named 'wet'" in aside["text"], aside
        daemon.wait_for_log("definition rig: it no longer fits, and is put aside")


@alone_case
def a_definition_of_presets_alone_has_no_controls(scratch):
    presets = [{"name": f"p{number}", "values": {"gain": -number}} for number in range(12)]
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="define", owner="patches", presets=presets, pages=[{"name": "own", "controls": ["gain"]}])
        found = doctor(daemon.path, "--config", configuration(scratch))[1]["definition patches"]
        expect(found["text"], f"1 page, 12 presets of client {client.hello['client']}, not kept")
        (listed,) = client.do(op="stats")["definitions"]
        expect((listed["controls"], listed["pages"], listed["presets"], "ramps" in listed), (0, 1, 12, False))


@alone_case
def values_that_are_not_saved_are_wrong(scratch):
    way = scratch.folder + "/way"
    os.mkdir(way)
    with Daemon(scratch) as daemon:
        assert "state" not in doctor(daemon.path, "--config", configuration(scratch))[1]
        assert "not saved" not in run(["--socket", daemon.path, "stats"])[1]
    scratch.configure(lambda text: text.replace(scratch.state, way))
    with Daemon(scratch) as daemon:
        reason = f"read {way}: it is a directory, not a regular file (EINVAL)"
        code, findings = doctor(daemon.path, "--config", configuration(scratch))
        state = findings["state"]
        expect((code, state["verdict"], state["text"]), (REFUSED, "wrong", f"values are not saved: {reason}"))
        out = run(["--socket", daemon.path, "stats"])[1]
        assert any(line.split() == ["not", "saved", *reason.split()] for line in out.splitlines()), out


@alone_case
def a_socket_that_is_missing_is_wrong(scratch):
    code, findings = doctor(scratch.socket, "--config", configuration(scratch))
    expect((code, findings["socket"]["text"]), (REFUSED, f"{scratch.socket} does not exist"))
    path = scratch.folder + "/none/s"
    code, findings = doctor(path, "--config", configuration(scratch))
    expect((code, findings["socket"]["text"]), (REFUSED, f"{path}: the folder {scratch.folder}/none does not exist"))


@alone_case
def a_socket_without_a_listener_is_wrong(scratch):
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(scratch.socket)
    code, findings = doctor(scratch.socket, "--config", configuration(scratch))
    expect(code, REFUSED)
    expect(findings["socket"]["text"], f"{scratch.socket} exists, but no program listens on it: the daemon has ended")


def as_nobody(scratch, *words):
    if os.getuid() != 0:
        raise Skipped("only root can be somebody else")
    # A copy, since other users may not have access to the build folder.
    wheelctl = shutil.copy(program("wheelctl"), scratch.folder)
    done = subprocess.run(
        [wheelctl, *words], user=65534, group=65534, extra_groups=[], capture_output=True, text=True, timeout=60
    )
    return done.returncode, {each["check"]: each for each in map(json.loads, done.stdout.splitlines())}


@case
def missing_rights_are_reported(daemon):
    path = configuration(daemon.scratch)
    words = ("--json", "--socket", daemon.path, "doctor", "--config", path)
    code, findings = as_nobody(daemon.scratch, *words)
    expect(code, DONE, findings)
    assert "may read, but not change anything" in findings["socket"]["text"], findings
    os.chmod(daemon.path, 0o600)
    try:
        code, findings = as_nobody(daemon.scratch, *words)
    finally:
        os.chmod(daemon.path, 0o666)
    expect(code, REFUSED)
    assert findings["socket"]["text"].endswith(": nobody may not connect"), findings


@alone_case
def mistakes_are_reported_with_their_places(scratch):
    path = configuration(scratch, CONFIGURATION.replace("range", "rang"))
    code, findings = doctor(scratch.socket, "--config", path)
    expect(code, REFUSED)
    assert findings["configuration"]["text"].startswith(f"{path}:"), findings
    expect(findings["inputs"]["verdict"], "note")
    code, findings = doctor(scratch.socket, "--config", path + ".none")
    expect(findings["configuration"]["text"], f"{path}.none does not exist")


@case
def the_table_has_the_remedy_below_each_finding(daemon):
    code, out, err = run(["--socket", daemon.path + ".none", "doctor", "--config", configuration(daemon.scratch)])
    expect((code, err), (REFUSED, "wheelctl: doctor: one thing is wrong (each has its remedy)\n"))
    lines = out.splitlines()
    assert lines[0].startswith("ok     configuration  "), out
    wrong = next(number for number, line in enumerate(lines) if line.startswith("wrong  socket  "))
    column = lines[wrong].index(daemon.path)
    expect(lines[wrong + 1], " " * column + "→ start wheeld, or name its socket with --socket")


@case
def wrong_arguments_are_refused(daemon):
    assert "one word too many" in complaint(daemon, WRONG_USAGE, "doctor", "me")
    assert "there is no option '--fix'" in complaint(daemon, WRONG_USAGE, "doctor", "--fix")
