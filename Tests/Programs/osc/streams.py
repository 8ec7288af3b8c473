"""wheel-osc by TCP, with liblo and with programs that split packets anywhere."""

import ctypes
import pathlib
import select
import socket
import struct
import time

from kit.bridge import fill_connection, free_port, queued_bytes, small_server, wait_until_read
from kit.builds import resident_kb
from kit.cases import alone_case, expect, Skipped
from kit.daemon import PATIENCE_S
from kit.process import cpu_seconds
from kit.waiting import wait_until
from stage import CONTROLS, Dump, Stage, bundle, packet


class Program:
    """A program that accepts one connection, and the packets that it has received."""

    def __init__(self, port=0, slip=False, small=False):
        self.listener = small_server() if small else socket.create_server(("127.0.0.1", port))
        self.listener.settimeout(PATIENCE_S)
        self.port = self.listener.getsockname()[1]
        self.slip = slip
        self.connection = None
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.drop()
        self.listener.close()

    @property
    def place(self):
        return f"{'slip' if self.slip else 'tcp'}:127.0.0.1:{self.port}"

    def accept(self):
        self.connection = self.listener.accept()[0]
        self.connection.settimeout(PATIENCE_S)
        self.rest = b""

    def drop(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def frame(self, data):
        if not self.slip:
            return struct.pack(">I", len(data)) + data
        return b"\xc0" + data.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc") + b"\xc0"

    def send(self, data):
        self.connection.sendall(self.frame(data))

    def packets(self):
        """The packets that have arrived, without waiting."""
        while (more := self.read()) is not None:
            assert more, "the bridge has closed the connection"
            self.rest += more
        found = []
        while not self.slip and len(self.rest) >= 4 and len(self.rest) >= 4 + self._length():
            length = self._length()
            found.append(self.rest[4 : 4 + length])
            self.rest = self.rest[4 + length :]
        while self.slip and b"\xc0" in self.rest:
            data, self.rest = self.rest.split(b"\xc0", 1)
            if data:
                found.append(data.replace(b"\xdb\xdc", b"\xc0").replace(b"\xdb\xdd", b"\xdb"))
        return found

    def read(self):
        """The received bytes, without waiting: None if none have arrived, `b""` at the end of the connection."""
        if not select.select([self.connection], [], [], 0)[0]:
            return None
        try:
            return self.connection.recv(65536)
        except ConnectionResetError:
            return b""

    def _length(self):
        return struct.unpack(">I", self.rest[:4])[0]

    def wait_for_packet(self, data):
        """Returns all packets up to this one, and the packets that arrived with it."""
        seen = []

        def has_come():
            seen.extend(self.packets())
            return data in seen

        wait_until(lambda: f"{data!r} in {seen}", has_come)
        return seen


CUTOFF_AND_WAVE = bundle(packet("/wheeld/cutoff", "f", 0), packet("/wheeld/wave", "i", 0))


@alone_case
def oscdump_gets_every_value(scratch):
    to_oscdump(scratch, "tcp")


@alone_case
def oscdump_gets_every_value_with_slip(scratch):
    to_oscdump(scratch, "slip")


def to_oscdump(scratch, framing):
    port = free_port()
    with Dump(port, by="tcp") as dump, Stage(scratch, options=["--to", f"{framing}:127.0.0.1:{port}"]) as stage:
        dump.wait_for_message("/wheeld/wave i 0")
        for value in range(1, 101):
            stage.client.do(op="set", control="cutoff", value=value)
        dump.wait_for_message("/wheeld/cutoff f 100.000000")
        stage.await_all(dump.wait_for_wave)
        expect(len(dump.shown()), len(set(dump.shown())), "each message once")


@alone_case
def both_directions_have_one_connection(scratch):
    both_directions(scratch, slip=False)


@alone_case
def both_directions_have_one_connection_with_slip(scratch):
    both_directions(scratch, slip=True)


def both_directions(scratch, slip):
    with Program(slip=slip) as program, Stage(scratch, options=["--to", program.place], listens=False) as stage:
        program.accept()
        program.wait_for_packet(packet("/wheeld/wave", "i", 0) if slip else CUTOFF_AND_WAVE)
        # These floats contain 0xc0 and 0xdb, which SLIP escapes.
        for value in (6.0, 3.0, 6.8515625, 107.0):
            program.send(packet("/wheeld/cutoff", "f", value))
            stage.wait_for_value(value)
        stage.client.event("commit", control="cutoff", value=107)

        def wait_for_wave(position):
            wave = packet("/wheeld/wave", "i", position)
            expect(program.wait_for_packet(wave), [wave], "nothing is sent back")

        stage.await_all(wait_for_wave)
        stage.client.do(op="set", control="cutoff", value=6.8515625)
        program.wait_for_packet(packet("/wheeld/cutoff", "f", 6.8515625))


@alone_case
def a_program_with_liblo_answers_on_the_connection(scratch):
    with Liblo() as program, Stage(scratch, options=["--to", f"tcp:127.0.0.1:{program.port}"], listens=False) as stage:
        # The program answers the first value with 42.
        stage.client.do(op="set", control="cutoff", value=41)
        stage.wait_for_value(42)


class Liblo:
    """A server of liblo in a thread of its own: it sends back 42 where it gets 41."""

    TCP = 4

    def __init__(self):
        try:
            self.liblo = ctypes.CDLL("liblo.so.7")
        except OSError as error:
            raise Skipped(f"liblo is not installed: {error}") from error
        pointer = ctypes.c_void_p
        self.liblo.lo_server_thread_new_with_proto.restype = pointer
        self.liblo.lo_message_get_source.restype = pointer
        self.liblo.lo_message_new.restype = pointer
        handler = ctypes.CFUNCTYPE(ctypes.c_int, pointer, pointer, pointer, ctypes.c_int, pointer, pointer)
        self.handler = handler(self._handle)
        self.port = free_port()
        self.server = pointer(self.liblo.lo_server_thread_new_with_proto(str(self.port).encode(), self.TCP, None))
        assert self.server, "liblo does not listen"
        self.liblo.lo_server_thread_add_method(self.server, b"/wheeld/cutoff", b"f", self.handler, None)

    def __enter__(self):
        self.liblo.lo_server_thread_start(self.server)
        return self

    def __exit__(self, *_):
        self.liblo.lo_server_thread_stop(self.server)
        self.liblo.lo_server_thread_free(self.server)

    def _handle(self, _path, _types, arguments, _count, message, _data):
        value = ctypes.cast(arguments, ctypes.POINTER(ctypes.POINTER(ctypes.c_float)))[0][0]
        if value == 41:
            source = ctypes.c_void_p(self.liblo.lo_message_get_source(ctypes.c_void_p(message)))
            answer = ctypes.c_void_p(self.liblo.lo_message_new())
            self.liblo.lo_message_add_float(answer, ctypes.c_float(42))
            self.liblo.lo_send_message(source, b"/wheeld/cutoff", answer)
            self.liblo.lo_message_free(answer)
        return 0


@alone_case
def a_program_that_ends_and_comes_back_gets_every_value(scratch):
    port = free_port()
    with Stage(scratch, options=["--to", f"tcp:127.0.0.1:{port}"]) as stage:
        stage.wait_for_log(f"nothing receives messages at tcp:127.0.0.1:{port}")
        with Program(port) as program:
            program.accept()
            program.wait_for_packet(CUTOFF_AND_WAVE)
        stage.client.do(op="set", control="cutoff", value=99)
        with Program(port) as program:
            program.accept()
            program.wait_for_packet(bundle(packet("/wheeld/cutoff", "f", 99), packet("/wheeld/wave", "i", 0)))
        said = [line for line in stage.log().splitlines() if "nothing receives messages" in line]
        expect(len(said), len(set(said)), "each reason once")


@alone_case
def packets_may_be_cut_anywhere(scratch):
    # The daemon keeps the last value of the first round, and the bridge sends it at the start of the second. So the second
    # round sends other values, since this value would count as an echo.
    for slip, first in ((False, 1), (True, 61)):
        with Program(slip=slip) as program, Stage(scratch, options=["--to", program.place]) as stage:
            program.accept()
            data = b"".join(program.frame(packet("/wheeld/cutoff", "f", first + count)) for count in range(50))
            for byte in data[:400]:
                program.connection.sendall(bytes([byte]))
            program.connection.sendall(data[400:])
            stage.wait_for_value(first + 49)


@alone_case
def nonsense_ends_the_connection_and_pauses_grow(scratch):
    cases = [
        (False, [b"\xff\xff\xff\xff", struct.pack(">I", 0x7FFFFFFC), struct.pack(">I", 65540), b"\0\0\0\5hello"]),
        (True, [b"\xc0\xdb\x00", b"x" * 70_000]),
    ]
    for slip, broken in cases:
        with Program(slip=slip) as program, Stage(scratch, options=["--to", program.place]) as stage:
            for data in broken:
                program.accept()
                program.connection.sendall(data)
                # `read` first returns what the bridge has sent before it ended the connection.
                wait_until("the connection ends", lambda: program.read() == b"")
                program.drop()
            program.accept()
            program.send(b"/x\0\0" if not slip else b"/x\0")
            program.send(packet("/wheeld/cutoff", "f", 77))
            stage.wait_for_value(77)
            expect(stage.log().count("it sends bytes that are not OSC packets"), 1)


@alone_case
def a_program_that_reads_nothing_is_left_after_a_while_and_keeps_nobody_waiting(scratch):
    port = free_port(socket.SOCK_DGRAM)
    # Long addresses fill the connection sooner.
    prefix = "/" + "x" * 180
    with Program(small=True) as frozen, Dump(port) as dump:
        text = f'[osc]\nto = ["{frozen.place}", "127.0.0.1:{port}"]\nprefix = "{prefix}"\ninterval_ms = 0\n'
        with Stage(scratch, text, controls=CONTROLS.replace("[0, 127]", "[0, 10000]")) as stage:
            frozen.accept()
            dump.wait_for_message(f"{prefix}/wave i 0")
            before = resident_kb(stage.bridge.process.pid)
            last = fill_connection(
                frozen.port, lambda number: stage.client.ask(op="set", control="cutoff", value=number, commit=False)
            )
            # Waits, since a datagram that found no room at oscdump would be lost.
            wait_until_read(port)
            last += 1
            stage.set("cutoff", last)
            dump.wait_for_message(f"{prefix}/cutoff f {last}.000000")
            # Without the bridge's limit the kernel would buffer megabytes.
            assert queued_bytes(frozen.port) < 400_000, f"the kernel keeps {queued_bytes(frozen.port)} bytes"
            assert resident_kb(stage.bridge.process.pid) < before + 1000, "it keeps what the program does not take"
            started, used = time.monotonic(), cpu_seconds(stage.bridge.process.pid)
            stage.wait_for_log(f"nothing receives messages at {frozen.place}: it reads nothing")
            took, used = time.monotonic() - started, cpu_seconds(stage.bridge.process.pid) - used
            # A bridge that retries without a pause would use a whole processor, or half of one beside another program.
            assert used < took / 10 + 0.2, f"it has used {used} s of {took} s"
            frozen.drop()
            frozen.accept()
            frozen.wait_for_packet(bundle(packet(f"{prefix}/cutoff", "f", last), packet(f"{prefix}/wave", "i", 0)))


@alone_case
def a_program_that_says_nothing_is_asked_by_the_kernel_whether_it_is_there(scratch):
    with Program() as program, Stage(scratch, options=["--to", program.place]):
        program.accept()
        program.wait_for_packet(CUTOFF_AND_WAVE)

        def seconds_until_asked():
            for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
                remote, timer = (line.split()[index] for index in (2, 5))
                kind, time_left = timer.split(":")
                # Kind 2 is the keepalive timer. Its time is in hundredths of a second.
                if remote.endswith(f":{program.port:04X}") and kind == "02":
                    return int(time_left, 16) / 100
            return None

        left = wait_until("nothing is unacknowledged", seconds_until_asked)
        assert 30 < left <= 60, left
