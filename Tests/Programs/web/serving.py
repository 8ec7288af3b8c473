"""The page: its files, their headers, and who gets them."""

import pathlib
import re
import shutil
import socket
import subprocess

from kit.cases import Skipped, alone_case, expect
from kit.daemon import ROOT
from stage import Web

PAGE = ROOT / "Sources/WheelWeb/Page"
FILES = {
    "/": ("panel.html", "text/html"),
    "/list": ("list.html", "text/html"),
    "/style.css": ("style.css", "text/css"),
    "/panel.js": ("panel.js", "text/javascript"),
    "/list.js": ("list.js", "text/javascript"),
    "/link.js": ("link.js", "text/javascript"),
    "/manifest.json": ("manifest.json", "application/manifest+json"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}


@alone_case
def every_file_is_served_with_its_policy(scratch):
    with Web(scratch, with_daemon=False) as web:
        total = 0
        for path, (name, kind) in FILES.items():
            status, headers, body = web.request("GET", path)
            expect((status, headers["Content-Type"].split(";")[0]), (200, kind), path)
            expect(body, (PAGE / name).read_bytes(), path)
            total += len(body)
            policy = headers["Content-Security-Policy"]
            for words in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", f"ws://127.0.0.1:{web.port}"):
                assert words in policy, policy
            assert "unsafe" not in policy, policy
            expect((headers["Referrer-Policy"], headers["X-Content-Type-Options"]), ("no-referrer", "nosniff"))
            assert "Set-Cookie" not in headers
            expect(web.request("HEAD", path)[2], b"")
        assert total < 60_000, total
        expect({path.name for path in PAGE.iterdir()}, {name for name, _ in FILES.values()})
        # The page loads nothing from other sites, has no inline code, and contains no secret.
        for path in PAGE.iterdir():
            text = path.read_text()
            assert not re.search(r"(src|href)=.?https?:|<script>|<style>|\son\w+=|style=", text), path
            assert web.token() not in text


@alone_case
def what_is_made_of_the_page_is_up_to_date(_):
    done = subprocess.run([ROOT / "scripts/web-page", "--check"], capture_output=True, text=True, timeout=60)
    expect((done.returncode, done.stderr), (0, ""))


@alone_case
def the_scripts_can_be_parsed(_):
    if not shutil.which("node"):
        raise Skipped("node is not installed")
    for path in sorted(PAGE.glob("*.js")):
        done = subprocess.run(["node", "--check", path], capture_output=True, text=True, timeout=60)
        expect((done.returncode, done.stderr), (0, ""), path.name)


@alone_case
def it_answers_under_this_machines_names_alone(scratch):
    """A page of another site can give its own name this machine's address (DNS rebinding)."""
    with Web(scratch, ["--name", "Panel.Example"], with_daemon=False) as web:
        own = socket.gethostname()
        names = ("127.0.0.1", "localhost", "LOCALHOST.", "[::1]", "192.168.1.7", own, own + ".local", "panel.example")
        for host in [name + end for name in names for end in ("", f":{web.port}")]:
            expect(web.request("GET", "/", host)[0], 200, host)
        others = ("attacker.example", "localhost.attacker.example", "127.0.0.1.attacker.example", "1.2.3", "[::1", "a@localhost")
        for host in [name + end for name in others for end in ("", f":{web.port}")]:
            status, _, body = web.request("GET", "/", host)
            assert status == 421 and b"--name" in body and b"canvas" not in body, (host, status)
        expect(web.request("GET", "/", "")[0], 400)
        with web.socket(host="attacker.example", opens=False) as one:
            expect(one.status, 421)


@alone_case
def foreign_pages_are_refused(scratch):
    with Web(scratch) as web:
        here = f"127.0.0.1:{web.port}"
        for origin in (f"http://{here}", f"https://{here}", f"HTTP://{here}", None):
            with web.socket(origin=origin) as one:
                one.send_text(web.token())
                expect(one.line()["event"], "hello", origin)
        for origin in ("http://attacker.example", f"http://localhost:{web.port}", f"http://127.0.0.1:{web.port + 1}", "null",
                       "http://127.0.0.1", f"http://{here}.attacker.example", f"ftp://{here}"):  # fmt: skip
            with web.socket(origin=origin, opens=False) as one:
                expect(one.status, 403, origin)
        expect(web.request("GET", "/", headers=[("Origin", "http://attacker.example")])[0], 403)


@alone_case
def nothing_else_is_served(scratch):
    with Web(scratch, with_daemon=False) as web:
        for path in ("/etc/passwd", "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/Page/panel.js",
                     "/panel.js/", "//panel.js", "/./panel.js", "/panel.js%00.html", "/tokens", "/list.html", "/LIST"):  # fmt: skip
            expect(web.request("GET", path)[0], 404, path)
        expect(web.request("GET", "/?x=1")[0], 200)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "get"):
            expect(web.request(method, "/")[0], 405, method)
        expect(web.request("POST", "/", headers=[("Content-Length", "5")])[0], 413)
        expect(web.request("GET", "/socket")[0], 426)
        assert pathlib.Path("/etc/passwd").exists()
