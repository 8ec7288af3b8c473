"""Headless Chromium, driven by its DevTools protocol."""

import base64
import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

from kit.cases import Skipped
from kit.client import PATIENCE_S
from kit.waiting import wait_until
from stage import TEXT, WebSocket


class DevTools(WebSocket):
    """A DevTools connection to one page."""

    def __init__(self, port, path):
        super().__init__(port, host=f"127.0.0.1:{port}", path=path)
        self.events = []

    def call(self, method, **parameters):
        self.last_id += 1
        self.send(id=self.last_id, method=method, params=parameters)
        while True:
            line = json.loads(self.message())
            if line.get("id") == self.last_id:
                assert "error" not in line, f"{method}: {line['error']}"
                return line["result"]
            self.events.append(line)

    def send(self, **members):
        self.send_text(json.dumps(members), kind=TEXT)


def canvas_rows(page):
    """The pixels of the page's canvas: RGB, row by row."""
    text = page.evaluate("""(() => { const c = document.getElementById('panel');
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let s = '';
        for (let i = 0; i < d.length; i += 4) s += String.fromCharCode(d[i], d[i + 1], d[i + 2]);
        return c.width + ' ' + btoa(s); })()""")
    width, data = text.split()
    data = base64.b64decode(data)
    return [data[start : start + 3 * int(width)] for start in range(0, len(data), 3 * int(width))]


class Page:
    """A page of the browser, in the size of a device."""

    def __init__(self, browser, width, height, ratio=1, touch=True):
        self.browser = browser
        made = browser.json(f"new?about:blank", method="PUT")
        self.target = made["id"]
        self.tools = DevTools(browser.port, "/devtools/page/" + made["id"])
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.tools.call(f"{domain}.enable")
        self.resize(width, height, ratio)
        if touch:
            self.tools.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def resize(self, width, height, ratio=1):
        self.tools.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=True)

    def open(self, address):
        self.tools.call("Page.navigate", url=address)

    def evaluate(self, expression):
        answer = self.tools.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_for(self, expression, patience=PATIENCE_S):
        wait_until(lambda: f"{expression}; the page says {self.evaluate('document.body?.innerText')!r}, {self.complaints()}",
                   lambda: self.evaluate(f"document.readyState === 'complete' && ({expression})"))  # fmt: skip

    def touch(self, kind, *points):
        self.tools.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)])

    def key(self, name, code=None, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.tools.call("Input.dispatchKeyEvent", type=kind, key=name, code=code or name, **KEYS.get(name, {}), **more)

    def type(self, text):
        self.tools.call("Input.insertText", text=text)

    def picture(self, path=None):
        data = base64.b64decode(self.tools.call("Page.captureScreenshot", format="png")["data"])
        if path:
            pathlib.Path(path).write_bytes(data)
        return data

    def complaints(self):
        """The browser's complaints: exceptions, and violations of its policies."""
        self.tools.call("Runtime.evaluate", expression="0")
        names = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        found = [event["params"] for event in self.tools.events if event["method"] in names]
        # Leaves out warnings about reading the canvas, because only the test reads it.
        return [one for one in found if one.get("entry", {}).get("source") != "rendering"]

    def close(self):
        self.tools.socket.close()
        self.browser.json("close/" + self.target)


KEYS = {
    "Enter": {"windowsVirtualKeyCode": 13, "text": "\r"}, "Tab": {"windowsVirtualKeyCode": 9},
    "ArrowUp": {"windowsVirtualKeyCode": 38}, "ArrowDown": {"windowsVirtualKeyCode": 40},
}  # fmt: skip


class Chromium:
    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            raise Skipped("chromium is not installed")
        self.folder = tempfile.TemporaryDirectory(prefix="wheeld-chromium-", ignore_cleanup_errors=True)
        words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking",
                 "--disable-component-update", "--disable-dev-shm-usage", "--remote-debugging-port=0", "--remote-allow-origins=*",
                 f"--user-data-dir={self.folder.name}", "about:blank"]  # fmt: skip
        self.process = subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
        file = pathlib.Path(self.folder.name, "DevToolsActivePort")
        wait_until("Chromium listens", lambda: file.exists() and len(file.read_text().split()) == 2)
        self.port = int(file.read_text().split()[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        time.sleep(0.2)
        self.folder.cleanup()

    def json(self, path, method="GET"):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/{path}", method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            text = answer.read().decode()
        return json.loads(text) if text.startswith(("{", "[")) else text

    def page(self, *arguments, **options):
        return Page(self, *arguments, **options)
