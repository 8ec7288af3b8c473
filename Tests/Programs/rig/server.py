"""wheel-rig as a server: Hamlib's rigctl, and programs that misbehave."""

import os
import resource
import signal
import socket
import threading
import time

from kit.builds import resident_kb
from kit.bridge import free_port
from kit.cases import alone_case, expect
from kit.daemon import Daemon
from kit.process import cpu_seconds
from kit.waiting import wait_until
from stage import CONTROLS, FakeRig, Lines, Rigctld, Stage, rigctl
from usage import rig


@alone_case
def hamlibs_client_tunes_the_controls(scratch):
    port = free_port()
    with Stage(scratch, "--listen", port) as stage:
        started = time.monotonic()
        expect(rigctl(port, "f", "F", "7074000", "f"), ["14074000", "7074000"])
        # Without an answer rigctl waits 10 s, otherwise less than a second, even on a busy machine.
        assert time.monotonic() - started < 9, "rigctl waited for an answer"
        stage.wait_for_value(7074000)
        expect(stage.client.event("commit", control="vfo")["value"], 7074000)
        # A new rigctl makes each query, since the one that has set a value would show what it has sent.
        expect(rigctl(port, "M", "CW", "500"), [])
        expect(rigctl(port, "m"), ["CW", "0"])
        stage.wait_for_value("cw", "mode")
        expect(rigctl(port, "L", "AF", "0.25", "l", "AF", "v", "s"), ["0.25", "VFOA", "0", "VFOA"])
        stage.wait_for_value(25, "volume")
        expect(rigctl(port, "F", "999999999999", "f"), ["999999999999"])
        stage.wait_for_value(999999999999)
        stage.set("vfo", 14200001)
        expect(rigctl(port, "f"), ["14200001"])


@alone_case
def a_panel_with_a_frequency_alone_is_a_rig_for_hamlib(scratch):
    port = free_port()
    controls = CONTROLS[: CONTROLS.index("[[control]]", 20)] + CONTROLS[CONTROLS.index("[[input]]") :]
    with Stage(scratch, "--listen", f"127.0.0.1:{port}", controls=controls) as stage:
        expect(rigctl(port, "F", "7074000", "f"), ["7074000"])
        stage.wait_for_value(7074000)


@alone_case
def a_program_tunes_the_rig_through_the_panel(scratch):
    port = free_port()
    with Rigctld(free_port()) as rig, Stage(scratch, "--port", rig.port, "--listen", port) as stage:
        rig.wait_for("f", "14074000")
        with Lines(port) as program:
            for step in range(50):
                expect(program.say(f"F {7000000 + step}"), ["RPRT 0"])
            rig.wait_for("f", "7000049")
            stage.wait_for_value(7000049)
            expect(rig.ask("F 10100000"), "RPRT 0")
            stage.wait_for_value(10100000)
            wait_until("the program sees it", lambda: program.say("f") == ["10100000"])
            # If wheel-rig sent the frequency back to the rig, the rig would get it before the next two values.
            expect(rig.ask("L AF 0.33"), "RPRT 0")
            stage.wait_for_value(33, "volume")
            expect(program.say("L AF 0.25"), ["RPRT 0"])
            rig.wait_for("l AF", "0.25")
        expect((rig.ask("f"), stage.value()), ("10100000", 10100000))


@alone_case
def a_hand_on_the_control_wins(scratch):
    port = free_port()
    controls = CONTROLS.replace("commit_after_ms = 50", "commit_after_ms = 60000")
    with Stage(scratch, "--listen", port, controls=controls) as stage, Lines(port) as program:
        stage.client.do(op="feed", input="dial", events=[{"detents": 1}])
        expect(stage.value(), 14074100)
        expect(program.say("F 7000000"), ["RPRT 0"])
        expect(program.say("f"), ["14074100"])
        expect(stage.value(), 14074100)


@alone_case
def a_move_of_a_program_is_committed_once(scratch):
    port = free_port()
    with Stage(scratch, "--listen", port) as stage, Lines(port) as program:
        started = time.monotonic()
        for step in range(100):
            program.say(f"F {7000000 + step}")
        stage.expect_one_commit(7000099, started)
        # Both controls commit after the same time, so a second commit of `vfo` would arrive before the commit of `volume`.
        expect(program.say("L AF 0.25"), ["RPRT 0"])
        expect(stage.client.event("commit")["control"], "volume")


@alone_case
def all_that_a_program_sends_before_it_ends_its_side_is_done_and_answered(scratch):
    """The program acts like `printf … | socat - TCP:…`, which closes its sending side at once and waits for the
    answers."""
    port = free_port()
    with Stage(scratch, "--listen", port) as stage, Lines(port) as program:
        program.socket.sendall(b"F 7000000\nM CW 0\n" + b"F 7100000\nf\n" * 500)
        program.socket.shutdown(socket.SHUT_WR)
        expect(program.file.read().split()[-2:], [b"0", b"7100000"])
        stage.wait_for_value("cw", "mode")
        expect(stage.value(), 7100000)


