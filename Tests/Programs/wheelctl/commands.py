"""Commands that read and change values."""

import pathlib
import subprocess

from ctl import DONE, NO_DAEMON, REFUSED, WRONG_USAGE, complaint, json_told, run, told
from kit.cases import alone_case, case, expect
from kit.daemon import Daemon, program

BY_CONTROL = ("get", "speed", "reset", "commit")


@case
def list_is_a_plain_table(daemon):
    lines = told(daemon, "list").splitlines()
    expect(lines[0].split(), ["CONTROL", "VALUE", "TEXT", "RANGE", "SPEED"])
    expect(lines[1].split("  ")[0], "frequency")
    assert "[0.1, 30]" in lines[1] and "7.100000 MHz" in lines[1] and lines[1].endswith("coarse"), lines[1]
    starts = {line.index(word) for line, word in ((lines[0], "RANGE"), (lines[1], "[0.1"), (lines[2], "[-60"))}
    expect(len(starts), 1, "columns that begin at the same place")
    assert "low-pass, band-pass, hp" in lines[5] and "16 positions" in lines[6], lines
    expect(lines[8].split(), ["INPUT", "TYPE", "STATE", "TURNS"])
    expect(lines[9].split(), ["knob", "evdev", "waiting", "frequency"])
    expect(told(daemon, "list", "--names").split(), ["frequency", "gain", "count", "azimuth", "filter", "steps"])
    expect(told(daemon, "list", "--inputs"), "knob")
    with daemon.client() as client:
        line = json_told(daemon, "list")
        expect(line["controls"], client.hello["controls"])
        expect(line["inputs"], client.hello["inputs"])


@case
def list_shows_what_is_not_usual(daemon):
    with daemon.client() as client:
        client.do(op="set", control="frequency", value=3, commit=False)
        client.do(op="lock", control="gain", locked=True)
        client.do(op="ramp", control="azimuth", by=90, duration_s=100)
        client.do(op="ramp-pause", control="azimuth")
        client.do(op="lock", locked=True)
        lines = told(daemon, "list").splitlines()
        expect(lines[0].split(), ["CONTROL", "VALUE", "TEXT", "RANGE", "SPEED", "STATE"])
        column = lines[0].index("STATE")
        states = [line[column:] for line in lines[1:7]]
        expect(states, ["editing", "locked", "", "ramp paused", "", ""])
        expect(lines[8], "the panel is locked: hands change nothing")


@alone_case
def list_shows_pending_values(scratch):
    scratch.configure(lambda text: text.replace('unit = "dB"', 'unit = "dB"\nconfirm = true', 1))
    with Daemon(scratch) as daemon:
        told(daemon, "turn", "gain", "-3")
        assert told(daemon, "list").splitlines()[2].endswith("  pending -9"), told(daemon, "list")


