"""Clients as the daemon must survive them. None of them moves a control that the model predicts."""

import contextlib
import json

from kit.client import Client


class Guests:
    MOST = 12
    KINDS = ("mute", "flood", "garbage", "half_a_line", "define", "view", "watch", "picture")

    def __init__(self, path, random):
        self.path, self.random = path, random
        self.present = []

    def some(self):
        """One of them comes, does something or vanishes."""
        if self.present and (len(self.present) >= self.MOST or self.random.random() < 0.4):
            return self.vanish()
        return self.one(self.random.choice(self.KINDS))

    def one(self, kind):
        # A daemon may well end the connection of such a client.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, BlockingIOError, AssertionError):
            getattr(self, kind)()
        return kind

    def vanish(self):
        guest = self.present.pop(self.random.randrange(len(self.present)))
        guest.socket.close()
        return "vanish"

    def leave(self):
        while self.present:
            self.vanish()

    def come(self):
        guest = Client(self.path)
        self.present.append(guest)
        return guest

    def mute(self):
        """Adds a client that never reads."""
        self.come().send(op="subscribe", events=["value", "commit"], text=True)

    def flood(self):
        guest = self.come()
        lines = [{"op": "list"}, {"op": "ping", "id": 1}, {"op": "get", "control": "frequency", "id": 2}, {"op": "no"}]
        block = b"".join(json.dumps(self.random.choice(lines)).encode() + b"\n" for _ in range(2000))
        guest.socket.setblocking(False)
        guest.socket.send(block)

    def garbage(self):
        self.come().send_raw(self.random.randbytes(self.random.choice((1, 100, 70_000))).replace(b"\n", b"") + b"\n")

    def half_a_line(self):
        self.come().send_raw(b'{"op":"set","control":"frequ')

    def define(self):
        guest = self.come()
        # A few names: the daemon remembers the values of all.
        name = f"x{self.random.randint(1, 8)}"
        controls = [{"name": f"{name}-{n}", "kind": "float", "range": "[0, 1]"} for n in range(self.random.randint(1, 20))]
        guest.do(op="define", owner=name, controls=controls, values={f"{name}-0": round(self.random.random(), 3)})
        guest.do(op="set", control=f"{name}-0", value=0.5, commit=False)

    def view(self):
        guest = self.come()
        of = self.random.choice(({"format": "cells", "width": 80, "height": 24}, {"width": 320, "height": 200}))
        view = guest.do(op="view", **of)["view"]
        if self.random.random() < 0.5:
            guest.event("view", view=view)
            guest.do(op="seen", view=view)

    def watch(self):
        guest = self.come()
        guest.do(op="watch-display", display="panel")
        if self.random.random() < 0.5:
            guest.event("frame", display="panel")

    def picture(self):
        guest = self.come()
        guest.ask(op="screenshot")
