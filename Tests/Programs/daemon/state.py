"""The state that outlives the daemon, and the behaviour if no state can be saved."""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import time

from kit.cases import Skipped, alone_case, expect, passed_socket_case
from kit.client import PATIENCE_S
from kit.daemon import Daemon, Scratch, program
from kit.process import wakeups
from kit.waiting import wait_until


@passed_socket_case
@alone_case
def values_and_the_rest_are_back_after_a_restart(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        first = client.hello["instance"]
        client.do(op="set", values={"frequency": 3.25, "count": -42, "filter": "hp", "steps": ["2", "7"]})
        client.do(op="ramp", control="azimuth", by=400, duration_s=0)
        client.do(op="speed", control="frequency", speed="fine")
        client.do(op="focus", input="knob", control="azimuth")
        client.do(op="page", page="levels")
        before = client.do(op="list")
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    with Daemon(scratch) as daemon, daemon.client() as client:
        after = client.do(op="list")
        expect(after["controls"], before["controls"])
        expect(after["inputs"], before["inputs"])
        expect(client.hello["page"], "levels")
        assert client.hello["instance"] != first


@alone_case
def what_is_not_to_be_restored_starts_at_its_default(scratch):
    def run(edit, expected):
        scratch.configure(edit)
        with Daemon(scratch) as daemon, daemon.client() as client:
            values = {name: client.do(op="get", control=name)["value"] for name in ("frequency", "gain")}
            expect(values, dict(zip(("frequency", "gain"), expected)))
            client.do(op="set", values={"frequency": 3.5, "gain": -6})
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)

    run(lambda text: text, (7.1, 0))
    run(lambda text: text.replace('unit = "dB"', 'unit = "dB"\nrestore = false'), (3.5, 0))
    run(lambda text: text.replace("[state]", "[state]\nrestore = false"), (7.1, 0))


@alone_case
def values_are_back_within_the_last_second_after_a_kill(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.25)
        client.do(op="set", control="frequency", value=4.5)
        # The state is written at most once a second, so 4.5 may be saved a second later, or more on a slow machine.
        wait_for_state(scratch, "4.5")
        for number in range(300):
            client.do(op="set", control="count", value=number)
        daemon.signal(signal.SIGKILL)
        daemon.wait()
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.do(op="get", control="frequency")["value"], 4.5)


@alone_case
def a_first_value_is_back_after_a_kill(scratch):
    """The first value from the configuration is also saved, although no event reports it."""
    hands = 'unit = "dB"\nhands = false'
    scratch.configure(lambda text: text.replace('unit = "dB"', hands).replace("[state]", "[state]\nevery_s = 1"))
    with Daemon(scratch) as daemon, daemon.client() as client:
        gain = client.do(op="get", control="gain")["value"]
        client.do(op="set", control="gain", value=gain)
        wait_for_state(scratch, '"gain"')
        daemon.signal(signal.SIGKILL)
        daemon.wait()


@alone_case
def a_damaged_state_file_is_kept_aside(scratch):
    for number, content in enumerate((b"", b"{", b'{"format":"somebody else\'s"}', b"\x00\xff" * 500, b"[]")):
        pathlib.Path(scratch.state).write_bytes(content)
        with Daemon(scratch) as daemon, daemon.client() as client:
            expect(client.do(op="get", control="frequency")["value"], 7.1)
            daemon.wait_for_log("is not a state file")
            aside = scratch.set_aside()
            expect(len(aside), 1, f"files kept aside after {content[:20]!r}")
            expect(pathlib.Path(aside[0]).read_bytes(), content)
            os.unlink(aside[0])
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)
        os.unlink(scratch.log)
        assert number < 9


def told_once(daemon):
    expect(len([line for line in daemon.log_lines() if "values still change" in line]), 1, "reports of the failure")


def wait_for_state(scratch, text):
    wait_until(
        f"the state was written with {text}",
        lambda: os.path.exists(scratch.state) and text in pathlib.Path(scratch.state).read_text(),
    )


