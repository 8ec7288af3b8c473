"""The command line, and the link to the page that wheel-web prints."""

import os
import pathlib
import pty
import re
import subprocess

from kit.bridge import CommandLine
from kit.cases import alone_case, expect
from kit.client import PATIENCE_S
from kit.daemon import program
from stage import Web

web = CommandLine("wheel-web")


@alone_case
def the_help_and_wrong_usage(_):
    web.expect_help("shows the panel of wheeld in browsers")
    place = "PORT or ADDRESS:PORT with an address in numbers"
    web.expect_refusals(
        (["--listen", "here:1"], f"--listen takes {place}, not 'here:1'"), (["--look"], "--look belongs to --link")
    )


@alone_case
def the_configuration_is_checked(scratch):
    status, text = web.check(scratch, '[web]\nlisten = "0.0.0.0:8420"\nnames = ["panel.example"]\n')
    expect((status, text), (0, "bridges.toml: ok\n"))
    status, text = web.check(scratch, "[web]\nlisten = 0\nname = 1\n")
    expect(status, 78)
    assert "bridges.toml:2:10: 'listen' must be a port" in text and "did you mean 'names'?" in text, text


def on_a_terminal(*words):
    """Runs the program on a terminal. Returns its exit status and output."""
    leader, follower = pty.openpty()
    done = subprocess.Popen([program("wheel-web"), *words], stdin=follower, stdout=follower, stderr=follower)
    os.close(follower)
    text = b""
    try:
        while more := os.read(leader, 65536):
            text += more
    except OSError:
        pass
    os.close(leader)
    return done.wait(PATIENCE_S), text.decode().replace("\r\n", "\n")


@alone_case
def the_link_goes_to_a_terminal_alone(scratch):
    path = pathlib.Path(scratch.folder, "tokens")
    words = ["--tokens", str(path), "--link"]
    status, out, err = web(*words)
    expect((status, out), (1, ""))
    assert "to a terminal alone" in err, err
    status, text = on_a_terminal(*words)
    expect(status, 0)
    token = dict(line.split() for line in path.read_text().splitlines())
    assert text.startswith(f"http://127.0.0.1:8420/#{token['control']}\n"), text
    assert "█" in text and "For this machine alone" in text, text
    _, text = on_a_terminal(*words, "--look", "--listen", "0.0.0.0:99", "--name", "panel.example")
    assert text.startswith(f"http://panel.example:99/#{token['look']}\n"), text
    # The QR code is a square: each line of text shows two rows of it.
    rows = [re.sub("\x1b[^m]*m", "", line) for line in text.splitlines()[1:]]
    expect({len(row) for row in rows}, {2 * len(rows) - 1})


@alone_case
def a_file_that_others_may_read_keeps_no_secret(scratch):
    with Web(scratch, with_daemon=False) as one:
        one.tokens_path.chmod(0o644)
        status, _, err = web("--tokens", str(one.tokens_path), "--listen", str(one.port + 1))
        expect(status, 1)
        assert "others may read it" in err, err


@alone_case
def a_port_that_is_taken_is_named(scratch):
    with Web(scratch, with_daemon=False) as one:
        status, _, err = web("--tokens", str(one.tokens_path), "--listen", str(one.port))
        expect(status, 1)
        assert f"listen on 127.0.0.1:{one.port}: EADDRINUSE" in err, err
