"""`watch-display`, and `screenshot` of one of several displays."""

import json
import os
import pathlib
import signal
import struct
import zlib

from ctl import DONE, NO_DAEMON, REFUSED, complaint, run
from kit.cases import alone_case, expect
from kit.daemon import Daemon, program
from kit.picture import Picture
from kit.process import Process
from kit.waiting import wait_until

REMOTE = '[[display]]\nname = "{name}"\noutput = "remote"\nsize = [{size}]\n'


def daemon_with(scratch, *displays):
    scratch.configure(lambda text: text + "".join(REMOTE.format(name=n, size=s) for n, s in displays))
    return Daemon(scratch)


def watch(daemon, *words):
    return Process([program("wheelctl"), "--socket", daemon.path, "watch-display", *words])


def screenshot(daemon, *words):
    file = pathlib.Path(daemon.scratch.folder, "shot.png")
    code, _, err = run(["--socket", daemon.path, "screenshot", "-o", str(file), *words])
    expect((code, err), (DONE, ""))
    return Picture(file.read_bytes())


def shows(daemon, file, *words):
    """Whether the file has the picture of the display."""
    return Picture(file.read_bytes()).rows == screenshot(daemon, *words).rows


def is_whole(png, width, height):
    """Checks the structure of a PNG file from its beginning to its end, but not its pixels."""
    expect(png[:8], b"\x89PNG\r\n\x1a\n")
    place, data, kind = 8, b"", None
    while place < len(png):
        length, kind = struct.unpack_from(">I4s", png, place)
        if kind == b"IHDR":
            expect(struct.unpack_from(">II", png, place + 8), (width, height))
        elif kind == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += 12 + length
    expect((place, kind, len(zlib.decompress(data))), (len(png), b"IEND", height * (1 + 3 * width)))


@alone_case
def a_picture_is_kept_in_a_file(scratch):
    file = pathlib.Path(scratch.folder, "picture.png")
    with daemon_with(scratch, ("panel", "320, 240"), ("side", "200, 128")) as daemon, daemon.client() as client:
        with watch(daemon, "-o", str(file)):
            for number in range(40):
                client.do(op="set", control="frequency", value=1 + number / 2)
                client.do(op="page", page="next")
                if file.exists():
                    is_whole(file.read_bytes(), 320, 240)
            wait_until("the file is what the display shows", lambda: file.exists() and shows(daemon, file))
        with watch(daemon, "side", "-o", str(file)):
            wait_until("the file is what the other display shows", lambda: shows(daemon, file, "--display", "side"))
        expect([name for name in os.listdir(scratch.folder) if ".new" in name], [])
        # Each picture replaces the file; standard output cannot be replaced, so the picture is written to it.
        with watch(daemon, "-o", "/dev/stdout") as process:
            wait_until("a picture is printed", lambda: process.out.read_bytes().startswith(b"\x89PNG"))
        complaint(daemon, REFUSED, "watch-display", "-o", scratch.folder)
        complaint(daemon, REFUSED, "watch-display", "-o", scratch.folder + "/nowhere/picture.png")


@alone_case
def frames_are_printed_as_lines(scratch):
    with daemon_with(scratch, ("panel", "320, 240")) as daemon, daemon.client() as client:
        with watch(daemon) as process, watch(daemon, "--json") as other:
            process.wait_for("frame    panel            whole 320x240+0+0")
            first = json.loads(other.wait_for_lines(1)[0])
            expect((first["event"], first["display"], first["whole"]), ("frame", "panel", True))
            client.do(op="set", control="frequency", value=9)
            assert process.wait_for_lines(2)[1].startswith("frame    panel            "), process.lines()
            assert "whole" not in json.loads(other.wait_for_lines(2)[1])
            process.signal(signal.SIGINT)
            expect(process.end(), -signal.SIGINT)
            # When the display is removed, the command ends with the daemon's reason.
            scratch.configure()
            daemon.signal(signal.SIGHUP)
            expect(other.end(), REFUSED)
            other.wait_for("wheelctl: watch-display panel: the display is lost: the configuration has no remote display",
                           errors=True)  # fmt: skip
        complaint(daemon, REFUSED, "watch-display")
        complaint(daemon, REFUSED, "watch-display", "panel")
    with daemon_with(scratch, ("panel", "320, 240")) as daemon, watch(daemon) as process:
        process.wait_for_lines(1)
        daemon.signal(signal.SIGTERM)
        daemon.wait()
        expect(process.end(), NO_DAEMON)


READING = """
[[control]]
name = "volts"
kind = "float"
range = "[0, 30]"
hands = false
restore = false

[[page]]
name = "readings"
controls = ["gain", "volts"]

[[display]]
name = "panel"
output = "remote"
size = [320, 240]
"""


@alone_case
def a_reading_that_goes_on_wears_no_frame(scratch):
    scratch.configure(lambda text: text + READING)
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="page", page="readings")

        def picture(control, **members):
            client.do(op="set", control=control, **members)
            return screenshot(daemon).rows

        expect(picture("volts", value=3, commit=False) == picture("volts", value=4), False)
        still = picture("volts", value=5)
        picture("volts", value=6)
        expect(picture("volts", value=5, commit=False) == still, True, "the frame of a hand around a reading")
        # A control that hands can move has a frame during an interaction, even if a program moves it.
        rest = picture("gain", value=-6)
        picture("gain", value=-7)
        expect(picture("gain", value=-6, commit=False) == rest, False)