def tries(daemon):
    """How often the thread that writes the state has been woken. The number grows with each try. `None` while the thread is
    awake."""
    for task in pathlib.Path(f"/proc/{daemon.pid}/task").iterdir():
        if (task / "comm").read_text().strip() == "state":
            status = (task / "status").read_text()
            return wakeups(daemon.pid)[task.name] if "\nState:\tS" in status else None
    raise AssertionError("there is no thread that writes the state")


def change_while_it_fails(daemon, client):
    expect(client.do(op="set", control="frequency", value=3.5)["value"], 3.5)
    daemon.wait_for_log("values still change")
    for value in (4.5, 5.5):
        before = wait_until("the thread sleeps", lambda: tries(daemon))
        expect(client.do(op="set", control="frequency", value=value)["value"], value)
        client.event("commit")
        # No event after the commit causes a save: the thread itself must try to write this value.
        wait_until(f"{value} is tried, too", lambda: (tries(daemon) or 0) > before)
    told_once(daemon)


@alone_case
def a_folder_that_is_missing_is_tried_again(scratch):
    """A file has the name of the state's folder. After the file is removed, the newest state is written even without
    another change."""
    in_the_way = scratch.folder + "/kept"
    scratch.state = in_the_way + "/state.json"
    pathlib.Path(in_the_way).write_text("")
    scratch.configure()
    with Daemon(scratch) as daemon, daemon.client() as client:
        change_while_it_fails(daemon, client)
        os.unlink(in_the_way)
        daemon.wait_for_log("can be written again")
        wait_for_state(scratch, "5.5")
        told_once(daemon)


def small_disk(folder):
    """A disk of 64 KiB, which is unmounted when the kit ends the case."""
    os.mkdir(folder)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Skipped("only root can mount a small disk")


@alone_case
def a_full_disk_is_told_once_and_tried_again(scratch):
    disk = scratch.folder + "/disk"
    small_disk(disk)
    try:
        scratch.state = disk + "/state.json"
        scratch.configure()
        with open(disk + "/ballast", "wb") as ballast:
            try:
                ballast.write(b"x" * (1 << 20))
                ballast.flush()
            except OSError:
                pass
            with Daemon(scratch) as daemon, daemon.client() as client:
                change_while_it_fails(daemon, client)
                os.truncate(disk + "/ballast", 0)
                daemon.wait_for_log("can be written again")
                wait_for_state(scratch, "5.5")
                expect([n for n in os.listdir(disk) if ".new-" in n], [], "what was left unfinished")
                daemon.signal(signal.SIGTERM)
                expect(daemon.wait(), 0)
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


@alone_case
def a_disk_that_becomes_read_only_stops_nothing(scratch):
    disk = scratch.folder + "/disk"
    small_disk(disk)
    try:
        scratch.state = disk + "/state.json"
        scratch.configure()
        with Daemon(scratch) as daemon, daemon.client() as client:
            client.do(op="set", control="frequency", value=2.5)
            wait_for_state(scratch, "2.5")
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            change_while_it_fails(daemon, client)
            assert "2.5" in pathlib.Path(scratch.state).read_text()
            subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
            wait_for_state(scratch, "5.5")
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


@alone_case
def what_is_not_saved_is_in_the_statistics(scratch):
    way = scratch.folder + "/way"
    os.mkdir(way)
    scratch.configure(lambda text: text.replace(scratch.state, way))
    with Daemon(scratch) as daemon, daemon.client() as client:
        # `unsaved` has a reason although nothing has to be saved yet: the state could not be read.
        reason = f"read {way}: it is a directory, not a regular file (EINVAL)"
        expect(client.do(op="stats")["unsaved"], reason)
        client.do(op="set", control="frequency", value=3.5)
        daemon.wait_for_log(f"state: {reason}; values still change")
        expect(client.do(op="stats")["unsaved"], reason)
        os.rmdir(way)
        daemon.wait_for_log("can be written again")
        assert "unsaved" not in client.do(op="stats")
    os.unlink(scratch.log)
    scratch.configure(lambda text: text.replace(scratch.state, "/proc/nowhere/state.json"))
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.do(op="stats")["unsaved"], "write to /proc/nowhere: ENOENT (No such file or directory)")
        client.do(op="set", control="frequency", value=3.5)
        daemon.wait_for_log("values still change")
        reason = client.do(op="stats")["unsaved"]
        assert any(f"state: {reason}; values still change" in line for line in daemon.log_lines()), reason


