"""Reads PNG files, and maps positions on rotated pictures."""

import array
import itertools
import struct
import sys
import zlib


def sums(line, other):
    """Adds two rows byte by byte, modulo 256. Adding two large numbers takes a hundredth of the time of a loop."""
    one, two = int.from_bytes(line, "little"), int.from_bytes(other, "little")
    low = int.from_bytes(b"\x7f" * len(line), "little")
    return ((one & low) + (two & low) ^ (one ^ two) & ~low & (1 << 8 * len(line)) - 1).to_bytes(len(line), "little")


def left_sums(line):
    """For each byte, the sum of this byte and all bytes of the same channel to its left, modulo 256."""
    out = bytearray(len(line))
    for channel in range(3):
        counted = array.array("I", itertools.accumulate(line[channel::3]))
        out[channel::3] = bytes(counted)[(0 if sys.byteorder == "little" else counted.itemsize - 1) :: counted.itemsize]
    return bytes(out)


def nearest(left, above, corner):
    """Whichever of the three is nearest to left + above - corner: the Paeth predictor of PNG."""
    to_left, to_above, to_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    return left if to_left <= to_above and to_left <= to_corner else above if to_above <= to_corner else corner


class Picture:
    """A PNG file with eight bits per channel, the format of `screenshot`."""

    def __init__(self, png):
        chunks, place = {}, 8
        while place < len(png):
            length, kind = struct.unpack_from(">I4s", png, place)
            chunks[kind] = chunks.get(kind, b"") + png[place + 8 : place + 8 + length]
            place += 12 + length
        self.width, self.height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
        assert (depth, colour, interlace) == (8, 2, 0)
        raw, stride = zlib.decompress(chunks[b"IDAT"]), self.width * 3
        self.rows, before = [], bytes(stride)
        for y in range(self.height):
            filtered = raw[y * (stride + 1) : (y + 1) * (stride + 1)]
            before = self.unfiltered(filtered[0], filtered[1:], before)
            self.rows.append(before)

    @staticmethod
    def unfiltered(kind, line, above):
        if kind == 0:
            return line
        if kind == 1:
            return left_sums(line)
        if kind == 2:
            return sums(line, above)
        # Zeros at the beginning of a row with the filter Paeth mean that the row begins like the row above.
        same = len(line) - len(line.lstrip(b"\0")) if kind == 4 else 0
        same -= same % 3
        out = bytearray(above[:same]) + line[same:]
        left, corner = ([*above[same - 3 : same]], [*above[same - 3 : same]]) if same else ([0] * 3, [0] * 3)
        for i in range(same, len(line)):
            upper, channel = above[i], i % 3
            predicted = (left[channel] + upper) // 2 if kind == 3 else nearest(left[channel], upper, corner[channel])
            out[i] = left[channel] = line[i] + predicted & 255
            corner[channel] = upper
        return bytes(out)

    def pixel(self, x, y):
        return tuple(self.rows[y][x * 3 : x * 3 + 3])


def on_screen(x, y, rotate, width, height):
    """Maps a position in an upright picture of this size to a screen that shows it rotated clockwise."""
    return {0: (x, y), 90: (height - y, x), 180: (width - x, height - y), 270: (y, width - x)}[rotate]
