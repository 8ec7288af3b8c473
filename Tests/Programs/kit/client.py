"""A small client that accepts only what docs/protocol.md allows."""

import json
import socket
import struct
import time

from . import seen

# The longest time that a case waits. Even a loaded machine needs less.
PATIENCE_S = 60


def unique(pairs):
    members = dict(pairs)
    assert len(members) == len(pairs), f"a key is there twice: {pairs}"
    return members


class Client:
    def __init__(self, path, greet=True):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(path)
        self.rest = b""
        self.events = []
        self.last_id = 0
        self.hello = self.line() if greet else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def daemon(self):
        """The daemon's process number."""
        credentials = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return struct.unpack("3i", credentials)[0]

    # Raw lines.

    def raw(self):
        """Returns the next line without its newline; None at the end of the stream."""
        while b"\n" not in self.rest:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                assert not self.rest, f"the stream ends within a line: {self.rest[-100:]!r}"
                return None
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def line(self):
        raw = self.raw()
        if raw is None:
            return None
        line = json.loads(raw.decode("utf-8"), object_pairs_hook=unique)
        seen.note_line(line)
        return line

    def send_raw(self, data):
        self.socket.sendall(data)

    def send(self, **members):
        self.send_raw(json.dumps(members).encode() + b"\n")

    # Requests.

    def ask(self, **members):
        """Sends a request and returns its reply. Events before the reply are added to `events`."""
        if "id" not in members:
            self.last_id += 1
            members = {"id": self.last_id, **members}
        self.send(**members)
        reply = self.reply()
        assert reply["reply"] == members["id"], f"{reply} answers {members}"
        seen.note_exchange(members, reply)
        return reply

    def do(self, **members):
        """Like `ask`, for a request that must succeed."""
        reply = self.ask(**members)
        assert reply["ok"] is True, f"{members}: {reply}"
        return reply

    def refused(self, code, **members):
        """Like `ask`, for a request that must be refused with this code. Returns the message."""
        reply = self.ask(**members)
        assert reply["ok"] is False and reply["error"] == code, f"{members}: {reply} instead of {code}"
        assert isinstance(reply["message"], str) and reply["message"], reply
        assert set(reply) == {"reply", "ok", "error", "message"}, reply
        return reply["message"]

    def reply(self):
        while True:
            line = self.line()
            assert line is not None, "the connection has ended before the reply"
            if "event" not in line:
                return line
            self.events.append(line)

    # Events.

    def take(self, *names):
        """Returns the events so far, or only those with one of these names, oldest first. Removes all events."""
        taken = [e for e in self.events if not names or e["event"] in names]
        self.events = []
        return taken

    def event(self, name, **members):
        """Waits for the next event with this name and these members. Earlier events are dropped."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            while self.events:
                event = self.events.pop(0)
                if event["event"] == name and all(event.get(k) == v for k, v in members.items()):
                    return event
            line = self.line()
            assert line is not None, f"the connection has ended before {name}"
            self.events.append(line)
        raise AssertionError(f"no {name} with {members} has come")

    def quiet(self):
        """Returns all events until now: they precede the reply to a ping."""
        self.do(op="ping")
        return self.take()