@alone_case
def a_daemon_that_is_away_is_an_error_until_it_is_back(scratch):
    port = free_port()
    with Stage(scratch, "--listen", port) as stage, Lines(port) as program:
        expect(program.say("f"), ["14074000"])
        stage.daemon.signal(signal.SIGKILL)
        stage.daemon.wait()
        wait_until("the daemon is missed", lambda: program.say("f") == ["RPRT -6"])
        expect(program.say("F 7000000"), ["RPRT -6"])
        with Daemon(scratch):
            wait_until("the daemon is back", lambda: program.say("f") == ["14074000"])
            expect(program.say("F 7000000"), ["RPRT 0"])


@alone_case
def ten_thousand_commands_at_once_are_answered_and_the_last_is_right(scratch):
    port = free_port()
    with Stage(scratch, "--listen", port) as stage, Lines(port) as program:
        commands = "".join(f"F {7000000 + step}\nf\n" for step in range(5000))
        answers = []
        sender = threading.Thread(target=program.socket.sendall, args=(commands.encode(),))
        started = time.monotonic()
        sender.start()
        for _ in range(10_000):
            answers.append(program.file.readline().decode().strip())
        sender.join()
        print(f"10000 commands in {time.monotonic() - started:.1f} s")
        expect(answers[0::2].count("RPRT 0"), 5000)
        expect(answers[-1], "7004999")
        stage.expect_one_commit(7004999, started)


@alone_case
def programs_that_misbehave_do_not_disturb_the_others(scratch):
    port = free_port()
    with Stage(scratch, "--listen", port) as stage, Lines(port) as program:
        # One program never reads, one sends a line without an end, one disconnects in the middle of a line, and one
        # sends binary data.
        deaf, endless, hasty, binary = (socket.create_connection(("127.0.0.1", port)) for _ in range(4))
        for one, data in [(deaf, b"\\dump_state\n" * 500_000), (endless, b"x" * 5_000_000), (binary, b"\xff\x00\n" * 1000)]:
            one.setblocking(False)
            try:
                one.send(data)
            except BlockingIOError:
                pass
        hasty.sendall(b"F 70000")
        hasty.close()
        for step in range(20):
            expect(program.say(f"F {7100000 + step}"), ["RPRT 0"])
        expect(stage.value(), 7100019)
        stage.wait_for_log("more than 512 bytes")
        expect(stage.log().count("more than 512 bytes"), 1)
        resident = resident_kb(stage.bridge.process.pid)
        assert resident < 60_000, f"{resident} KB"
        for one in (deaf, endless, binary):
            one.close()


@alone_case
def the_seventeenth_program_is_refused(scratch):
    port = free_port()
    with Stage(scratch, "--listen", port) as stage:
        programs = [Lines(port) for _ in range(16)]
        for program in programs:
            expect(program.say("v"), ["VFOA"])
        with Lines(port) as another:
            try:
                expect(another.say("v"), [""])
            except (ConnectionResetError, BrokenPipeError):
                pass
        stage.wait_for_log("16 programs are connected already")
        programs[0].__exit__()
        wait_until("there is room again", lambda: answers(port))
        for program in programs[1:]:
            program.__exit__()


def answers(port):
    try:
        with Lines(port) as program:
            return program.say("v") == ["VFOA"]
    except OSError:
        return False


@alone_case
def a_port_that_is_taken_ends_the_program(scratch):
    with FakeRig() as other, Stage(scratch, "--listen", free_port()):
        status, _, err = rig("--listen", str(other.port), "--socket", scratch.socket)
        expect(status, 1)
        assert f"listen on 127.0.0.1:{other.port}: EADDRINUSE" in err, err


@alone_case
def a_program_waits_quietly_until_the_bridge_may_open_files_again(scratch):
    port = free_port()
    with Stage(scratch, "--listen", port) as stage:
        pid = stage.bridge.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        most = max(int(name) for name in os.listdir(f"/proc/{pid}/fd")) + 1
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, limits[1]))
        with Lines(port) as program:
            stage.wait_for_log("a program cannot connect")
            used = cpu_seconds(pid)
            # The server retries every second, so at least once in this time.
            time.sleep(1.3)
            used = cpu_seconds(pid) - used
            assert used < 0.1, f"{used} s of the processor in 1.3 s"
            expect(stage.log().count("a program cannot connect"), 1)
            resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
            expect(program.say("f"), ["14074000"])
        # A failure after a success is logged again.
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, limits[1]))
        with Lines(port) as program:
            stage.wait_for_log("a program cannot connect", 2)
            resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
            expect(program.say("f"), ["14074000"])
