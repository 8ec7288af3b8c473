"""Starts, ends and reloads of the daemon, and what outlives it."""

import fcntl
import os
import pathlib
import shutil
import signal
import socket
import subprocess

from kit import builds
from kit.cases import alone_case, expect, passed_socket_case, Skipped
from kit.client import Client
from kit.daemon import PATIENCE_S, Daemon, program
from kit.waiting import wait_until


@passed_socket_case
@alone_case
def a_good_file_is_taken_over_on_hangup(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.5)
        client.take()
        scratch.configure(lambda text: text.replace('name = "gain"', 'name = "level"').replace('["gain"]', '["level"]'))
        daemon.signal(signal.SIGHUP)
        event = client.event("controls")
        expect(set(event), {"event", "seq", "time", "controls", "inputs", "presets", "page", "locked"})
        controls = {c["control"]: c for c in event["controls"]}
        expect(list(controls), ["frequency", "level", "count", "azimuth", "filter", "steps"])
        expect(controls["frequency"]["value"], 3.5)
        expect([i["input"] for i in event["inputs"]], ["knob"])
        client.refused("unknown-control", op="get", control="gain")
        expect(client.do(op="set", control="level", value=-3)["value"], -3)


@alone_case
def a_broken_file_is_refused_with_its_places(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
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


@passed_socket_case
@alone_case
def the_end_is_orderly(scratch):
    for number, value in ((signal.SIGTERM, -7), (signal.SIGINT, -9)):
        with Daemon(scratch) as daemon:
            with daemon.client() as client, daemon.client() as watcher:
                client.do(op="set", control="gain", value=value, commit=False)
                daemon.signal(number)
                expect(watcher.event("commit")["value"], value)
                while watcher.raw() is not None:
                    pass
                expect(daemon.wait(), 0)
        with Daemon(scratch) as daemon, daemon.client() as client:
            expect(client.do(op="get", control="gain")["value"], value)


@passed_socket_case
@alone_case
def the_service_manager_is_told(scratch):
    path = scratch.folder + "/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(30)

        def told(text):
            while True:
                message = manager.recv(4096).decode()
                if text in message:
                    return message

        environment = {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "400000"}
        with Daemon(scratch, environment=environment) as daemon:
            told("READY=1")
            told("STATUS=0 of 1 inputs, 0 clients")
            with daemon.client() as one, daemon.client() as two:
                one.do(op="ping")
                two.do(op="ping")
                told("STATUS=0 of 1 inputs, 2 clients")
            told("STATUS=0 of 1 inputs, 0 clients")
            for _ in range(3):
                told("WATCHDOG=1")
            daemon.signal(signal.SIGHUP)
            assert "MONOTONIC_USEC=" in told("RELOADING=1")
            told("READY=1")
            scratch.configure(lambda text: "nonsense")
            daemon.signal(signal.SIGHUP)
            told("RELOADING=1")
            told("READY=1")
            daemon.signal(signal.SIGTERM)
            told("STOPPING=1")
            expect(daemon.wait(), 0)


@alone_case
def the_socket_belongs_to_one_daemon(scratch):
    with Daemon(scratch) as daemon:
        expect(os.stat(scratch.socket).st_mode & 0o777, 0o666)
        with Daemon(scratch, waits=False) as second:
            expect(second.wait(), 1)
        with daemon.client() as client:
            client.do(op="ping")
        daemon.signal(signal.SIGKILL)
        daemon.wait()
    # Files that a killed daemon leaves do not hinder the next daemon.
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="ping")


@alone_case
def a_group_that_the_daemon_may_not_give_is_no_end(scratch):
    """The daemon runs like a service whose user is not in the socket's group."""
    scratch.configure(lambda text: text.replace('mode = "0666"', 'group = "daemon"'))
    under = ("setpriv", "--bounding-set=-chown") if os.geteuid() == 0 else ()
    with Daemon(scratch, under=under) as daemon, daemon.client() as client:
        client.do(op="ping")
        daemon.wait_for_log("so it keeps the group of its owner")
        expect(os.stat(scratch.socket).st_mode & 0o777, 0o600)


@alone_case
def the_command_line_says_how_it_went(scratch):

    def status(*words):
        done = subprocess.run([program("wheeld"), *words], capture_output=True, text=True, timeout=60)
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


