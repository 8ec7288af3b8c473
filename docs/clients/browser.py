#!/usr/bin/env python3
"""Shows a remote display of wheeld in web browsers. Python's standard library only.

usage: browser.py [--port PORT] [--address ADDRESS] [--name NAME] [--input INPUT] [DISPLAY]

The page is at http://localhost:8000/, for programs on this machine. With --address 0.0.0.0 every machine that reaches this one
sees it: there is no password. Browsers find it by this machine's address or its own name; --name gives it another one, such as a
proxy's. Without DISPLAY it is the first one with `output = "remote"`.
With INPUT, which has `type = "client"` and this display, fingers and the mouse on the page touch the display. The first browser that
touches has the input until it is closed.
"""

import argparse
import errno
import http.server
import ipaddress
import json
import os
import secrets
import select
import socket
import time
import urllib.parse

PAGE = """<!DOCTYPE html>
<meta charset="utf-8"><title>wheeld</title>
<style>body { margin: 0; background: black } canvas { display: block; margin: auto; max-width: 100%; touch-action: none }</style>
<canvas id="picture"></canvas>
<script>
const canvas = document.getElementById("picture"), pen = canvas.getContext("2d");
let last = Promise.resolve();
async function draw(frame) {
    const part = new Image();
    part.src = "data:image/png;base64," + frame.png;
    await part.decode();
    // A whole picture may have another size. That clears the canvas.
    if (frame.whole) { canvas.width = frame.width; canvas.height = frame.height; }
    pen.drawImage(part, frame.x, frame.y);
}
const source = new EventSource("frames");
source.onmessage = (message) => {
    const frame = JSON.parse(message.data);
    // One after another: a small frame is decoded sooner than a large one before it.
    last = last.then(() => draw(frame)).catch(console.error);
    document.title = frame.display;
};
// The browser connects again by itself, a few seconds later, and gets the whole picture again.
source.addEventListener("problem", (message) => { document.title = message.data; });

const fingers = new Map();
let token = null, moments = [], isSending = false;
// A new connection has no fingers yet.
source.addEventListener("token", (message) => { token = message.data; moments = []; });
async function send() {
    if (isSending) return;
    isSending = true;
    // One request after another, or a lift could overtake its touch. What has come in the meantime goes with the next one.
    while (moments.length > 0) {
        const events = moments.splice(0, 256).map((m) => ({ contacts: m.contacts, age: (performance.now() - m.now) / 1000 }));
        const body = JSON.stringify({ size: [canvas.width, canvas.height], events });
        try { await fetch("contacts/" + token, { method: "POST", body }); } catch (error) { console.error(error); }
    }
    isSending = false;
}
function touch(event, isDown) {
    if (token === null || (!isDown && !fingers.has(event.pointerId))) return;
    const place = canvas.getBoundingClientRect();
    const id = event.pointerId % 2147483648;
    const x = (event.clientX - place.left) * canvas.width / place.width;
    const y = (event.clientY - place.top) * canvas.height / place.height;
    if (isDown) fingers.set(event.pointerId, { id, x, y }); else fingers.delete(event.pointerId);
    moments.push({ contacts: [...fingers.values()], now: event.timeStamp });
    send();
}
canvas.onpointerdown = (event) => { canvas.setPointerCapture(event.pointerId); touch(event, true); };
canvas.onpointermove = (event) => { if (fingers.has(event.pointerId)) touch(event, true); };
canvas.onpointerup = canvas.onpointercancel = (event) => touch(event, false);
</script>
"""


def place():
    """Where clients look for the daemon."""
    named = os.environ.get("WHEELD_SOCKET")
    own = os.environ.get("XDG_RUNTIME_DIR", "") + "/wheeld.sock"
    return named or (own if os.path.exists(own) else "/run/wheeld/wheeld.sock")


def lines_until_left(daemon, browser):
    """The daemon's lines, until the daemon or the browser closes its connection. The browser sends nothing more."""
    rest = b""
    while browser not in select.select([daemon, browser], [], [])[0]:
        received = daemon.recv(65536)
        if not received:
            return
        *lines, rest = (rest + received).split(b"\n")
        yield from lines


def leads_here(host, names):
    """Whether a request's `Host` names this machine. A page of another site can give its own name this machine's address (DNS
    rebinding), and its browser would then let it read the picture and the token. An address cannot be changed so."""
    try:
        name = urllib.parse.urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return name.rstrip(".") in names