@alone_case
def a_thread_that_cannot_wait_does_not_spin(scratch):
    """poll(2) fails with EINVAL in a process that may have no descriptors. The write is retried nevertheless."""
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.5)
        wait_for_state(scratch, "3.5")
        wait_until("the thread sleeps", lambda: tries(daemon))
        before = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (0, before[1]))
        client.do(op="set", control="frequency", value=4.5)
        daemon.wait_for_log("values still change")
        # A thread that retried without a pause would fail some 600000 times a second. One second is enough to see that the
        # thread waits.
        ran, began = processor_time(daemon), time.monotonic()
        time.sleep(1)
        ran, took = processor_time(daemon) - ran, time.monotonic() - began
        assert ran < 0.05 * took, f"the thread ran for {ran:.2f} s of {took:.2f} s"
        client.do(op="set", control="frequency", value=5.5)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, before)
        wait_for_state(scratch, "5.5")


def processor_time(daemon):
    """The processor time of the thread that writes the state, in seconds."""
    for task in pathlib.Path(f"/proc/{daemon.pid}/task").iterdir():
        if (task / "comm").read_text().strip() == "state":
            return int((task / "schedstat").read_text().split()[0]) / 1e9
    raise AssertionError("there is no thread that writes the state")


@alone_case
def an_end_without_a_place_for_the_state_is_an_end(scratch):
    scratch.configure(lambda text: text.replace(scratch.state, "/proc/nowhere/state.json"))
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.do(op="set", control="frequency", value=3.5)["value"], 3.5)
        daemon.wait_for_log("/proc/nowhere")
        expect(client.do(op="set", control="frequency", value=4.5)["value"], 4.5)
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)


KINDS = {
    "number": 'kind = "float"\nrange = "[0, 10]"',
    "turning": 'kind = "float"\nrange = "[0, 360)"\nwrap = true',
    "whole": 'kind = "int"\nrange = "[0, 10]"',
    "one": 'kind = "choice"\npositions = ["a", "b", "c"]',
    "several": 'kind = "selection"\npositions = ["a", "b", "c"]',
    "few": 'kind = "selection"\npositions = ["c", "b"]\nmax_selected = 1',
}
STOOD_AT = {"number": 2.5, "turning": 350, "whole": 7, "one": "b", "several": ["b", "c"], "few": ["b"]}


def of_kinds(scratch, kinds):
    """Writes a configuration with one control for each name in `kinds`, of the kind that is given there."""
    controls = "".join(f'[[control]]\nname = "{name}"\n{KINDS[kind]}\n' for name, kind in kinds.items())
    head = f'[socket]\npath = "{scratch.socket}"\nwrite = ["{os.getuid()}"]\n[state]\npath = "{scratch.state}"\n'
    scratch.configure(lambda text: head + controls + '[[input]]\nname = "k"\ntype = "evdev"\nmatch = { name = "none" }\n')


@alone_case
def every_kind_may_follow_every_other(scratch):
    pairs = {f"{old}-{new}": (old, new) for old in KINDS for new in KINDS}
    of_kinds(scratch, {name: old for name, (old, _) in pairs.items()})
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", values={name: STOOD_AT[old] for name, (old, _) in pairs.items()})
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    of_kinds(scratch, {name: new for name, (_, new) in pairs.items()})
    with Daemon(scratch) as daemon, daemon.client() as client:
        values = {c["control"]: c["value"] for c in client.hello["controls"]}
        for kind, value in STOOD_AT.items():
            expect(values[f"{kind}-{kind}"], value)
        expect(values["few-one"], "b")
        expect(values["one-several"], ["b"])
        expect(values["number-one"], "a")
        daemon.wait_for_log("number-one")
        expect(scratch.set_aside(), [])


