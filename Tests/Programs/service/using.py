"""Devices and reloads, with a configuration by the administrator."""

import contextlib

from installing import Devices, knob_nodes, rights
from kit.devices import Knob
from machine import (
    CONFIGURATION, SERVICE, check, client, cursor, do, expect, fails, is_active, journal, main_pid, show, systemctl, until,
)  # fmt: skip

TEXT = """
[[display]]
name = "main"
output = "none"

[[control]]
name = "frequency"
label = "Frequency"
kind = "float"
range = "[0.1, 30]"
default = 7
speeds = [{ name = "coarse", per_detent = 0.5 }, { name = "fine", per_detent = 0.001 }]

[[control]]
name = "gain"
kind = "int"
range = "[-60, 6]"
default = 0
speeds = [{ name = "only", per_detent = 1 }]

[[input]]
name = "knob"
type = "evdev"
match = { name = "wheeld test knob" }
controls = ["frequency"]

[[input]]
name = "encoder"
type = "gpio"
a = 0
b = 1
button = 2
controls = ["gain"]
"""


def attached(one, name):
    def is_there():
        return any(i["input"] == name and i["state"] == "attached" for i in one.do(op="list")["inputs"])

    until(is_there, f"{name} attached")
    one.take()


@check
def a_reload_takes_a_good_file():
    pid = main_pid()
    CONFIGURATION.write_text(TEXT)
    with client() as one:
        systemctl("reload", SERVICE)
        names = [c["control"] for c in one.event("controls")["controls"]]
        expect(names, ["frequency", "gain"])
        one.do(op="set", control="frequency", value=14.5)
    assert is_active()
    expect(main_pid(), pid)


@check
def a_knob_that_is_plugged_in_is_known_to_udev_and_turns_its_control():
    Devices.knob.unplug()
    until(lambda: not knob_nodes(), "the knob's end")
    with client() as one:
        until(lambda: one.do(op="list")["inputs"][0]["state"] == "waiting", "a knob that waits")
        one.take()
        Devices.knob = Knob()
        one.event("device", input="knob", state="attached")
        (event,) = knob_nodes()
        expect(rights(event), ("root", "input", "0o660"))
        tags = do("udevadm", "info", "--query=property", "--property=TAGS", "--value", event)
        assert ":systemd:" in tags, tags
        expect(show("ActiveState", do("systemd-escape", "--path", "--suffix=device", event).strip()), "active")
        Devices.knob.turn(3)
        turned = one.event("value")
        expect((turned["control"], turned["value"], turned["input"]), ("frequency", 16, "knob"))
        expect(one.event("commit")["value"], 16)


@check
def an_encoder_on_lines_turns_its_control():
    with client() as one:
        attached(one, "encoder")
        Devices.lines.turn(2)
        expect([one.event("value")["value"] for _ in range(2)], [1, 2])
        expect(one.event("commit")["input"], "encoder")


@contextlib.contextmanager
def configured(text):
    """Runs a block with this configuration file, and then restores the previous file."""
    CONFIGURATION.write_text(text)
    try:
        yield
    finally:
        CONFIGURATION.write_text(TEXT)
        systemctl("reload", SERVICE, status=None)


@check
def it_draws_on_a_card_and_on_a_frame_buffer():
    for output in ("drm:/dev/dri/card0", "fbdev:/dev/fb0"):
        with configured(TEXT.replace('"none"', f'"{output}"')), client() as one:
            systemctl("reload", SERVICE)
            until(lambda one=one: one.ask(op="screenshot")["ok"], f"a picture on {output}")
            used = do("sh", "-c", f"ls -l /proc/{main_pid()}/fd")
            assert output.partition(":")[2] in used, used


@check
def a_reload_of_a_broken_file_fails_and_changes_nothing():
    pid = main_pid()
    lines = (TEXT.replace('label = "Frequency"', 'lable = "Frequency"') + "detents = -1\n").splitlines()
    with client() as one:
        one.do(op="set", control="frequency", value=3.5)
        before = one.do(op="list")
        one.quiet()
        since = cursor()
        with configured("\n".join(lines) + "\n"):
            fails("systemctl", "reload", SERVICE)
            said = "\n".join(journal(since, "-u", SERVICE))
            for wrong in ('lable = "Frequency"', "detents = -1"):
                assert f"{CONFIGURATION}:{lines.index(wrong) + 1}:" in said, said
            assert is_active()
            expect(main_pid(), pid)
            after = one.do(op="list")
            expect((after["controls"], after["inputs"]), (before["controls"], before["inputs"]))
            expect(one.take(), [])
        one.event("controls")
    expect(main_pid(), pid)


@check
def a_restart_keeps_state_and_lets_nobody_down():
    pid = main_pid()
    with client() as one:
        one.do(op="set", values={"frequency": 21.25, "gain": -7})
        one.do(op="speed", control="frequency", speed="fine")
        systemctl("--no-block", "restart", SERVICE)
        # While the daemon restarts, a client's connection waits and is not refused.
        served = 0
        while main_pid() in (0, pid) or not is_active():
            with client() as other:
                served += other.hello["event"] == "hello"
        assert served
    with client() as one:
        controls = {c["control"]: c for c in one.hello["controls"]}
        expect((controls["frequency"]["value"], controls["gain"]["value"]), (21.25, -7))
        expect(controls["frequency"]["speed"], "fine")
    assert main_pid() != pid