class Server(http.server.BaseHTTPRequestHandler):
    def parse_request(self):
        if not super().parse_request():
            return False
        host = self.headers.get("Host", "")
        if leads_here(host, self.server.names):
            return True
        self.send_error(421, explain=f"'{host}' is no name of this machine; --name gives it one")
        return False

    def do_GET(self):
        if self.path == "/":
            self.answer("text/html; charset=utf-8")
            self.wfile.write(PAGE.encode())
        elif self.path == "/frames":
            self.send_frames()
        else:
            self.send_error(404)

    def do_POST(self):
        """Touches go over the connection that watches for the same browser: when the browser goes, its fingers are lifted.
        Only its page has the token, so that no page of another site can touch."""
        daemon = self.server.watchers.get(self.path.removeprefix("/contacts/"))
        length = int(self.headers.get("Content-Length") or 0)
        if daemon is None or length > 65536:
            self.send_error(404)
            return
        now = time.monotonic()
        try:
            body = json.loads(self.rfile.read(length))
            events = [{"contacts": event["contacts"], "time": now - event["age"]} for event in body["events"]]
            feed = {"id": 2, "op": "feed", "input": self.server.input, "size": body["size"], "events": events}
        except (ValueError, KeyError, TypeError):
            self.send_error(400)
            return
        try:
            daemon.sendall(json.dumps(feed).encode() + b"\n")
        except OSError:
            pass  # The daemon has gone, and the browser connects again.
        self.send_response(204)
        self.end_headers()

    def answer(self, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()

    def send_frames(self):
        """Each browser watches by itself, so that a slow one delays no other."""
        self.answer("text/event-stream")
        token = secrets.token_urlsafe()
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as daemon:
                daemon.connect(place())
                watch = {"id": 1, "op": "watch-display", "display": self.server.display}
                daemon.sendall(b'{"op":"subscribe","events":["device"]}\n' + json.dumps(watch).encode() + b"\n")
                if self.server.input:
                    self.server.watchers[token] = daemon
                    self.wfile.write(f"event: token\ndata: {token}\n\n".encode())
                for line in lines_until_left(daemon, self.connection):
                    if line.startswith(b'{"event":"frame"'):
                        self.wfile.write(b"data: " + line + b"\n\n")
                        continue
                    event = json.loads(line)
                    if event.get("reply") == 2:
                        # A refused touch ends nothing: another browser may have the input.
                        if not event["ok"]:
                            self.wfile.write(f"event: problem\ndata: {event['message']}\n\n".encode())
                    elif problem := self.problem(event):
                        self.wfile.write(f"event: problem\ndata: {problem}\n\n".encode())
                        return
        except (BrokenPipeError, ConnectionResetError):
            pass  # The browser or the daemon has gone.
        except OSError as error:
            self.wfile.write(f"event: problem\ndata: {place()}: {error.strerror}\n\n".encode())
        finally:
            self.server.watchers.pop(token, None)

    def problem(self, line):
        """Why there will be no more frames, if this line says so."""
        if line.get("ok") is False:
            return line["message"]
        if line.get("reply") == 1:
            self.display = line["display"]
        # The display was removed from the configuration.
        is_lost = line.get("event") == "device" and line.get("state") == "lost"
        return line["detail"] if is_lost and line.get("display") == self.display else None

    def log_message(self, *_):
        pass


parser = argparse.ArgumentParser(description="Shows a remote display of wheeld in web browsers.")
parser.add_argument("--port", type=int, default=8000)
parser.add_argument("--address", default="127.0.0.1", help="0.0.0.0 for every machine; there is no password")
parser.add_argument("--name", action="append", default=[], help="another name of this machine in the browsers' addresses")
parser.add_argument("--input", help='an input with type = "client", for fingers on the page')
parser.add_argument("display", nargs="?", help='the first one with output = "remote"')
options = parser.parse_args()
try:
    server = http.server.ThreadingHTTPServer((options.address, options.port), Server)
except OSError as error:
    hint = f"; another port: --port {options.port + 1}, or --port 0 for any that is free" if error.errno == errno.EADDRINUSE else ""
    parser.exit(1, f"browser.py: {options.address} port {options.port}: {error.strerror}{hint}\n")
except OverflowError as error:
    parser.error(f"--port {options.port}: {error}")
with server:
    server.daemon_threads = True
    server.display, server.input, server.watchers = options.display, options.input, {}
    machine = socket.gethostname().lower()
    server.names = {"localhost", machine, machine + ".local", *map(str.lower, options.name)}
    print(f"http://{options.address}:{server.server_port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
