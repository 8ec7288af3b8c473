"""A WebKitGTK browser on a virtual screen, driven by WebDriver: the engine of Safari, and of every browser of an iPhone."""

import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request

from kit.bridge import free_port
from kit.cases import Skipped
from kit.client import PATIENCE_S
from kit.waiting import wait_until


class WebKit:
    def __init__(self):
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        browsers = sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        if not (driver and screen and browsers):
            raise Skipped("webkit2gtk-driver or xvfb is not installed")
        self.folder = tempfile.TemporaryDirectory(prefix="wheeld-webkit-", ignore_cleanup_errors=True)
        self.processes = []
        read, write = os.pipe()
        self.start([screen, "-displayfd", str(write), "-screen", "0", "1024x1200x24", "-nolisten", "tcp"], pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as number:
            display = number.readline().strip()
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.start([driver, f"--port={port}"], env={**os.environ, "DISPLAY": f":{display}", "HOME": self.folder.name,
                                                    "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"})  # fmt: skip
        wait_until("WebKitWebDriver listens", self.is_ready)
        options = {"binary": str(browsers[-1]), "args": ["--automation"]}
        made = self.call("POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self.session = "/session/" + made["sessionId"]

    def start(self, words, **options):
        self.processes.append(subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                               start_new_session=True, **options))  # fmt: skip

    def is_ready(self):
        try:
            return self.call("GET", "/status")["ready"]
        except urllib.error.URLError:
            return False

    def call(self, method, path, **members):
        body = json.dumps(members).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data=body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()}") from None

    def open(self, address):
        self.call("POST", self.session + "/url", url=address)

    def resize(self, width, height):
        """Gives the page this size. The window is larger because of its bars."""
        for _ in range(3):
            inner, outer = self.evaluate("[innerWidth, innerHeight]"), self.call("GET", self.session + "/window/rect")
            self.call("POST", self.session + "/window/rect", width=outer["width"] + width - inner[0],
                      height=outer["height"] + height - inner[1])  # fmt: skip

    def evaluate(self, expression):
        return self.call("POST", self.session + "/execute/sync", script=f"return {expression}", args=[])

    def wait_for(self, expression):
        wait_until(lambda: f"{expression}; the page says {self.evaluate('document.body?.innerText')!r}",
                   lambda: self.evaluate(f"document.readyState === 'complete' && ({expression})"))  # fmt: skip

    def click(self, x, y):
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.call("POST", self.session + "/actions", actions=[{"type": "pointer", "id": "mouse", "actions": steps}])

    def type(self, text):
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.call("POST", self.session + "/actions", actions=[{"type": "key", "id": "keyboard", "actions": keys}])

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("GET", self.session + "/screenshot")))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", self.session)
        except (OSError, AssertionError):
            pass
        for process in reversed(self.processes):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.folder.cleanup()
