"""Hostile text from a daemon, a file or a command line is printed, but never controls the terminal or the shell."""

import contextlib
import itertools
import json
import os
import pathlib
import shutil
import socket
import subprocess
import threading
import time
import unicodedata

from ctl import DONE, REFUSED, WRONG_USAGE, run
from kit.cases import alone_case, case, expect, Skipped
from kit.daemon import Daemon, program
from kit.devices import Knob
from kit.process import Process
from kit.waiting import wait_until

# Has a window title, a C1 control, a newline, a right-to-left override, a zero-width character, DEL, quotes.
EVIL = '\x1b]0;title\x07\x9b31m\nwheelctl: forged\r\u202e\u2066\u200b\u2028\x7f\x85"\'\\$(touch PWNED)`touch PWNED`\U000e0041'
# The members whose text the daemon chooses freely.
FREE = {"name", "label", "text", "unit", "speed", "page", "message", "detail", "version", "focus", "control", "input",
        "code", "button", "value", "positions", "speeds", "shown"}  # fmt: skip


def evil(value, member=None):
    """A line of the daemon with hostile text in every string whose text the protocol does not fix."""
    if isinstance(value, dict):
        return {key: evil(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [evil(inner, member) for inner in value]
    return value + EVIL if isinstance(value, str) and member in FREE else value


def check_visible(text, what):
    for character in text:
        hidden = unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Cn")
        assert character == "\n" or not hidden, f"{what}: {character!r} is in {text!r}"


class EvilDaemon:
    """A proxy for a real daemon, which inserts hostile text into its lines."""

    def __init__(self, daemon, path, ascii_only):
        self.daemon = daemon
        self.ascii_only = ascii_only
        self.path = path
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(path)
        self.listener.listen(8)
        threading.Thread(target=self.serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            real = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            real.connect(self.daemon.path)
            threading.Thread(target=self.pass_on, args=(client, real), daemon=True).start()
            threading.Thread(target=self.pass_back, args=(real, client), daemon=True).start()

    def pass_on(self, client, real):
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                real.sendall(data)
            real.shutdown(socket.SHUT_WR)

    def pass_back(self, real, client):
        with contextlib.suppress(OSError):
            for line in real.makefile("rb"):
                text = json.dumps(evil(json.loads(line)), ensure_ascii=self.ascii_only)
                client.sendall(text.encode() + b"\n")
            client.shutdown(socket.SHUT_RDWR)


COMMANDS = (
    ["list"], ["list", "--names"], ["list", "--inputs"], ["get", "filter"], ["get", "gain"], ["set", "gain", "-3"],
    ["set", "gain=-3", "filter=hp"], ["turn", "gain", "1"], ["step", "gain", "1"], ["speed", "frequency"],
    ["speed", "frequency", "next"], ["select", "filter", "hp"], ["toggle", "steps", "3"], ["reset", "gain"],
    ["commit", "gain"], ["focus", "knob", "azimuth"], ["page"], ["page", "next"], ["ramp", "sweep"],
    ["ramp", "azimuth", "--cancel"], ["presets"], ["recall", "night"], ["stats"], ["ping"], ["doctor"],
    # These are refused, with the daemon's message.
    ["get", "nothing"], ["set", "filter", "wide"], ["speed", "frequency", "warp"], ["page", "nowhere"],
)  # fmt: skip


@case
def a_daemons_text_does_nothing_to_the_terminal(daemon):
    for ascii_only in (True, False):
        with EvilDaemon(daemon, daemon.path + "-evil", ascii_only) as hostile:
            for words in COMMANDS:
                for form in ([], ["--json"]):
                    code, out, err = run([*form, *words], {"WHEELD_SOCKET": hostile.path})
                    what = " ".join([*form, *words])
                    assert code in (DONE, REFUSED), f"{what}: {code} {err}"
                    assert "malformed" not in err and "cannot be understood" not in err, err
                    check_visible(out, what)
                    check_visible(err, what)
                    assert "\nwheelctl: forged" not in out + err, f"{what} has a forged line: {out} {err}"
                    if form and out:
                        for line in out.splitlines():
                            json.loads(line)


@case
def watch_shows_hostile_events(daemon):
    for form in ([], ["--text"], ["--json"]):
        with EvilDaemon(daemon, daemon.path + "-evil", False) as hostile, daemon.client() as client:
            words = [program("wheelctl"), "--socket", hostile.path, "watch", *form]
            with Process(words) as process:

                def has_said_six_lines():
                    client.do(op="select", control="filter", position="hp")
                    client.do(op="select", control="filter", position="low-pass")
                    return len(process.all_lines()) >= 6

                wait_until(lambda: f"watch says more than {process.all_lines()}", has_said_six_lines)
                # No other line separator than line feed may be printed.
                check_visible(process.out.read_text(), f"watch {form}")
                assert not any(line.startswith("wheelctl: forged") for line in process.all_lines())


@case
def a_recording_of_a_hostile_daemon_has_a_line_for_each_event(daemon):
    with EvilDaemon(daemon, daemon.path + "-evil", True) as hostile:
        name = "knob" + EVIL
        code, out, err = run(["record", name, "-", "--duration-s", "0.3"], {"WHEELD_SOCKET": hostile.path})
        expect(code, DONE, err)
        check_visible(out, "record")
        check_visible(err, "record")


@case
def bash_carries_out_no_command_in_a_name(daemon):
    if not shutil.which("bash"):
        raise Skipped("bash is not installed")
    script = run(["completion", "bash"])[1]
    folder = pathlib.Path(daemon.scratch.folder, "shell")
    folder.mkdir(exist_ok=True)
    with EvilDaemon(daemon, daemon.path + "-evil", True) as hostile:
        text = script + '\nCOMP_WORDS=("$@"); COMP_CWORD=2; _wheelctl; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(
            ["bash", "-uc", text, "bash", "wheelctl", "get", "fr"], cwd=folder, capture_output=True, text=True,
            timeout=60, env={**os.environ, "WHEELD_SOCKET": hostile.path,
                             "PATH": f"{os.path.dirname(program('wheelctl'))}:{os.environ['PATH']}"},
        )  # fmt: skip
        expect(list(folder.iterdir()), [], "files that the completion made")
        assert done.stdout.startswith("frequency"), done.stdout


# A device's name, of at most 79 bytes: an escape sequence, quotes, newlines, C1 as UTF-8 and as a byte, direction overrides,
# zero width, wildcards.
DEVICE = b'\x1b]0;x\x07 "\'\\ \n[[input]]\n# \xc2\x9b31m\x9b \xff\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8b\xe2\x80\xa8\x7f*?['


@alone_case
def a_devices_name_does_nothing_to_anything(scratch):
    with Knob(DEVICE) as knob:
        config = pathlib.Path(scratch.configuration)
        block = '[[input]]\nname = "knob"\ntype = "evdev"\nmatch = { vendor = 0x1209, product = 0x0001 }\n'
        config.write_text(f'[socket]\npath = "{scratch.socket}"\n{block}[[display]]\nname = "a"\noutput = "none"\n')
        environment = {"WHEELD_SOCKET": scratch.socket}

        def check_all():
            for words in (["devices"], ["devices", "--json"], ["doctor"], ["doctor", "--json"]):
                code, out, err = run([*words, "--config", str(config)], environment)
                assert code in (DONE, REFUSED), err
                check_visible(out, str(words))
                check_visible(err, str(words))
                assert "]0;x" in out or words[0] == "doctor", f"{words} does not show the device: {out}"
                assert "\n[[input]]" not in out and "\n#" not in out, f"{words} has a forged line: {out}"

        wait_until("the device comes", lambda: "]0;x" in run(["devices", "--config", str(config)])[1])
        check_all()
        with Daemon(scratch) as daemon:
            daemon.wait_for_log("input knob: attached")
            check_all()
            for words in (["list"], ["list", "--json"], ["record", "knob", "-", "--duration-s", "0.2"]):
                code, out, err = run(words, environment)
                expect(code, DONE, err)
                check_visible(out + err, str(words))
            with Process([program("wheelctl"), "--socket", scratch.socket, "watch"]) as watch:
                with daemon.client() as client:
                    angles = itertools.cycle(range(90))

                    def has_said_something():
                        client.do(op="set", control="angle", value=next(angles))
                        return watch.all_lines()

                    wait_until("watch says something", has_said_something)
                    client.do(op="subscribe", events=["device"])
                    config.write_text(config.read_text().replace("0x0001", "0x0002"))
                    daemon.signal(1)
                    client.event("device", state="waiting")
                    config.write_text(config.read_text().replace("0x0002", "0x0001"))
                    daemon.signal(1)
                    client.event("device", state="attached")
                    wait_until(
                        lambda: f"watch tells of the device: {watch.all_lines()}",
                        lambda: any(line.startswith("device") and "attached" in line for line in watch.all_lines()),
                    )
                check_visible(watch.out.read_text(), "watch")
            for line in daemon.log_lines():
                check_visible(line, "log")
                assert line.startswith("wheeld: "), f"a forged line of the log: {line}"
        learned_block_names_the_device(scratch, knob, config)


def learned_block_names_the_device(scratch, knob, config):
    words = [program("wheelctl"), "learn", "--device", "*]0;x*", "--quiet-s", "1", "--config", str(config)]
    with Process(words) as learn:

        def answer(question, *turns):
            def is_asked():
                runs = learn.process.poll() is None
                if question in learn.err.read_text():
                    return True
                assert runs, learn.err.read_text()
                return False

            wait_until(learn.err.read_text, is_asked)
            for turn in turns:
                turn()
                # Pauses as a hand does. Turns without a pause would be coalesced.
                time.sleep(0.02)

        answer("Turn the knob clockwise", *[lambda: knob.turn(1)] * 24)
        answer("Turn it back", *[lambda: knob.turn(-1)] * 6)
        answer("Press it", knob.click)
        expect(learn.end(), DONE, learn.err.read_text())
        block = learn.out.read_text()
        check_visible(block, "learn")
        check_visible(learn.err.read_text(), "learn")
    assert block.count("[[input]]\n") == 1, block
    config.write_text(f'[socket]\npath = "{scratch.socket}"\n{block}[[display]]\nname = "a"\noutput = "none"\n')
    expect(run(["check-config", str(config)])[0], DONE, block)
    with Daemon(scratch) as daemon:
        daemon.wait_for_log("input knob: attached")


@alone_case
def hostile_words_and_paths_are_shown(scratch):
    path = scratch.folder + "/" + EVIL.replace("/", "")
    rows = (
        (["get", EVIL], None), ([EVIL], WRONG_USAGE), (["get", "--" + EVIL], WRONG_USAGE),
        (["check-config", path], REFUSED), (["replay", path], REFUSED), (["devices", "--config", path], REFUSED),
        (["preview", "-o", path + "/x.png"], REFUSED), (["--socket", path, "list"], None),
        (["completion", EVIL], WRONG_USAGE), (["learn", EVIL, EVIL], None), (["doctor", "--config", path], REFUSED),
    )  # fmt: skip
    for words, expected in rows:
        code, out, err = run(words, {"WHEELD_SOCKET": scratch.folder + "/nowhere"})
        assert code == expected or expected is None and code, f"{words}: {code}"
        check_visible(out, str(words))
        check_visible(err, str(words))


@alone_case
def hostile_configurations_are_reported(scratch):
    path = scratch.folder + "/" + EVIL.replace("/", "") + ".toml"
    text = '"' + "".join(f"\\U{ord(c):08x}" for c in EVIL) + '"'
    for line in (
        f"[[control]]\nname = {text}\n", f'[[control]]\nname = "a"\n{text} = 1\n', f"[{text}]\n",
        f'[[control]]\nname = "a"\nkind = {text}\n', f'[[control]]\nname = "a"\nunit = {text}\n',
        f'[[input]]\nname = "a"\ntype = "evdev"\nmatch = {{ name = {text} }}\n', f"x = {EVIL}\n",
        f'[[control]]\nname = "a"\nkind = "float"\nrange = {text}\n', f"[socket]\npath = {text}\n",
        f"[[display]]\nname = \"a\"\nfont = {text}\n", f"[socket]\nwrite = [{text}]\n",
    ):  # fmt: skip
        pathlib.Path(path).write_text(line)
        code, out, err = run(["check-config", path])
        expect(code, REFUSED, line)
        check_visible(out + err, line)
        done = subprocess.run([program("wheeld"), "--check-config", path], capture_output=True, text=True, timeout=60)
        expect(done.returncode, 78, line)
        check_visible(done.stdout + done.stderr, line)


@alone_case
def a_hostile_configuration_forges_no_line_of_the_log(scratch):
    evil_path = scratch.folder + "/" + EVIL.replace("/", "") + ".toml"
    pathlib.Path(evil_path).write_text(pathlib.Path(scratch.configuration).read_text())
    scratch.configuration = evil_path
    with Daemon(scratch) as daemon:
        pathlib.Path(evil_path).write_text("[" + EVIL)
        daemon.signal(1)
        daemon.wait_for_log("configuration: refused")
        for line in daemon.log_lines():
            check_visible(line, "log")
            assert not line.startswith("wheelctl: forged"), line