@alone_case
def one_damaged_control_costs_the_others_nothing(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", values={"frequency": 3.25, "gain": -6})
        client.do(op="page", page="levels")
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    good = pathlib.Path(scratch.state).read_text()
    pathlib.Path(scratch.state).write_text(good.replace('"value":-6', '"value":null'))
    with Daemon(scratch) as daemon, daemon.client() as client:
        values = {c["control"]: c["value"] for c in client.hello["controls"]}
        expect((values["frequency"], values["gain"], client.hello["page"]), (3.25, 0, "levels"))
        daemon.wait_for_log("'controls', entry 2")
        aside = scratch.set_aside()
        expect(len(aside), 1, "files kept aside")
        # The readable part is saved again although no value has changed. Until then the damaged file is on the disk.
        wait_until("the damaged one is replaced", lambda: '"value":null' not in pathlib.Path(scratch.state).read_text())
        wait_for_state(scratch, "3.25")
        daemon.signal(signal.SIGKILL)
        daemon.wait()
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.do(op="get", control="frequency")["value"], 3.25)
        expect(scratch.set_aside(), aside)


@alone_case
def a_state_that_is_no_regular_file_stops_nothing(scratch):
    """Opening a FIFO would wait for a writer, and a privileged daemon would rename a device file away."""
    fifo = scratch.folder + "/fifo"
    os.mkfifo(fifo)
    os.mkdir(scratch.folder + "/folder")
    for path, what in ((fifo, "a FIFO"), (scratch.folder + "/folder", "a directory"), ("/dev/null", "a device")):
        scratch.configure(lambda text: text.replace(scratch.state, path))
        kind = os.stat(path).st_mode
        with Daemon(scratch) as daemon, daemon.client() as client:
            daemon.wait_for_log(f"{path} cannot be read: it is {what}, not a regular file")
            expect(client.do(op="set", control="frequency", value=3.5)["value"], 3.5)
            daemon.wait_for_log("values still change")
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)
        expect(os.stat(path).st_mode, kind, f"what is at {path}")
        os.unlink(scratch.log)
    scratch.configure(lambda text: text.replace(scratch.state, fifo))
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.5)
        daemon.wait_for_log("values still change")
        os.unlink(fifo)
        daemon.wait_for_log("can be written again")
        assert "3.5" in pathlib.Path(fifo).read_text()


@alone_case
def another_reason_is_told_as_well(scratch):
    path = scratch.folder + "/way"
    os.mkfifo(path)
    scratch.configure(lambda text: text.replace(scratch.state, path))
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.5)
        daemon.wait_for_log("it is a FIFO, not a regular file (EINVAL); values still change")
        os.unlink(path)
        os.mkdir(path)
        daemon.wait_for_log("it is a directory, not a regular file (EINVAL); values still change")
        os.rmdir(path)
        daemon.wait_for_log("can be written again")


@alone_case
def the_state_belongs_to_one_daemon(scratch):
    with Scratch() as other, Daemon(scratch) as first, first.client() as client:
        client.do(op="set", control="frequency", value=2.5)
        other.configure(lambda text: text.replace(other.state, scratch.state))
        with Daemon(other, waits=False) as second:
            expect(second.wait(), 1)
            told = "".join(other.log_lines())
            assert f"keep the state at {scratch.state}: another wheeld (process {first.pid})" in told, told
            assert "'path' in [state]" in told, told
        assert not os.path.exists(other.socket), "it left its socket behind"
        first.signal(signal.SIGTERM)
        expect(first.wait(), 0)
        assert "2.5" in pathlib.Path(scratch.state).read_text()
        # However the first daemon ends, the next one gets the lock.
        with Daemon(other) as second, second.client() as client:
            expect(client.do(op="get", control="frequency")["value"], 2.5)
            second.signal(signal.SIGKILL)
            second.wait()
        with Daemon(other) as second, second.client() as client:
            client.do(op="ping")


@alone_case
def a_state_that_is_too_long_is_kept_aside(scratch):
    content = b" " * ((1 << 24) + 1)
    pathlib.Path(scratch.state).write_bytes(content)
    with Daemon(scratch) as daemon, daemon.client() as client:
        daemon.wait_for_log("cannot be read: EFBIG")
        client.do(op="set", control="frequency", value=2.5)
        wait_for_state(scratch, "2.5")
        aside = scratch.set_aside()
        expect([os.path.getsize(path) for path in aside], [len(content)])


