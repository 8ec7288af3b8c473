"""Reloads of wheel-osc's configuration, and its end when a terminal is closed."""

import contextlib
import fcntl
import os
import pty
import signal
import socket
import subprocess
import termios

from kit.bridge import WHOLE_NUMBERS, free_port
from kit.cases import alone_case, expect
from kit.daemon import PATIENCE_S, program
from kit.waiting import wait_until
from stage import Dump, Stage, packet

FILE = """
[osc]
to = ["127.0.0.1:PORT"]
listen = LISTEN
prefix = "/one"

[[osc.press]]
input = "dial"
address = "/press"
"""


@alone_case
def a_reload_changes_what_the_file_changes_and_holds_no_button(scratch):
    port, other = free_port(socket.SOCK_DGRAM), free_port(socket.SOCK_DGRAM)
    text = FILE.replace("PORT", str(port)).replace("LISTEN", str(free_port(socket.SOCK_DGRAM)))
    with Dump(port) as dump, Dump(other) as another, Stage(scratch, text, listens=False) as stage:
        dump.wait_for_message("/one/wave i 0")
        stage.client.do(op="feed", input="dial", down=True)
        dump.wait_for_message("/press i 1")
        stage.reload(text)
        stage.wait_for_log("the configuration is the same as before")
        stage.reload(text.replace("prefix", "prefx"))
        stage.wait_for_log("the configuration is refused, and nothing has changed")
        assert "unknown key 'prefx' (did you mean 'prefix'?)" in stage.log(), stage.log()
        stage.set("cutoff", 11)
        dump.wait_for_message("/one/cutoff f 11.000000")
        expect([line for line in dump.shown() if "press" in line], ["/press i 1"])
        # The bridge keeps its listening port across this reload.
        stage.reload(text.replace("/one", "/two").replace(str(port), str(other)))
        dump.wait_for_message("/press i 0")
        another.wait_for_message("/two/cutoff f 11.000000")
        stage.set("cutoff", 12)
        another.wait_for_message("/two/cutoff f 12.000000")
        expect([line for line in dump.shown() if "12.0" in line], [])
        stage.bridge.signal(signal.SIGTERM)
        expect(stage.bridge.end(), 0)


@alone_case
def many_reloads_leave_no_descriptor_behind(scratch):
    text = FILE.replace("PORT", str(free_port(socket.SOCK_DGRAM))).replace("LISTEN", str(free_port(socket.SOCK_DGRAM)))
    with Stage(scratch, text, listens=False) as stage:

        def descriptors():
            return len(os.listdir(f"/proc/{stage.bridge.process.pid}/fd"))

        # The number of descriptors may fall later, since a socket from the bridge's start may still be open for a moment.
        most = descriptors()
        for count in range(20):
            stage.reload(text.replace("/one", f"/number{count}"))
            stage.wait_for_log("connected to wheeld", count + 2)
        wait_until(lambda: f"{descriptors()} descriptors instead of {most}", lambda: descriptors() <= most)


@alone_case
def a_terminal_that_goes_ends_it_and_releases_what_is_held(scratch):
    """A shell whose terminal is closed sends SIGHUP to its jobs."""
    port = free_port(socket.SOCK_DGRAM)
    text = FILE.replace("PORT", str(port)).replace("listen = LISTEN\n", "")
    with Dump(port) as dump, Stage(scratch, text, listens=False) as stage:
        dump.wait_for_message("/one/wave i 0")
        stage.bridge.signal(signal.SIGTERM)
        expect(stage.bridge.end(), 0)
        near, far = pty.openpty()

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        words = [program("wheel-osc"), "--socket", scratch.socket, *stage.options]
        bridge = subprocess.Popen(words, stdin=far, stdout=far, stderr=far, preexec_fn=take_terminal)
        os.close(far)
        said = b""
        while b"connected to wheeld" not in said:
            said += os.read(near, 1024)
        stage.client.do(op="feed", input="dial", down=True)
        dump.wait_for_message("/press i 1")
        os.close(near)
        expect(bridge.wait(PATIENCE_S), 0)
        dump.wait_for_message("/press i 0")


@alone_case
def an_int_takes_the_nearest_whole_number_of_each_type(scratch):
    text = """
[osc]
[[osc.control]]
control = "percent"
address = "/normal"
args = ["f:normal"]
[[osc.control]]
control = "open"
address = "/open"
args = ["f:normal"]
[[osc.control]]
control = "percent"
[[osc.control]]
control = "below"
[[osc.control]]
control = "wide"
[[osc.control]]
control = "strict"
"""
    with Stage(scratch, text, controls=WHOLE_NUMBERS) as stage:
        for address, kind, number, control, value in [
            ("/normal", "f", 0.333, "percent", 33), ("/normal", "f", 0.996, "percent", 100), ("/normal", "f", -1, "percent", 0),
            ("/normal", "d", 2, "percent", 100), ("/open", "f", 0, "open", 1), ("/open", "f", 1, "open", 9),
            ("/wheeld/percent", "f", 64.4, "percent", 64), ("/wheeld/percent", "i", -5, "percent", 0),
            ("/wheeld/percent", "s", "12.6", "percent", 13), ("/wheeld/percent", "d", 1e300, "percent", 100),
            ("/wheeld/below", "f", -6.6, "below", -7), ("/wheeld/wide", "d", 29_999_999_999.4, "wide", 29_999_999_999),
            ("/wheeld/strict", "f", 99.9, "strict", 100),
        ]:
            stage.send(address, kind, number)
            stage.wait_for_value(value, control)
        stage.send("/wheeld/strict", "i", 101)
        stage.wait_for_log("the daemon refuses a request")
        expect(stage.value("strict"), 100)


@alone_case
def a_whole_number_beyond_32_bits_is_sent_with_64(scratch):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
        peer.bind(("127.0.0.1", 0))
        peer.settimeout(PATIENCE_S)
        text = f'[osc]\nto = ["127.0.0.1:{peer.getsockname()[1]}"]\n[[osc.control]]\ncontrol = "wide"\n'
        text += '[[osc.control]]\ncontrol = "wide"\naddress = "/int"\nargs = ["i:value"]\n'
        with Stage(scratch, text, controls=WHOLE_NUMBERS) as stage:
            first = peer.recv(65536)
            assert packet("/wheeld/wide", "h", 0) in first and packet("/int", "i", 0) in first, first
            stage.set("wide", 29_999_999_999)
            last = peer.recv(65536)
            for address in ("/wheeld/wide", "/int"):
                assert packet(address, "h", 29_999_999_999) in last, last


@alone_case
def the_reason_why_nobody_takes_messages_is_said_when_it_is_another_one(scratch):
    port = free_port()
    with Stage(scratch, options=["--to", f"slip:127.0.0.1:{port}"]) as stage:
        stage.wait_for_log(f"nothing receives messages at slip:127.0.0.1:{port}: ")
        with socket.create_server(("127.0.0.1", port)) as server:
            connection = server.accept()[0]
            # In SLIP 0xdb is never followed by 0.
            with contextlib.closing(connection):
                connection.sendall(b"\xc0\xdb\x00" + bytes(100_000))
                stage.wait_for_log("it sends bytes that are not OSC packets")
