"""Whose values count when a program or the daemon reconnects, by UDP and by TCP."""

import contextlib
import socket

from kit import away
from kit.bridge import free_port
from kit.waiting import wait_until
from stage import Stage, packet
from streams import Program

ADDRESS = "/wheeld/cutoff"


class Peer:
    """A program that the bridge sends to. The subclasses' `read` returns the packets that have arrived."""

    def __init__(self, stage):
        self.stage = stage
        self.value = None

    def number(self, n):
        return 10 * n

    def wait_for(self, number):
        def has():
            for data in self.read():
                if ADDRESS.encode() in data:
                    self.value = data
            return self.value is not None and packet(ADDRESS, "f", number) in self.value

        wait_until(lambda: f"{number} is in {self.value}", has)


class Datagrams(Peer):
    def __init__(self, stage, port):
        super().__init__(stage)
        self.port = port
        self.socket = None

    def open(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", self.port))
        self.socket.setblocking(False)

    def read(self):
        with contextlib.suppress(BlockingIOError):
            while True:
                yield self.socket.recv(65536)

    def send(self, data):
        self.socket.sendto(data, ("127.0.0.1", self.stage.port))

    def turn(self, number):
        self.send(packet(ADDRESS, "f", number))
        self.value = None

    def leave(self):
        self.socket.close()

    def come(self):
        self.value = None
        self.open()
        # By UDP the bridge cannot notice the restart, so the program asks for all values.
        self.send(packet("/refresh"))


class Stream(Peer):
    def __init__(self, stage, program):
        super().__init__(stage)
        self.program = program

    def read(self):
        return self.program.packets()

    def turn(self, number):
        self.program.send(packet(ADDRESS, "f", number))
        self.value = None

    def leave(self):
        self.program.__exit__()

    def come(self):
        self.value = None
        self.program = Program(self.program.port)
        self.program.accept()


@contextlib.contextmanager
def by_datagrams(scratch):
    port = free_port(socket.SOCK_DGRAM)
    with Stage(scratch, options=["--to", f"127.0.0.1:{port}"]) as stage:
        peer = Datagrams(stage, port)
        peer.open()
        yield peer
        peer.leave()


@contextlib.contextmanager
def by_stream(scratch):
    with Program(free_port()) as program, Stage(scratch, options=["--to", program.place]) as stage:
        program.accept()
        peer = Stream(stage, program)
        yield peer
        peer.leave()


away.cases(by_datagrams, "_by_udp")
away.cases(by_stream, "_by_tcp")