@alone_case
def a_damaged_file_stays_until_its_successor_is_written(scratch):
    """If the damaged file were removed before its successor is written, a power cut or a full disk could leave no file
    with its readable parts."""
    disk = scratch.folder + "/disk"
    small_disk(disk)
    try:
        scratch.state = disk + "/state.json"
        scratch.configure()
        with Daemon(scratch) as daemon, daemon.client() as client:
            client.do(op="set", values={"frequency": 3.25, "gain": -6})
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)
        damaged = pathlib.Path(scratch.state).read_text().replace('"value":-6', '"value":null')
        pathlib.Path(scratch.state).write_text(damaged)
        with open(disk + "/ballast", "wb") as ballast:
            try:
                ballast.write(b"x" * (1 << 20))
                ballast.flush()
            except OSError:
                pass
            for _ in range(2):
                with Daemon(scratch) as daemon, daemon.client() as client:
                    expect(client.do(op="get", control="frequency")["value"], 3.25)
                    daemon.wait_for_log("is damaged in part")
                    daemon.wait_for_log("values still change")
                    daemon.signal(signal.SIGKILL)
                    daemon.wait()
            expect(pathlib.Path(scratch.state).read_text(), damaged)
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


def status_with_faults(scratch, path, errno):
    """Runs the daemon with this error from each call that opens the file, and returns its status and its log."""
    if not shutil.which("strace"):
        raise Skipped("there is no strace here")
    tracing = ["strace", "-f", "-qq", "-o", "/dev/null", "-P", path, "-e", f"inject=openat:error={errno}"]
    words = [*tracing, program("wheeld"), "--config", scratch.configuration]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    return done.returncode, done.stderr


@alone_case
def what_the_machine_cannot_read_now_is_not_replaced(scratch):
    """The daemon ends with status 1, after which a service manager restarts it. After 78 it would not."""
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.25)
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    good = pathlib.Path(scratch.state).read_bytes()
    of_state = f"read the state {scratch.state}: its values are unknown"
    faults = [(scratch.state, errno, of_state) for errno in ("EIO", "EMFILE", "ENOMEM", "EACCES", "EUCLEAN")]
    for errno in ("EIO", "EMFILE", "ENOMEM"):
        faults.append((scratch.configuration, errno, f"{scratch.configuration}: cannot be read: {errno}"))
    for path, errno, told in faults:
        status, log = status_with_faults(scratch, path, errno)
        expect(status, 1, log)
        assert told in log, log
        expect(pathlib.Path(scratch.state).read_bytes(), good)
        expect(scratch.set_aside(), [])


@alone_case
def an_end_whose_signals_to_the_thread_fail_is_an_end(scratch):
    """Without the signal nothing wakes the thread. A daemon that waited for the thread would be killed by the service manager,
    and save nothing."""
    if not shutil.which("strace"):
        raise Skipped("there is no strace here")
    for number, failing in enumerate(("1", "2", "1..3")):
        inject = ["-P", "anon_inode:[eventfd]", "-e", f"inject=write:error=EIO:when={failing}"]
        # -DDD makes strace a grandchild, so that the daemon stays the child of this process.
        under = ["strace", "-DDD", "-f", "-qq", "-o", "/dev/null", *inject]
        with Daemon(scratch, under=under) as daemon, daemon.client() as client:
            client.do(op="set", control="frequency", value=3.25 + number)
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)
        assert f'"value":{3.25 + number}' in pathlib.Path(scratch.state).read_text(), failing


@alone_case
def a_last_write_that_fails_once_is_repeated(scratch):
    if not shutil.which("strace"):
        raise Skipped("there is no strace here")
    # The thread wakes late, so that it learns of the last state and of the end at the same time.
    faults = ["-e", "inject=fsync:error=EIO:when=1", "-e", "inject=poll:delay_exit=300000"]
    with Daemon(scratch, under=["strace", "-DDD", "-f", "-qq", "-o", "/dev/null", *faults]) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.25)
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    daemon.wait_for_log("EIO (Input/output error); values still change")
    assert '"value":3.25' in pathlib.Path(scratch.state).read_text()


