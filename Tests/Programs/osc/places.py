"""The destinations of wheel-osc, and programs that start and end."""

import pathlib
import signal
import socket

from kit.bridge import free_port
from kit.cases import alone_case, expect, Skipped
from kit.daemon import PATIENCE_S, Daemon
from kit.process import wait_until_asleep
from kit.waiting import wait_until
from stage import Dump, Stage, packet


@alone_case
def each_of_several_programs_gets_what_another_one_changes(scratch):
    """The first program is a socket that sends from the port at which it listens. The bridge recognises it by this
    port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as first:
        first.bind(("127.0.0.1", 0))
        first.settimeout(PATIENCE_S)
        port = free_port(socket.SOCK_DGRAM)
        options = ["--to", f"127.0.0.1:{first.getsockname()[1]}", "--to", f"localhost:{port}"]
        with Dump(port) as dump, Stage(scratch, options=options) as stage:
            dump.wait_for_message("/wheeld/wave i 0")
            assert b"/wheeld/cutoff" in first.recv(65536)
            first.sendto(packet("/wheeld/cutoff", "d", 77), ("127.0.0.1", stage.port))
            dump.wait_for_message("/wheeld/cutoff f 77.000000")
            expect(stage.value(), 77)
            stage.client.event("commit", control="cutoff")
            # A value that was sent back would arrive before these positions.
            stage.await_all(lambda position: expect(first.recv(65536), packet("/wheeld/wave", "i", position)))


@alone_case
def an_answer_to_the_sending_port_needs_no_port_to_listen_on(scratch):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
        peer.bind(("127.0.0.1", 0))
        peer.settimeout(PATIENCE_S)
        with Stage(scratch, options=["--to", f"127.0.0.1:{peer.getsockname()[1]}"], listens=False) as stage:
            _, sender = peer.recvfrom(65536)
            peer.sendto(packet("/wheeld/cutoff", "i", 33), sender)
            stage.wait_for_value(33)


def has_socket_to(port):
    """Whether a UDP socket is connected with this port."""
    rows = pathlib.Path("/proc/net/udp").read_text().splitlines()[1:]
    return any(row.split()[2].endswith(f":{port:04X}") for row in rows)


@alone_case
def a_program_that_ends_and_comes_back_gets_every_value(scratch):
    port = free_port(socket.SOCK_DGRAM)
    with Stage(scratch, options=["--to", f"127.0.0.1:{port}"]) as stage:
        with Dump(port) as dump:
            dump.wait_for_message("/wheeld/wave i 0")
        stage.client.do(op="set", control="cutoff", value=99)
        # The log does not show when the bridge notices that the program has ended: the bridge complains once, perhaps
        # even before the program started. But when it has noticed the end, it has no socket until its next attempt.
        wait_until("it is noticed", lambda: not has_socket_to(port))
        with Dump(port) as dump:
            dump.wait_for_message("/wheeld/cutoff f 99.000000")
            dump.wait_for_message("/wheeld/wave i 0")
            stage.client.do(op="set", control="cutoff", value=98)
            dump.wait_for_message("/wheeld/cutoff f 98.000000")
        expect(stage.log().count("nothing receives messages"), 1)


@alone_case
def a_name_that_nobody_knows_keeps_nobody_waiting(scratch):
    port = free_port(socket.SOCK_DGRAM)
    options = ["--to", "nobody.invalid:9", "--to", f"127.0.0.1:{port}"]
    with Dump(port) as dump, Stage(scratch, options=options) as stage:
        dump.wait_for_message("/wheeld/wave i 0")
        wait_until("it is said", lambda: "there is no address for nobody.invalid:9 yet" in stage.log())


@alone_case
def ipv6_works_in_both_directions(scratch):
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as peer:
        try:
            peer.bind(("::1", 0))
        except OSError as error:
            raise Skipped(f"no IPv6 here: {error}") from error
        peer.settimeout(PATIENCE_S)
        with Stage(scratch, options=["--to", f"[::1]:{peer.getsockname()[1]}"], at="[::]:") as stage:
            assert b"/wheeld/wave" in peer.recv(65536)
            peer.sendto(packet("/wheeld/cutoff", "f", 9), ("::1", stage.port))
            stage.wait_for_value(9)
            # The socket for IPv6 also receives packets by IPv4.
            stage.send("/wheeld/cutoff", "f", 10)
            stage.wait_for_value(10)


@alone_case
def other_machines_reach_it_only_where_that_was_asked_for(scratch):
    """127.0.0.2 is another address of this machine, which a socket at 127.0.0.1 does not receive."""

    def send(stage, control, number, place):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(packet(f"/wheeld/{control}", "f", number), (place, stage.port))

    with Stage(scratch) as stage:
        send(stage, "cutoff", 9, "127.0.0.2")
        # Only the later message, to 127.0.0.1, arrives.
        send(stage, "wave", 1, "127.0.0.1")
        stage.wait_for_value("square", "wave")
        expect(stage.value(), 0)
        stage.bridge.signal(signal.SIGTERM)
        expect(stage.bridge.end(), 0)
        stage.options += ["--listen", f"0.0.0.0:{stage.port}"]
        with stage.start():
            send(stage, "cutoff", 9, "127.0.0.2")
            stage.wait_for_value(9)


@alone_case
def a_program_that_ends_between_two_packets_gets_every_value_later(scratch):
    """Without bundles the send of the second packet reports at once that no program has received the first one."""
    port = free_port(socket.SOCK_DGRAM)
    text = f'[osc]\nto = ["127.0.0.1:{port}"]\nbundles = false\n'
    with Stage(scratch, text) as stage:
        wait_until("it is noticed", lambda: "nothing receives messages" in stage.log())
        with Dump(port) as dump:
            dump.wait_for_message("/wheeld/cutoff f 0.000000")
            dump.wait_for_message("/wheeld/wave i 0")


@alone_case
def a_refresh_brings_every_value(scratch):
    port = free_port(socket.SOCK_DGRAM)
    with Dump(port) as dump, Stage(scratch, options=["--to", f"127.0.0.1:{port}"]) as stage:
        dump.wait_for_message("/wheeld/wave i 0")
        stage.send("/refresh")
        wait_until(lambda: f"all values again: {dump.shown()}", lambda: dump.shown().count("/wheeld/wave i 0") == 2)


@alone_case
def the_daemon_ends_and_comes_back_and_its_values_win(scratch):
    port = free_port(socket.SOCK_DGRAM)
    with Dump(port) as dump, Stage(scratch, options=["--to", f"127.0.0.1:{port}"]) as stage:
        dump.wait_for_message("/wheeld/cutoff f 0.000000")
        stage.daemon.signal(signal.SIGKILL)
        stage.daemon.wait()
        stage.send("/wheeld/cutoff", "f", 5)
        with Daemon(scratch) as daemon, daemon.client() as client:
            wait_until("the bridge is back", lambda: stage.log().count("connected to wheeld") == 2)
            wait_until(
                lambda: f"the daemon's value again: {dump.shown()}",
                lambda: dump.shown().count("/wheeld/cutoff f 0.000000") == 2,
            )
            client.do(op="set", control="cutoff", value=99)
            dump.wait_for_message("/wheeld/cutoff f 99.000000")


@alone_case
def it_sleeps_while_nothing_happens(scratch):
    port = free_port(socket.SOCK_DGRAM)
    with Dump(port) as dump, Stage(scratch, options=["--to", f"127.0.0.1:{port}"]) as stage:
        dump.wait_for_message("/wheeld/wave i 0")
        wait_until_asleep(stage.bridge.process.pid)
