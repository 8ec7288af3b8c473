"""A client with a view, which composes its picture."""

import base64
import contextlib

from kit.client import PATIENCE_S
from kit.picture import Picture


class View:
    def __init__(self, client, **members):
        self.client = client
        client.do(op="subscribe", events=[])
        self.name = client.do(op="view", **members)["view"]
        self.rows = []

    def _frame(self):
        event = self.client.event("view")
        if "width" in event:
            self.rows = [bytearray(event["width"] * 3) for _ in range(event["height"])]
        for part in event["parts"]:
            for y, row in enumerate(Picture(base64.b64decode(part["png"])).rows):
                self.rows[part["y"] + y][part["x"] * 3 : (part["x"] + part["width"]) * 3] = row
        self.client.send(op="seen", view=self.name)

    def settled(self):
        """The picture's rows, once nothing moves any more."""
        while not self.rows:
            self._frame()
        self.client.socket.settimeout(1)
        with contextlib.suppress(TimeoutError):
            while True:
                self._frame()
        self.client.socket.settimeout(PATIENCE_S)
        return [bytes(row) for row in self.rows]
