"""Clients that disconnect, clients that subscribe again, and more clients than the process can have."""

import os
import pathlib
import resource
import signal
import socket
import time

from kit.cases import alone_case, case, expect, passed_socket_case
from kit.client import Client
from kit.daemon import NO_DISPLAY, PATIENCE_S, Daemon
from kit.waiting import wait_until


def awake_s(daemon):
    """The processor time of the daemon's loop, and the sum of this time and of the time in which the loop waited for a
    processor."""
    ran, waited, _ = pathlib.Path(f"/proc/{daemon.pid}/schedstat").read_text().split()
    return int(ran) / 1e9, (int(ran) + int(waited)) / 1e9


def expect_sleep(daemon):
    """Checks that the daemon sleeps. A loop that spins has a processor all the time, or waits for one."""
    start, (ran, awake) = time.monotonic(), awake_s(daemon)
    # This time is long enough to tell a loop that spins from a few wake-ups.
    time.sleep(0.5)
    ran, awake = (after - before for after, before in zip(awake_s(daemon), (ran, awake)))
    took = time.monotonic() - start
    assert ran < 0.15 * took and awake < 0.9 * took, f"it ran for {ran:.2f} s and was awake for {awake:.2f} s of {took:.2f} s"


def wait_for_clients(client, number):
    def count():
        return client.do(op="stats")["clients"]

    wait_until(lambda: f"there are {count()} clients and not {number}", lambda: count() == number)


def wait_for_state(scratch, text):
    wait_until(
        f"the state has {text}", lambda: os.path.exists(scratch.state) and text in pathlib.Path(scratch.state).read_text()
    )


@case
def who_goes_while_a_value_is_held_back_is_gone(daemon):
    with daemon.client() as other:
        with daemon.client() as client:
            # A ramp moves the value, since a commit would send the value that `interval_ms` holds back.
            client.do(op="subscribe", controls=["azimuth"], events=["value"], interval_ms=3600000)
            other.do(op="ramp", control="azimuth", by=3600, duration_s=3600)
            client.event("value")
            # While `other` gets these values, the daemon holds them back for `client`.
            for _ in range(3):
                other.event("value")
            other.do(op="ramp-pause", control="azimuth")
        wait_for_clients(other, 1)
        expect_sleep(daemon)


@alone_case
def what_a_leaver_had_open_is_committed_at_once(scratch):
    # No inputs: an input that waits for its device would wake the daemon each second.
    scratch.configure(lambda text: "input = []\n" + text.split("[[input]]")[0] + NO_DISPLAY)
    with Daemon(scratch) as daemon, daemon.client() as watcher:
        with daemon.client() as leaver:
            leaver.do(op="set", control="gain", value=-7, commit=False)
            watcher.event("value", control="gain")
            # Writing the state wakes the daemon. This wake-up must not be what ends the interaction, so the test waits for the
            # write.
            wait_for_state(scratch, "-7")
            left = time.monotonic()
        expect(watcher.event("commit")["value"], -7)
        took = time.monotonic() - left
        # Only the disconnection can have caused the commit so soon: otherwise a value may stay open for ten seconds.
        assert took < 7, f"the commit took {took:.1f} s"


@case
def what_waits_is_no_newer_than_what_was_asked_for(daemon):
    with daemon.client() as client, daemon.client() as other:
        client.do(op="subscribe", interval_ms=3600000)
        for value in (1, 2, 3):
            other.do(op="set", control="frequency", value=value, commit=False)
        client.event("value", value=1)
        client.do(op="subscribe", controls=["gain"])
        expect([e["value"] for e in client.take("value")], [3])
        other.do(op="set", control="frequency", value=4)
        expect(client.quiet(), [])


@alone_case
def a_reload_keeps_what_waits(scratch):
    with Daemon(scratch) as daemon, daemon.client() as slow, daemon.client() as other:
        start = slow.hello["seq"]
        for value in range(100):
            other.do(op="set", values={"frequency": 1 + value / 10, "gain": -value / 2})
        scratch.configure(lambda text: text.replace('name = "gain"', 'name = "level"').replace('["gain"]', '["level"]'))
        daemon.signal(signal.SIGHUP)
        other.event("controls")
        last = other.do(op="stats")["events_published"]
        got = []
        while not got or got[-1]["event"] != "controls":
            got.append(slow.line())
        told = len(got) + sum(e.get("skipped", 0) for e in got)
        expect(told, last - start, "received and skipped events")


def limited(scratch, soft):
    """A daemon with this limit of open files."""
    daemon = Daemon(scratch)
    resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (soft, soft))
    daemon.signal(signal.SIGHUP)
    daemon.wait_for_log("configuration: reloaded")
    return daemon


def first_line(path):
    """Connects and reads the first line. Returns the client and the line."""
    client = Client(path, greet=False)
    return client, client.line()


@passed_socket_case
@alone_case
def more_clients_than_files_are_told_so(scratch):
    scratch.configure(lambda text: text.replace("max_clients = 24", "max_clients = 10000"))
    with limited(scratch, 64) as daemon:
        clients = [first_line(daemon.path) for _ in range(150)]
        greeted = [client for client, line in clients if line.get("event") == "hello"]
        refused = [line for _, line in clients if line.get("error") == "too-many-clients"]
        expect(len(greeted) + len(refused), 150)
        assert 20 <= len(greeted) < 64, f"{len(greeted)} were taken in"
        assert "64 files" in refused[0]["message"], refused[0]
        expect_sleep(daemon)
        told = [line for line in daemon.log_lines() if "files open" in line]
        assert len(told) <= 2, told
        # The daemon keeps enough descriptors for the state file.
        greeted[0].do(op="set", control="frequency", value=2.5)
        wait_for_state(scratch, "2.5")
        for client in greeted[1:]:
            client.socket.close()
        wait_for_clients(greeted[0], 1)
        with daemon.client() as late:
            late.do(op="ping")


@passed_socket_case
@alone_case
def without_any_file_left_it_sleeps(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        limits = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (4, limits[1]))
        waiting = [Client(daemon.path, greet=False) for _ in range(5)]
        expect_sleep(daemon)
        told = [line for line in daemon.log_lines() if "no other can be accepted" in line]
        expect(len(told), 1, "lines of the log")
        client.do(op="set", control="frequency", value=2.5)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, limits)
        for late in waiting:
            expect(late.line()["event"], "hello")


@alone_case
def four_hundred_may_connect_at_once(scratch):
    """Clients wait to be accepted while the daemon is busy. For a passed socket the service manager sets the
    backlog."""
    scratch.configure(lambda text: text.replace("max_clients = 24", "max_clients = 1000"))
    with Daemon(scratch) as daemon:
        daemon.signal(signal.SIGSTOP)
        try:
            waiting = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK) for _ in range(400)]
            for one in waiting:
                one.connect(daemon.path)
        finally:
            daemon.signal(signal.SIGCONT)
        for one in waiting:
            one.settimeout(PATIENCE_S)
            assert one.recv(20).startswith(b'{"event":"hello"')
