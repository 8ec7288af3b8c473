#!/usr/bin/env python3
"""Shows the panel of a running wheeld in this terminal, as characters, and turns it with the keys. Python's standard library only.

usage: view.py [SOCKET]     arrows up and down turn, tab marks the next control, q leaves
"""

import json
import os
import re
import select
import socket
import sys
import termios
import tty

ACTIONS = {b"\x1b[A": ("step", "count", 1), b"\x1b[B": ("step", "count", -1), b"\t": ("focus", "by", 1)}

columns, rows = os.get_terminal_size()
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("WHEELD_SOCKET", "/run/wheeld/wheeld.sock"))


def send(**request):
    line.sendall(json.dumps(request).encode() + b"\n")


def draw(frame):
    for row, column, text, ink, ground, bold, _ in frame.get("runs", []):
        colors.update(frame.get("colors", {}))
        red, green, blue = (int(colors[ink][i : i + 2], 16) for i in (1, 3, 5))
        print(f"\x1b[{row + 1};{column + 1}H\x1b[0;{1 if bold else 22};38;2;{red};{green};{blue}m{text}", end="")
    print("\x1b[0m", end="", flush=True)
    send(op="seen", view=frame["view"])


colors, view, rest = {}, None, b""
before = termios.tcgetattr(0)
try:
    tty.setcbreak(0)
    print("\x1b[2J", end="")
    send(id=1, op="view", width=columns, height=rows, format="cells", hands="keys")
    while True:
        if 0 in select.select([0, line], [], [])[0]:
            keys = re.findall(rb"\x1b\[[AB]|.", os.read(0, 64))
            if b"q" in keys:
                break
            for op, member, number in (ACTIONS[key] for key in keys if key in ACTIONS and view):
                send(op=op, view=view, **{member: number})
            continue
        *done, rest = (rest + (more := line.recv(65536))).split(b"\n")
        if not more:
            break
        for event in map(json.loads, done):
            view = event.get("view", view)
            if event.get("event") == "view":
                draw(event)
except ConnectionError:
    pass
finally:
    termios.tcsetattr(0, termios.TCSADRAIN, before)
    print("\x1b[0m\x1b[2J\x1b[H", end="")
