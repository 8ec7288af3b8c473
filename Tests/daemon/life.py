"""Starting, ending, reloading; what outlives the daemon."""

import os
import pathlib
import signal
import socket
import subprocess
import time

from .cases import alone_case, expect
from .daemon import Daemon, the_program


@alone_case
def a_good_file_is_taken_over_on_hangup(scratch, passes):
    with Daemon(scratch, passes) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.5)
        client.take()
        scratch.configure(lambda text: text.replace('name = "gain"', 'name = "level"').replace('["gain"]', '["level"]'))
        daemon.signal(signal.SIGHUP)
        event = client.event("controls")
        expect(set(event), {"event", "seq", "time", "controls", "inputs"})
        controls = {c["control"]: c for c in event["controls"]}
        expect(list(controls), ["frequency", "level", "count", "azimuth", "filter", "steps"])
        expect(controls["frequency"]["value"], 3.5)
        expect([i["input"] for i in event["inputs"]], ["knob"])
        client.refused("unknown-control", op="get", control="gain")
        expect(client.do(op="set", control="level", value=-3)["value"], -3)


@alone_case
def a_broken_file_is_refused_with_its_places(scratch, passes):
    with Daemon(scratch, passes) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.5)
        before = client.do(op="list")
        client.take()
        scratch.configure(lambda text: text.replace("decimals = 6", "decimal = 6").replace("step = 0.5", "step = -1"))
        lines = pathlib.Path(scratch.configuration).read_text().splitlines()
        daemon.signal(signal.SIGHUP)
        for word in ("decimal = 6", "step = -1"):
            daemon.wait_for_log(f"{scratch.configuration}:{lines.index(word) + 1}:")
        daemon.wait_for_log("nothing has changed")
        after = client.do(op="list")
        expect((after["controls"], after["inputs"]), (before["controls"], before["inputs"]))
        expect(client.take(), [])
        scratch.configure()
        daemon.signal(signal.SIGHUP)
        client.event("controls")


@alone_case
def the_end_is_orderly(scratch, passes):
    for number, value in ((signal.SIGTERM, -7), (signal.SIGINT, -9)):
        with Daemon(scratch, passes) as daemon:
            with daemon.client() as client, daemon.client() as watcher:
                client.do(op="set", control="gain", value=value, commit=False)
                daemon.signal(number)
                expect(watcher.event("commit")["value"], value)
                while watcher.raw() is not None:
                    pass
                expect(daemon.wait(), 0)
        with Daemon(scratch, passes) as daemon, daemon.client() as client:
            expect(client.do(op="get", control="gain")["value"], value)


@alone_case
def values_and_the_rest_are_back_after_a_restart(scratch, passes):
    with Daemon(scratch, passes) as daemon, daemon.client() as client:
        first = client.hello["instance"]
        client.do(op="set", values={"frequency": 3.25, "count": -42, "filter": "hp", "steps": ["2", "7"]})
        client.do(op="ramp", control="azimuth", by=400, duration_s=0)
        client.do(op="speed", control="frequency", speed="fine")
        client.do(op="focus", input="knob", control="azimuth")
        client.do(op="page", page="levels")
        before = client.do(op="list")
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    with Daemon(scratch, passes) as daemon, daemon.client() as client:
        after = client.do(op="list")
        expect(after["controls"], before["controls"])
        expect(after["inputs"], before["inputs"])
        expect(client.hello["page"], "levels")
        assert client.hello["instance"] != first


@alone_case
def values_are_back_within_the_last_second_after_a_kill(scratch, passes):
    with Daemon(scratch, passes) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.25)
        client.do(op="set", control="frequency", value=4.5)
        # Written at most once a second; the machine may be slow on top of that.
        deadline = time.monotonic() + 10
        while not (os.path.exists(scratch.state) and "4.5" in pathlib.Path(scratch.state).read_text()):
            assert time.monotonic() < deadline, "the state was not written"
            time.sleep(0.05)
        for number in range(300):
            client.do(op="set", control="count", value=number)
        daemon.signal(signal.SIGKILL)
        daemon.wait()
    with Daemon(scratch, passes) as daemon, daemon.client() as client:
        expect(client.do(op="get", control="frequency")["value"], 4.5)


@alone_case
def a_damaged_state_file_is_kept_aside(scratch, passes):
    for number, content in enumerate((b"", b"{", b'{"format":"somebody else\'s"}', b"\x00\xff" * 500, b"[]")):
        pathlib.Path(scratch.state).write_bytes(content)
        with Daemon(scratch, passes) as daemon, daemon.client() as client:
            expect(client.do(op="get", control="frequency")["value"], 7.1)
            daemon.wait_for_log("is no state")
            aside = scratch.set_aside()
            expect(len(aside), 1, f"files kept aside after {content[:20]!r}")
            expect(pathlib.Path(aside[0]).read_bytes(), content)
            os.unlink(aside[0])
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)
        os.unlink(scratch.log)
        assert number < 9


@alone_case
def a_state_that_cannot_be_written_stops_nothing(scratch, passes):
    scratch.configure(lambda text: text.replace(scratch.state, "/proc/nowhere/state.json"))
    with Daemon(scratch, passes) as daemon, daemon.client() as client:
        expect(client.do(op="set", control="frequency", value=3.5)["value"], 3.5)
        daemon.wait_for_log("/proc/nowhere")
        expect(client.do(op="set", control="frequency", value=4.5)["value"], 4.5)
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)


@alone_case
def the_service_manager_is_told(scratch, passes):
    path = scratch.folder + "/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(30)

        def told(text):
            while True:
                message = manager.recv(4096).decode()
                if text in message:
                    return message

        with Daemon(scratch, passes, environment={"NOTIFY_SOCKET": path}) as daemon:
            told("READY=1")
            with daemon.client() as client:
                client.do(op="ping")
                told("1 client")
            daemon.signal(signal.SIGHUP)
            told("RELOADING=1")
            told("READY=1")
            daemon.signal(signal.SIGTERM)
            told("STOPPING=1")
            expect(daemon.wait(), 0)


@alone_case
def the_socket_belongs_to_one_daemon(scratch, passes):
    if passes:
        return
    with Daemon(scratch) as daemon:
        expect(os.stat(scratch.socket).st_mode & 0o777, 0o666)
        with Daemon(scratch, waits=False) as second:
            expect(second.wait(), 1)
        with daemon.client() as client:
            client.do(op="ping")
        daemon.signal(signal.SIGKILL)
        daemon.wait()
    # What a killed one leaves behind is in nobody's way.
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="ping")


@alone_case
def the_command_line_says_how_it_went(scratch, passes):
    if passes:
        return

    def status(*words):
        done = subprocess.run([the_program(), *words], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    expect(status("--check-config", scratch.configuration), (0, f"{scratch.configuration}: ok\n", ""))
    scratch.configure(lambda text: text.replace("decimals = 6", "decimal = 6"))
    code, out, err = status("--check-config", scratch.configuration)
    expect((code, out), (78, ""))
    assert err.startswith(scratch.configuration + ":") and "decimals" in err, err
    expect(status("--config", scratch.configuration)[0], 78)
    expect(status("--nonsense")[0], 2)
    expect(status("--socket")[0], 2)
    expect(status("--help")[0], 0)
    assert status("--version")[1].startswith("wheeld ")
