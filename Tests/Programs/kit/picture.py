"""Reads PNG files, and maps positions on rotated pictures."""

import struct
import zlib


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
        out = bytearray(line)
        for i in range(len(out)):
            left = out[i - 3] if i >= 3 else 0
            corner = above[i - 3] if i >= 3 else 0
            if kind == 1:
                out[i] = (out[i] + left) & 255
            elif kind == 2:
                out[i] = (out[i] + above[i]) & 255
            elif kind == 3:
                out[i] = (out[i] + (left + above[i]) // 2) & 255
            elif kind == 4:
                guess = left + above[i] - corner
                nearest = min((left, above[i], corner), key=lambda value: abs(guess - value))
                out[i] = (out[i] + nearest) & 255
        return bytes(out)

    def pixel(self, x, y):
        return tuple(self.rows[y][x * 3 : x * 3 + 3])


def on_screen(x, y, rotate, width, height):
    """Maps a position in an upright picture of this size to a screen that shows it rotated clockwise."""
    return {0: (x, y), 90: (height - y, x), 180: (width - x, height - y), 270: (y, width - x)}[rotate]