@passed_socket_case
@alone_case
def a_reload_keeps_clients_and_what_they_asked_for(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client, daemon.client() as other:
        client.do(op="subscribe", controls=["gain"], text=True)
        other.do(op="set", values={"gain": -6, "steps": ["3"], "filter": "hp"})
        other.do(op="speed", control="frequency", speed="fine")
        other.do(op="set", control="gain", value=-7, commit=False)
        before = {c["control"]: c for c in other.do(op="list")["controls"]}
        client.quiet()
        scratch.configure(lambda text: text.replace('label = "Frequency"', 'label = "Tuning"'))
        daemon.signal(signal.SIGHUP)
        # Before the reload all open interactions are committed.
        expect(client.event("commit")["value"], -7)
        controls = {c["control"]: c for c in client.event("controls")["controls"]}
        expect(controls["frequency"]["label"], "Tuning")
        for name in before:
            for member in ("value", "speed"):
                expect(controls[name][member], before[name][member], f"{member} of {name}")
        other.do(op="set", control="frequency", value=3)
        other.do(op="set", control="gain", value=-8)
        events = client.quiet()
        expect([(e["event"], e["control"]) for e in events], [("value", "gain"), ("commit", "gain")])
        assert "text" in events[0], "the subscription's text is lost"


@alone_case
def a_reload_keeps_subscriptions_by_their_names(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client, daemon.client() as other:
        client.do(op="subscribe", controls=["gain", "count"], events=["value", "controls"], text=True)
        new = '[[control]]\nname = "new"\nkind = "int"\nrange = "[0, 9]"\n[[control]]'
        scratch.configure(lambda text: text.replace("[[control]]", new, 1).replace('name = "count"', 'name = "number"'))
        daemon.signal(signal.SIGHUP)
        client.event("controls")
        other.do(op="set", values={"new": 3, "frequency": 9, "gain": -6, "number": 4})
        expect([(e["event"], e["control"], e["text"]) for e in client.quiet()], [("value", "gain", "-6.0 dB")])


@alone_case
def a_reload_fits_values_to_what_is_new(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", values={"frequency": 29, "filter": "hp"})
        scratch.configure(
            lambda text: text.replace('"[0.1, 30]"', '"[0.1, 20]"').replace(', { name = "hp", label = "High-pass" }', "")
        )
        daemon.signal(signal.SIGHUP)
        controls = {c["control"]: c for c in client.event("controls")["controls"]}
        expect(controls["frequency"]["value"], 20)
        expect(controls["filter"]["value"], "low-pass")
        # The events `value` and `commit` report the changes to clients that have not subscribed to `controls`. Controls whose
        # values have not changed cause neither.
        told = [(e["event"], e["control"], e["value"], e["source"]) for e in client.quiet()]
        both = [("frequency", 20), ("filter", "low-pass")]
        expect(told, [(event, *change, "restore") for change in both for event in ("value", "commit")])


@alone_case
def what_needs_a_restart_is_told_and_nothing_else(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        scratch.configure(
            lambda text: text.replace('mode = "0666"', 'mode = "0660"')
            .replace(scratch.state, scratch.state + ".new")
            .replace("max_clients = 24", "max_clients = 1")
        )
        daemon.signal(signal.SIGHUP)
        client.event("controls")
        client.quiet()
        told = [line.split("the new ")[1] for line in daemon.log_lines() if "at a restart" in line]
        expect(told, [f"{key} takes effect at a restart" for key in ("[socket] mode", "[state] path")])
        with daemon.client() as other:
            expect(other.hello["error"], "too-many-clients")


@alone_case
def a_reload_may_bring_inputs_displays_and_controls_and_take_them(scratch):
    more = """
[[input]]
name = "first"
type = "evdev"
match = { name = "no such device either" }
controls = ["extra"]

[[input]]
name = "second"
type = "gpio"
chip = "no-such-chip"
button = 3

[[control]]
name = "extra"
kind = "int"
range = "[0, 9]"

[[display]]
name = "wall"
output = "drm:/dev/dri/no-such-card"
"""
    with Daemon(scratch) as daemon, daemon.client() as client:
        for _ in range(2):
            scratch.configure(lambda text: text + more)
            daemon.signal(signal.SIGHUP)
            event = client.event("controls")
            expect([i["input"] for i in event["inputs"]], ["knob", "first", "second"])
            expect([i["focus"] for i in event["inputs"]], ["frequency", "extra", "frequency"])
            details = {e["input"]: e["detail"] for e in (client.event("device", state="waiting") for _ in range(2))}
            assert set(details) == {"first", "second"} and "no-such-chip" in details["second"], details
            client.event("device", display="wall", state="waiting")
            expect(client.do(op="set", control="extra", value=7)["value"], 7)
            scratch.configure()
            daemon.signal(signal.SIGHUP)
            expect([i["input"] for i in client.event("controls")["inputs"]], ["knob"])
            client.refused("unknown-control", op="get", control="extra")
            client.quiet()


@alone_case
def on_a_terminal_a_hangup_is_a_reload_until_the_terminal_is_closed(scratch):
    control, terminal = os.openpty()
    try:
        with Daemon(scratch, terminal=terminal) as daemon:
            with daemon.client() as client:
                daemon.signal(signal.SIGHUP)
                client.event("controls")
            # The test sends the signal after the terminal was closed, as a shell does. The kernel sends none: this is not
            # the daemon's controlling terminal.
            os.close(control)
            control = None
            daemon.signal(signal.SIGHUP)
            expect(daemon.wait(), 0)
    finally:
        if control is not None:
            os.close(control)
        os.close(terminal)


@alone_case
def on_a_console_of_the_service_managers_it_is_a_reload(scratch):
    control, terminal = os.openpty()
    environment = {"NOTIFY_SOCKET": scratch.folder + "/notify"}
    try:
        with Daemon(scratch, terminal=terminal, environment=environment) as daemon, daemon.client() as client:
            daemon.signal(signal.SIGHUP)
            client.event("controls")
    finally:
        os.close(control)
        os.close(terminal)


def without_configuration():
    if os.path.exists("/etc/wheeld/wheeld.toml"):
        raise Skipped("this machine has a configuration")


@alone_case
def what_is_not_there_is_told_without_a_place(scratch):
    missing = scratch.folder + "/missing"
    for options, code, line in (
        (["--config", missing], 78, f"{missing}: cannot be read: ENOENT (No such file or directory)"),
        (["--gpio", "17"], 2, "wheeld: --gpio takes the lines of an encoder, A,B or A,B,BUTTON: "
         "names or offsets, as GPIO17,GPIO27 or 17,27,22"),
        (["--config", scratch.configuration, "--socket", missing + "/s"], 1,
         f"wheeld: error: bind {missing}/s: its folder does not exist (ENOENT)"),
        (["--config", scratch.configuration, "--socket", scratch.configuration], 1,
         f"wheeld: error: bind {scratch.configuration}: the path has a file that is not a socket (EEXIST)"),
    ):  # fmt: skip
        done = subprocess.run([program("wheeld"), *options], capture_output=True, text=True, timeout=PATIENCE_S)
        expect((done.returncode, done.stderr), (code, line + "\n"))


@alone_case
def its_words_do_not_depend_on_proc(scratch):
    """In a chroot, or under a program that replaces system calls, /proc may be missing. Even then a command such as
    `--version` must not start a daemon that replaces the state."""
    words = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
    if subprocess.run([*words, "true"], capture_output=True, check=False).returncode != 0:
        raise Skipped("only root can hide /proc")
    if builds.KIND:
        raise Skipped("a sanitizer says that it misses /proc")
    for name, options in (("wheeld", ["--version"]), ("wheelctl", ["--version"]), ("wheel-rig", ["--version"])):
        done = subprocess.run(
            [*words, program(name), *options], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        expect((done.returncode, done.stderr), (0, ""), name)
        assert done.stdout.startswith(f"{name} "), done.stdout


@alone_case
def each_reason_why_hotplug_is_not_watched_is_told_once(scratch):
    """Without udev only inotify reports devices. The limits of inotify are set in a user namespace of the daemon's
    own."""
    if os.path.exists("/run/udev/control"):
        raise Skipped("udev reports devices")
    limits = "/proc/sys/user/max_inotify_"
    under = ["unshare", "--user", "--map-root-user", "sh", "-c", f'echo 0 > {limits}instances && exec "$@"', "sh"]
    if subprocess.run([*under, "true"], capture_output=True, check=False).returncode != 0:
        raise Skipped("there are no user namespaces")

    def limit(name, number):
        inside = ["nsenter", "--target", str(daemon.pid), "--user", "--preserve-credentials"]
        subprocess.run([*inside, "sh", "-c", f"echo {number} > {limits}{name}"], check=True)

    def told():
        return [line.split("every second: ")[1] for line in daemon.log_lines() if "hot-plug cannot be watched" in line]

    none = "watch /dev: EMFILE (Too many open files)"
    full = "watch /dev: ENOSPC (No space left on device)"
    # The socket gets root's group, the only group in this user namespace.
    scratch.configure(lambda text: text.replace("mode = ", 'group = "root"\nmode = '))
    with Daemon(scratch, under=under) as daemon:
        expect(told(), [none])
        # The limit of watches is set before the limit of instances is lifted, so that there is no moment without a
        # limit.
        limit("watches", 0)
        limit("instances", 100)
        daemon.wait_for_log(full)
        limit("instances", 0)
        wait_until("the first reason is told again", lambda: len(told()) == 3)
        limit("watches", 10000)
        limit("instances", 100)
        daemon.wait_for_log("hot-plug is watched again")
        expect(told(), [none, full, none])


@alone_case
def real_time_scheduling_is_asked_for_again(scratch):
    """The kernel sends a signal to a loop that never sleeps, which then gives up its real-time priority. The daemon
    asks for the priority again, so that a short overload does not slow it for months."""
    with Daemon(scratch) as daemon, daemon.client() as client:

        def policy():
            # The loop checks its priority only when it has work.
            client.do(op="ping")
            return os.sched_getscheduler(daemon.pid) & ~os.SCHED_RESET_ON_FORK

        if policy() != os.SCHED_FIFO:
            raise Skipped("real-time scheduling is not granted here")
        daemon.signal(signal.SIGXCPU)
        daemon.wait_for_log("continues without real-time scheduling for 10 s")
        expect(policy(), os.SCHED_OTHER)
        wait_until("it has real-time scheduling again", lambda: policy() == os.SCHED_FIFO)


@alone_case
def a_client_that_cannot_be_watched_is_told_why(scratch):
    if not shutil.which("strace"):
        raise Skipped("there is no strace here")
    trace = scratch.folder + "/trace"
    # -DDD makes strace a grandchild, so that the daemon stays the child of this process.
    under = ["strace", "-DDD", "-f", "-qq"]
    with Daemon(scratch, under=[*under, "-o", trace, "-e", "trace=epoll_ctl,accept4"]):
        pass
    calls = [line.split(None, 1)[1] for line in pathlib.Path(trace).read_text().splitlines()]
    first = next(number for number, call in enumerate(calls) if call.startswith("accept4") and " = -1" not in call)
    own = sum(call.startswith("epoll_ctl") for call in calls[:first])
    os.unlink(scratch.log)
    inject = ["-e", "trace=epoll_ctl", "-e", f"inject=epoll_ctl:error=ENOSPC:when={own + 1}"]
    with Daemon(scratch, under=[*under, "-o", "/dev/null", *inject], waits=False) as daemon:
        daemon.wait_for_log("listening")
        with Client(scratch.socket, greet=False) as client:
            refusal = client.line()
            expect((refusal["ok"], refusal["error"]), (False, "too-many-clients"))
            assert "ENOSPC" in refusal["message"], refusal
            expect(client.line(), None)
        daemon.wait_for_log("no other can be watched now: ENOSPC")
        with daemon.client() as client:
            client.do(op="ping")


@alone_case
def it_starts_with_nothing(scratch):
    without_configuration()
    with Daemon(scratch, bare=True, options=["--socket", scratch.socket]) as daemon, daemon.client() as client:
        (control,) = client.hello["controls"]
        expect((control["control"], control["range"], control["unit"]), ("angle", "[0, 90]", "°"))
        expect(client.do(op="set", control="angle", value=45)["value"], 45)
        expect(os.stat(scratch.socket).st_mode & 0o777, 0o600)
        daemon.wait_for_log("there is no file for it")
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)


@alone_case
def a_user_has_a_socket_and_a_state_of_its_own(scratch):
    without_configuration()
    scratch.socket = scratch.folder + "/wheeld.sock"
    state = scratch.folder + "/state"
    with Daemon(scratch, bare=True, environment={"XDG_RUNTIME_DIR": scratch.folder, "XDG_STATE_HOME": state}) as daemon:
        with daemon.client() as client:
            client.do(op="set", control="angle", value=45)
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    assert '"angle"' in pathlib.Path(state + "/wheeld/state.json").read_text()


@alone_case
def an_encoder_on_the_command_line_is_an_input(scratch):
    without_configuration()
    for words in ("GPIO17,GPIO27", "17,27,22"):
        options = ["--socket", scratch.socket, "--gpio", words]
        with Daemon(scratch, bare=True, options=options) as daemon, daemon.client() as client:
            inputs = [i for i in client.hello["inputs"] if i["type"] == "gpio"]
            expect([i["focus"] for i in inputs], ["angle"])
            daemon.signal(signal.SIGTERM)
            expect(daemon.wait(), 0)
    for words in ("17", "17,17", "17,", "1,2,3,4"):
        with Daemon(scratch, bare=True, options=["--socket", scratch.socket, "--gpio", words], waits=False) as daemon:
            expect(daemon.wait(), 2, words)
            assert "gpio" in daemon.log_lines()[-1], daemon.log_lines()


@passed_socket_case
def a_passed_socket_comes_before_every_other_place(scratch):
    other = scratch.folder + "/other"
    scratch.configure(lambda text: text.replace(f'path = "{scratch.socket}"', f'path = "{other}"'))
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="ping")
        daemon.wait_for_log("is not used")
        daemon.wait_for_log("mode and group are not used")
        assert not os.path.exists(other)


@alone_case
def the_option_comes_before_the_file(scratch):
    in_file = scratch.socket
    scratch.socket = scratch.folder + "/other"
    with Daemon(scratch, options=["--socket", scratch.socket]) as daemon, daemon.client() as client:
        client.do(op="ping")
        assert not os.path.exists(in_file)


@alone_case
def a_configuration_that_became_empty_is_refused(scratch):
    """An editor that does not save in one step leaves the file empty, or missing, for a moment."""
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="frequency", value=3.5)
        client.take()
        for text in ("", " \n\t\r\n"):
            pathlib.Path(scratch.configuration).write_text(text)
            daemon.signal(signal.SIGHUP)
            daemon.wait_for_log(f"{scratch.configuration}: it is empty now; to continue with the built-in settings")
            daemon.wait_for_log("nothing has changed")
            os.truncate(scratch.log, 0)
            expect(client.do(op="get", control="frequency")["value"], 3.5)
            expect(client.take(), [])
        os.unlink(scratch.configuration)
        daemon.signal(signal.SIGHUP)
        daemon.wait_for_log("cannot be read: ENOENT")
        expect(client.quiet(), [])
        scratch.configure()
        daemon.signal(signal.SIGHUP)
        client.event("controls")


@alone_case
def a_configuration_is_a_regular_file(scratch):
    """Opening a FIFO would wait for a writer, so a reload would hang for ever."""
    os.mkfifo(scratch.folder + "/fifo")
    for path, what in ((scratch.folder + "/fifo", "a FIFO"), (scratch.folder, "a directory"), ("/dev/null", "a device")):
        for words in (["--config", path], ["--check-config", path]):
            done = subprocess.run(
                [program("wheeld"), *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False
            )
            expect(done.stderr, f"{path}: cannot be read: it is {what}, not a regular file (EINVAL)\n")
            expect(done.returncode, 78)
    with Daemon(scratch) as daemon, daemon.client() as client:
        os.unlink(scratch.configuration)
        os.mkfifo(scratch.configuration)
        daemon.signal(signal.SIGHUP)
        daemon.wait_for_log("it is a FIFO, not a regular file")
        expect(client.quiet(), [])


@alone_case
def a_log_that_nobody_reads_stops_nothing(scratch):
    """The log is a pipe, as for `wheeld 2>&1 | less` while less is paused, and after less has exited."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    words = [program("wheeld"), "--config", scratch.configuration, "--log-level", "debug"]
    with subprocess.Popen(words, stderr=writing, stdin=subprocess.DEVNULL) as process:
        os.close(writing)
        try:

            def is_served():
                try:
                    Client(scratch.socket).socket.close()
                except (FileNotFoundError, ConnectionRefusedError):
                    assert process.poll() is None, "it ended"
                    return False
                return True

            wait_until("it serves its socket", is_served)
            # Each client that connects and disconnects causes two log lines: more than the pipe holds.
            for _ in range(100):
                with Client(scratch.socket) as client:
                    client.do(op="ping")
            told = os.read(reading, 65536)
            with Client(scratch.socket) as client:
                client.do(op="ping")
                told += os.read(reading, 65536)
                assert b"log lines were lost: nothing read them" in told, told[-300:]
                os.close(reading)
                for _ in range(3):
                    with Client(scratch.socket) as other:
                        other.do(op="ping")
                client.do(op="set", control="frequency", value=2.5)
            process.terminate()
            expect(process.wait(PATIENCE_S), 0)
            assert "2.5" in pathlib.Path(scratch.state).read_text()
        finally:
            process.kill()