@alone_case
def reload_lists_the_mistakes(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        scratch.configure(lambda text: text.replace("decimals = 6", "decimals = 5"))
        expect(told(daemon, "reload"), "")
        expect(client.event("controls")["controls"][0]["decimals"], 5)
        scratch.configure(lambda text: text.replace("decimals = 6", "decimal = 6").replace("step = 0.5", "step = -1"))
        lines = pathlib.Path(scratch.configuration).read_text().splitlines()
        code, out, err = run(["reload"], {"WHEELD_SOCKET": daemon.path})
        places = [f"wheelctl: {scratch.configuration}:{lines.index(word) + 1}:" for word in ("decimal = 6", "step = -1")]
        expect((code, out, len(err.splitlines())), (REFUSED, "", 2), err)
        assert all(line.startswith(place) for line, place in zip(err.splitlines(), places)), err


@alone_case
def a_screenshot_that_cannot_be_taken_has_its_reason(scratch):
    file = scratch.folder + "/shot.png"
    remedy = "(a display with output = \"remote\" has one without a screen; wheelctl preview draws one without a daemon)\n"

    def said(daemon, *words):
        code, out, err = run(["screenshot", "-o", file, *words], {"WHEELD_SOCKET": daemon.path})
        expect((code, out, pathlib.Path(file).exists()), (REFUSED, "", False))
        assert err.endswith(remedy), err
        return err

    with Daemon(scratch) as daemon:
        assert "there is no picture: the configuration has no display with an output" in said(daemon)
        assert 'display main has output = "none"' in said(daemon, "--display", "main")
    scratch.configure(lambda text: text + '[[display]]\nname = "oled"\noutput = "fbdev:/dev/none"\n')
    with Daemon(scratch) as daemon:
        daemon.wait_for_log("display oled: waiting: ")
        assert "there is no picture: display oled: /dev/none: " in said(daemon), said(daemon)


@case
def get_prints_the_value_as_the_socket_writes_it(daemon):
    with daemon.client() as client:
        client.do(op="set", values={"frequency": 0.30000000000000004, "filter": "hp", "steps": ["2", "9"]})
    expect(told(daemon, "get", "frequency"), "0.30000000000000004")
    expect(told(daemon, "get", "filter"), '"hp"')
    expect(told(daemon, "get", "steps"), '["2","9"]')
    expect(json_told(daemon, "get", "filter")["value"], "hp")


@case
def set_prints_the_value_that_it_now_has(daemon):
    for control, words, printed in (
        ("frequency", "14.1", "14.1"),
        ("frequency", "1e1", "10"),
        ("gain", "-3.5", "-3.5"),
        ("count", "-42", "-42"),
        ("filter", "hp", '"hp"'),
        ("filter", '"low-pass"', '"low-pass"'),
        ("steps", "2,9", '["2","9"]'),
        ("steps", '["3"]', '["3"]'),
        ("steps", "", "[]"),
    ):
        expect(told(daemon, "set", control, words), printed, f"set {control} {words}")
    line = json_told(daemon, "set", "frequency", "31")
    expect((line["ok"], line["value"], line["clamped"]), (True, 30, True))


@case
def set_reports_a_changed_number(daemon):
    def said(*words):
        code, out, err = run(["set", *words], {"WHEELD_SOCKET": daemon.path})
        expect(code, DONE, err)
        return out, err

    expect(said("frequency", "31"),
           ("30\n", "wheelctl: set frequency: 31 lies outside [0.1, 30]: it is now 30\n"))  # fmt: skip
    expect(said("gain", "-3.3"), ("-3.5\n", "wheelctl: set gain: -3.3 lies between the steps of 0.5: it is now -3.5\n"))
    expect(said("frequency=0", "filter=hp", "gain=-3.1"),
           ('frequency=0.1\nfilter="hp"\ngain=-3\n',
            "wheelctl: set frequency: 0 lies outside [0.1, 30]: it is now 0.1\n"
            "wheelctl: set gain: -3.1 lies between the steps of 0.5: it is now -3\n"))  # fmt: skip
    # On a control that wraps, a full turn more is the same value, so nothing is reported.
    expect(said("azimuth", "370"), ("10\n", ""))


@case
def set_exact_changes_nothing_where_it_cannot(daemon):
    expect(told(daemon, "set", "frequency=3", "gain=-6", "--exact"), "frequency=3\ngain=-6")
    expect(complaint(daemon, REFUSED, "set", "frequency", "45", "--exact"),
           "wheelctl: set frequency: 45 lies outside [0.1, 30]")  # fmt: skip
    complaint(daemon, REFUSED, "set", "--exact", "gain=-9", "frequency=45")
    complaint(daemon, REFUSED, "set", "--exact", "frequency=4", "gain=-9.25")
    expect((told(daemon, "get", "frequency"), told(daemon, "get", "gain")), ("3", "-6"))
    for value in ("-60", "-59.5", "5.5", "6", "0.0"):
        told(daemon, "set", "gain", value, "--exact")
    expect(told(daemon, "set", "azimuth", "370", "--exact"), "10")
    expect(told(daemon, "set", "filter", "hp", "--exact"), '"hp"')


@case
def set_of_several_is_all_or_none(daemon):
    expect(told(daemon, "set", "frequency=3", "filter=hp", "gain=-6"), 'frequency=3\nfilter="hp"\ngain=-6')
    complaint(daemon, REFUSED, "set", "gain=-9", "filter=wide")
    complaint(daemon, REFUSED, "set", "gain=-9", "count=1.5")
    complaint(daemon, REFUSED, "set", "gain=-9", "nothing=1")
    expect(told(daemon, "get", "gain"), "-6")
    expect(told(daemon, "set", "frequency=4"), "frequency=4")


@case
def set_can_leave_the_interaction_open(daemon):
    with daemon.client() as watcher:
        told(daemon, "set", "gain", "-6", "--no-commit")
        value = watcher.event("value", control="gain")
        expect((value["value"], value["editing"]), (-6, True))
        # When wheelctl ends, its interaction ends, too.
        watcher.event("commit", control="gain", value=-6)
        told(daemon, "set", "gain", "-7")
        expect(watcher.event("value", control="gain")["editing"], False)
    expect(told(daemon, "set", "gain", "-5", "--unless-editing"), "-5")
    expect(told(daemon, "set", "--unless-editing", "gain=-4"), "gain=-4")


@case
def turn_and_step_move(daemon):
    told(daemon, "set", "frequency", "10")
    expect(told(daemon, "turn", "frequency", "3"), "10.3")
    expect(told(daemon, "turn", "frequency", "-2", "--speed", "fine"), "10.298")
    expect(told(daemon, "turn", "frequency", "0.5", "--speed=coarse"), "10.348")
    told(daemon, "set", "gain", "0")
    expect(told(daemon, "step", "gain", "-3"), "-1.5")
    expect(json_told(daemon, "step", "gain", "1")["value"], -1)
    expect(json_told(daemon, "turn", "gain", "0")["value"], -1)
    complaint(daemon, REFUSED, "turn", "frequency", "1", "--speed", "warp")
    complaint(daemon, WRONG_USAGE, "turn", "frequency", "many")
    complaint(daemon, WRONG_USAGE, "step", "gain", "1.5")


@case
def speed_is_printed_and_changed(daemon):
    expect(told(daemon, "speed", "frequency"), "coarse")
    expect(told(daemon, "speed", "frequency", "next"), "fine")
    expect(told(daemon, "speed", "frequency", "previous"), "coarse")
    expect(told(daemon, "speed", "frequency", "fine"), "fine")
    expect(told(daemon, "speed", "frequency"), "fine")
    expect(json_told(daemon, "speed", "frequency", "coarse")["speed"], "coarse")
    assert "there are: coarse, fine" in complaint(daemon, REFUSED, "speed", "frequency", "warp")


@case
def select_and_toggle_choose(daemon):
    expect(told(daemon, "select", "filter", "hp"), '"hp"')
    expect(told(daemon, "toggle", "steps", "3"), '["3"]')
    expect(told(daemon, "toggle", "steps", "1"), '["1","3"]')
    expect(json_told(daemon, "toggle", "steps", "3")["value"], ["1"])
    complaint(daemon, REFUSED, "select", "filter", "wide")
    complaint(daemon, REFUSED, "toggle", "filter", "hp")


@case
def reset_and_commit_end(daemon):
    told(daemon, "set", "frequency", "3")
    expect(told(daemon, "reset", "frequency"), "7.1")
    with daemon.client() as client:
        client.do(op="set", control="gain", value=-9, commit=False)
        client.take()
        expect(told(daemon, "commit", "gain"), "-9")
        expect(client.event("commit")["value"], -9)


@case
def focus_page_and_lock(daemon):
    expect(told(daemon, "focus", "knob", "azimuth"), "")
    assert told(daemon, "list").splitlines()[9].endswith("azimuth")
    complaint(daemon, REFUSED, "focus", "nothing", "azimuth")
    complaint(daemon, REFUSED, "focus", "knob", "nothing")
    expect(told(daemon, "page"), "tuning")
    expect(told(daemon, "page", "next"), "levels")
    expect(told(daemon, "page"), "levels")
    expect(told(daemon, "page", "previous"), "tuning")
    expect(told(daemon, "page", "levels"), "levels")
    expect(json_told(daemon, "page", "tuning")["page"], "tuning")
    expect(json_told(daemon, "page"), "tuning")
    complaint(daemon, REFUSED, "page", "nothing")
    expect(told(daemon, "lock"), "")
    with daemon.client() as client:
        expect(client.hello["locked"], True)
    expect(told(daemon, "unlock"), "")
    with daemon.client() as client:
        expect(client.hello["locked"], False)
    for word, locked in (("lock", True), ("unlock", False)):
        expect(told(daemon, word, "gain", "azimuth"), "")
        with daemon.client() as client:
            expect(client.hello["locked"], False)
            expect([c["control"] for c in client.hello["controls"] if c["locked"]], ["gain", "azimuth"] if locked else [])
    complaint(daemon, REFUSED, "lock", "gian")


@case
def stats_and_ping(daemon):
    lines = told(daemon, "stats").splitlines()
    rows = {line.split("  ")[0]: line.split()[-1] for line in lines[: lines.index("")]}
    expect(rows["clients"], "1")
    assert set(rows) >= {"uptime", "events in", "events dropped", "events published"}, rows
    expect(lines[lines.index("") + 1].split(), ["INPUT", "EVENTS", "DROPPED"])
    expect(json_told(daemon, "stats")["clients"], 1)
    line = told(daemon, "ping")
    assert line.startswith(f"{daemon.path}: wheeld ") and line.endswith("µs"), line
    expect(json_told(daemon, "ping")["ok"], True)


@case
def a_refusal_has_the_daemons_message(daemon):
    for command in BY_CONTROL:
        message = complaint(daemon, REFUSED, command, "freq")
        expect(message, f"wheelctl: {command} freq: no control named 'freq'; did you mean 'frequency'?")  # fmt: skip
    message = complaint(daemon, REFUSED, "set", "count", "1.5")
    expect(message, "wheelctl: set count: count is an int and takes whole numbers only")


@alone_case
def check_config_needs_no_daemon(scratch):
    code, out, err = run(["check-config", scratch.configuration])
    expect((code, out, err), (DONE, f"{scratch.configuration}: ok\n", ""))
    scratch.configure(lambda text: text.replace("decimals = 6", "decimal = 6").replace("step = 0.5", "step = -1"))
    lines = pathlib.Path(scratch.configuration).read_text().splitlines()
    code, out, err = run(["check-config", scratch.configuration])
    expect((code, out), (REFUSED, ""))
    *mistakes, last = err.splitlines()
    expect(len(mistakes), 2)
    for mistake, word in zip(mistakes, ("decimal = 6", "step = -1")):
        assert mistake.startswith(f"{scratch.configuration}:{lines.index(word) + 1}:"), mistake
    assert "did you mean 'decimals'" in mistakes[0], mistakes[0]
    expect(last, f"wheelctl: {scratch.configuration}: there are 2 mistakes")
    code, out, err = run(["check-config", scratch.folder + "/none.toml"])
    expect((code, out), (REFUSED, ""))
    assert "none.toml: cannot be read" in err, err
    usual = "/etc/wheeld/wheeld.toml"
    if not pathlib.Path(usual).exists():
        expect(
            run(["check-config"]), (DONE, f"{usual} does not exist: the daemon uses the standard configuration\n", "")
        )


@alone_case
def check_config_tells_of_digits_that_are_too_small(scratch):
    def page(cells, display):
        return (
            '[[control]]\nname = "vfo"\nkind = "float"\nrange = "[0, 99999]"\nscene = "wheel"\n'
            f'[[display]]\nname = "front"\n{display}\n[[page]]\nname = "main"\ngrid = ["vfo {cells}"]\n'
        )

    def told(cells, display, room, height, least):
        scratch.configure(lambda _: page(cells, display))
        path = scratch.configuration
        line = (
            f'{path}:10:8: the digits of "vfo" are {height} mm high on the page "main" of the display "front" ({room}), '
            f"and below {least} mm they are hard to read: give it a larger cell with grid, columns or rows, or fewer digits"
        )
        code, out, err = run(["check-config", path])
        expect((code, out, err), (DONE, f"{path}: ok\n", f"{line} (warning)\n"))
        done = subprocess.run([program("wheeld"), "--check-config", path], capture_output=True, text=True, timeout=60)
        expect((done.returncode, done.stdout, done.stderr), (0, f"{path}: ok\n", f"wheeld: warning: {line}\n"))

    told(". . . . . .", 'output = "auto"', "110 × 66 mm, unless size_mm says otherwise", "2.7", "3.5")
    told(". . . . . .", "size_mm = [55, 33]", "55 × 33 mm", "1.3", "2.0")
    small = ". . . . . ."
    for cells, display in ((".", 'output = "auto"'), (small, "size_mm = [300, 200]"), (small, 'output = "none"')):
        text = page(cells, display)
        scratch.configure(lambda _, text=text: text)
        expect(run(["check-config", scratch.configuration]), (DONE, f"{scratch.configuration}: ok\n", ""))


@alone_case
def check_config_reports_unknown_accounts(scratch):
    def rights(text):
        start = text.index("write = [")
        end = text.index("\n", start)
        return text[:start] + 'group = "nosuchgroup"\nwrite = ["root", "nobodyatall", "@nosuch", "@0", 7]' + text[end:]

    scratch.configure(rights)
    path = scratch.configuration
    lines = [
        f"{path}: there is no group 'nosuchgroup' here ('group' in [socket]) (warning)",
        f"{path}: there is no user 'nobodyatall' here ('write' in [socket]) (warning)",
        f"{path}: there is no group 'nosuch' here ('write' in [socket]) (warning)",
    ]
    code, out, err = run(["check-config", path])
    expect((code, out, err.splitlines()), (DONE, f"{path}: ok\n", lines))
    done = subprocess.run([program("wheeld"), "--check-config", path], capture_output=True, text=True, timeout=60)
    expect((done.returncode, done.stdout, done.stderr.splitlines()), (0, f"{path}: ok\n", lines))
    done = subprocess.run([program("wheeld"), path], capture_output=True, text=True, timeout=60)
    expect(done.returncode, 2)
    assert f"a configuration is named with --config {path}" in done.stderr, done.stderr


@alone_case
def the_socket_is_found_in_the_documented_order(scratch):
    scratch.socket = scratch.folder + "/wheeld.sock"
    scratch.configure()
    with Daemon(scratch):
        nowhere = scratch.folder + "/nowhere"
        expect(run(["--socket", scratch.socket, "get", "gain"], {"WHEELD_SOCKET": nowhere})[0], DONE)
        expect(run(["get", "gain", "--socket", scratch.socket], bare=True)[0], DONE)
        expect(run([f"--socket={scratch.socket}", "get", "gain"], bare=True)[0], DONE)
        expect(run(["get", "gain"], {"WHEELD_SOCKET": scratch.socket}, bare=True)[0], DONE)
        expect(run(["get", "gain"], {"XDG_RUNTIME_DIR": scratch.folder}, bare=True)[0], DONE)
        expect(run(["get", "gain"], {"WHEELD_SOCKET": nowhere, "XDG_RUNTIME_DIR": scratch.folder})[0], NO_DAEMON)