def writes_of(scratch, client, seconds, **request):
    """How often the state file is written while a request is repeated, ten times a second."""
    seen, end = set(), time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        number += 1
        client.do(**{**request, "value": number % 50})
        # Ten changes a second, like a reading.
        time.sleep(0.1)
        if os.path.exists(scratch.state):
            status = os.stat(scratch.state)
            seen.add((status.st_ino, status.st_mtime_ns))
    return len(seen)


@alone_case
def a_reading_does_not_wear_the_disk(scratch):
    reading = '\n[[control]]\nname = "reading"\nkind = "int"\nrange = "[0, 99]"\nhands = false\n'
    kept = reading.replace("reading", "kept")
    scratch.configure(lambda text: text + reading + "restore = false\n" + kept)
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(writes_of(scratch, client, 3, op="set", control="reading"), 0, "writes of what is never restored")
        expect(writes_of(scratch, client, 3, op="set", control="kept"), 0, "writes of a reading")
        expect(writes_of(scratch, client, 1.5, op="set", control="count", commit=False), 0, "writes without a commit")
        client.do(op="commit", control="count")
        wait_until("the commit is saved", lambda: os.path.exists(scratch.state))
        last = client.do(op="get", control="kept")["value"]
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    scratch.configure(lambda text: text.replace("[state]", "[state]\nevery_s = 1") + kept)
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.do(op="get", control="kept")["value"], last)
        client.do(op="set", control="kept", value=77)
        wait_for_state(scratch, "77")


@alone_case
def each_file_that_is_run_by_hand_has_its_own_state(scratch):
    state = scratch.folder + "/xdg"
    variables = {"XDG_STATE_HOME": state, "STATE_DIRECTORY": ""}
    scratch.configure(lambda text: text.replace(f'path = "{scratch.state}"', ""))
    link = scratch.folder + "/link.toml"
    os.symlink(scratch.configuration, link)
    other = scratch.folder + "/other"
    os.mkdir(other)
    same_name = other + "/wheeld.toml"
    shutil.copy(scratch.configuration, same_name)

    def value(path, then):
        with Daemon(scratch, options=["--config", path], environment=variables) as daemon, daemon.client() as client:
            before = client.do(op="get", control="frequency")["value"]
            client.do(op="set", control="frequency", value=then)
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)
            return before

    expect(value(scratch.configuration, 3.5), 7.1)
    expect(value(same_name, 4.5), 7.1)
    expect(value(link, 5.5), 3.5)
    expect(value(same_name, 6.5), 4.5)
    expect(len(list(pathlib.Path(state, "wheeld").glob("wheeld-*.json"))), 2)


@alone_case
def clients_cannot_end_the_saving_of_values(scratch):
    """Large selections, all of whose positions are chosen, once made the state too long for its file."""
    names = [f"{number:04d}" + "x" * 60 for number in range(1000)]
    with Daemon(scratch) as daemon, daemon.client() as client:
        for turn in range(6):
            for part in range(2):
                controls = [
                    {"name": f"t{turn}p{part}c{number}", "kind": "selection", "positions": names, "default": names}
                    for number in range(5)
                ]
                client.ask(op="define", owner=f"o{part}", controls=controls)
            client.ask(op="undefine", owner="o0")
            client.ask(op="undefine", owner="o1")
        client.do(op="set", control="frequency", value=21.25)
        wait_for_state(scratch, "21.25")
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
        assert os.path.getsize(scratch.state) < 3 << 20, os.path.getsize(scratch.state)
        assert not any("bytes, and" in line for line in daemon.log_lines()), daemon.log_lines()


@alone_case
def a_definition_cannot_make_a_huge_listing(scratch):
    names = [f"{number:04d}" + "x" * 60 for number in range(1000)]
    with Daemon(scratch) as daemon, daemon.client() as client:
        controls = [{"name": f"c{number}", "kind": "selection", "positions": names} for number in range(10)]
        values = {control["name"]: [] for control in controls}
        presets = [{"name": f"p{number}", "writable": True, "values": values} for number in range(100)]
        reply = client.ask(op="define", owner="bomb", controls=controls, presets=presets)
        expect((reply["ok"], reply["error"]), (False, "bad-definition"))
        assert "with all positions selected and all presets stored" in reply["mistakes"][0]["message"], reply
        client.do(op="define", owner="fair", controls=controls[:5])
