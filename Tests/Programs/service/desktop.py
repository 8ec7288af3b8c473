"""A desktop: without any group, the user at the machine may open knobs, and runs a daemon of their own."""

import json
import os
import pathlib
import pwd
import subprocess

from installing import Devices, knob_nodes, rights
from kit.devices import BTN_0, BTN_1, REL_DIAL, Knob
from machine import (
    PATIENCE_S, SERVICE, SOCKET, SOCKET_UNIT, as_user, check, client, do, expect, fails, is_active, systemctl, until,
)  # fmt: skip
from using import attached

USER = "desk"
SESSION = "desk-session.service"
TEXT = """
[[display]]
name = "main"
output = "none"

[[control]]
name = "zoom"
kind = "float"
range = "[1, 10]"
speeds = [{ name = "only", per_detent = 0.5 }]

[[input]]
name = "knob"
type = "evdev"
"""

REL_X, REL_Y, REL_WHEEL, REL_WHEEL_HI_RES = 0, 1, 8, 11
ABS_X, ABS_Y = 0, 1
KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP, KEY_WAKEUP = 113, 114, 115, 143
BTN_9, BTN_LEFT, BTN_RIGHT, BTN_TOUCH, KEY_NUMERIC_0 = 0x109, 0x110, 0x111, 0x14A, 0x200
SURFACE_DIAL = (0x045E, 0x091B)

OPEN = {
    "dial with a button": {"keys": [BTN_0]},
    "dial of the kernel's driver": {"keys": []},
    "jog and ring": {"relative": [REL_DIAL, REL_WHEEL], "keys": range(BTN_0, BTN_9 + 1)},
    "wheel": {"relative": [REL_WHEEL, REL_WHEEL_HI_RES], "keys": [BTN_1]},
    "wheel without keys": {"relative": [REL_WHEEL], "keys": []},
    "Surface Dial": {"keys": [BTN_0, BTN_TOUCH, KEY_WAKEUP], "absolute": [ABS_X, ABS_Y], "ids": SURFACE_DIAL},
}
CLOSED = {
    "volume knob": {"relative": [], "keys": [KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP]},
    "dial with a media key": {"keys": [BTN_0, KEY_MUTE]},
    "dial with a mouse's button": {"keys": [BTN_0, BTN_LEFT]},
    "dial with a key pad": {"keys": [BTN_0, KEY_NUMERIC_0]},
    "dial with a key pad alone": {"keys": [KEY_NUMERIC_0]},
    "mouse": {"relative": [REL_X, REL_Y, REL_WHEEL], "keys": [BTN_LEFT, BTN_RIGHT]},
    "mouse with a dial": {"relative": [REL_X, REL_Y, REL_DIAL], "keys": [BTN_0]},
    "keyboard with a wheel": {"relative": [REL_WHEEL], "keys": range(1, 128)},
    "touchscreen": {"relative": [], "keys": [BTN_TOUCH], "absolute": [ABS_X, ABS_Y]},
    "touchscreen with a dial": {"keys": [BTN_TOUCH], "absolute": [ABS_X, ABS_Y]},
    "pedals": {"relative": [], "keys": [BTN_0, BTN_1]},
}


def number():
    return pwd.getpwnam(USER).pw_uid


def as_desk(*words):
    """The command that runs these words as the user, who is in no other group."""
    variables = (f"XDG_RUNTIME_DIR=/run/user/{number()}", f"HOME={pwd.getpwnam(USER).pw_dir}")
    return ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "env", *variables, *words)


def may_open(path):
    return subprocess.run(as_desk("sh", "-c", f": <>{path}"), capture_output=True).returncode == 0


def configuration(text):
    file = pathlib.Path(pwd.getpwnam(USER).pw_dir, ".config/wheeld/wheeld.toml")
    do(*as_desk("mkdir", "-p", str(file.parent)))
    file.write_text(text)
    return file


def own_socket():
    return f"/run/user/{number()}/wheeld.sock"


@check
def a_knob_is_open_only_to_the_user_of_the_session_at_the_machine():
    do("useradd", "--system", "--create-home", "--shell", "/bin/sh", USER)
    (event,) = knob_nodes()
    assert not may_open(event), "a user without a session may open the knob"
    login = ("-p", f"User={USER}", "-p", "PAMName=su-l", "-E", "XDG_SEAT=seat0")
    do("systemd-run", "--quiet", f"--unit={SESSION}", *login, "sleep", "infinity")
    until(lambda: may_open(event), "the knob is open")
    # The access list removes no rights from the group.
    do(*as_user("input", "sh", "-c", f": <>{event}"))
    fails(*as_user("", "sh", "-c", f": <{event}"))


@check
def devices_that_can_do_more_than_a_knob_stay_closed():
    made = {name: Knob(name.encode(), **{"absolute": [], **parts}) for name, parts in (OPEN | CLOSED).items()}
    try:
        do("udevadm", "settle")
        nodes = {
            (event / "device/name").read_text().strip(): f"/dev/input/{event.name}"
            for event in pathlib.Path("/sys/class/input").glob("event*")
        }
        assert nodes.keys() >= made.keys(), nodes
        # udev's rules set the access lists, so all are set when udev has settled.
        expect({name for name in made if may_open(nodes[name])}, set(OPEN))
    finally:
        for device in made.values():
            device.unplug()
    for path in ("/dev/gpiochip0", "/dev/uinput"):
        assert os.path.exists(path) and not may_open(path), path


@check
def a_user_without_a_configuration_is_told():
    do(*as_desk("systemd-analyze", "--user", "verify", "--man=no", SERVICE, SOCKET_UNIT))
    systemctl("disable", "--now", SOCKET_UNIT, SERVICE)
    fails(*as_desk("systemctl", "--user", "start", "wheeld"))
    wrong = {finding["check"]: finding for finding in doctor() if finding["verdict"] == "wrong"}
    file = configuration(TEXT)
    expect(wrong["configuration"]["text"], f"{file} does not exist")
    expect(wrong["service"]["remedy"], [f"wheeld --check-config {file}", "systemctl --user restart wheeld"])
    do(*as_desk("sh", "-c", " && ".join(wrong["service"]["remedy"])))


def doctor():
    done = subprocess.run(as_desk("wheelctl", "--json", "doctor"), capture_output=True, text=True, timeout=PATIENCE_S)
    return [json.loads(line) for line in done.stdout.splitlines()]


@check
def the_users_daemon_is_found_and_turned():
    do(*as_desk("systemctl", "--user", "enable", "--now", "wheeld"))
    expect(rights(own_socket()), (USER, USER, "0o600"))
    with client(own_socket()) as one:
        attached(one, "knob")
        Devices.knob.turn(3)
        expect(one.event("commit")["value"], 2.5)
    expect(do(*as_desk("wheelctl", "get", "zoom")), "2.5\n")
    do(*as_desk("wheelctl", "set", "zoom", "4"))
    fails(*as_user("input", "wheelctl", "--socket", own_socket(), "ping"))
    pid = int(do(*as_desk("systemctl", "--user", "show", "--value", "-p", "MainPID", SERVICE)))
    expect(os.stat(f"/proc/{pid}").st_uid, number())


@check
def the_doctor_checks_the_users_own_service():
    findings = {finding["check"]: finding for finding in doctor()}
    expect([finding for finding in findings.values() if finding["verdict"] == "wrong"], [])
    expect(findings["service"]["text"], "your own wheeld.service runs")
    (event,) = knob_nodes()
    assert event in findings["user"]["text"], findings
    assert own_socket() in findings["socket"]["text"], findings


@check
def the_users_configuration_is_reloaded():
    configuration(TEXT.replace('"zoom"', '"focal-length"'))
    do(*as_desk("systemctl", "--user", "reload", "wheeld"))
    with client(own_socket()) as one:
        expect([control["control"] for control in one.hello["controls"]], ["focal-length"])
    file = configuration(TEXT + "nonsense = 1\n")
    fails(*as_desk("systemctl", "--user", "reload", "wheeld"))
    with client(own_socket()) as one:
        expect([control["control"] for control in one.hello["controls"]], ["focal-length"])
    file.write_text(TEXT)


@check
def the_users_socket_starts_the_daemon_and_is_removed_with_its_unit():
    do(*as_desk("systemctl", "--user", "stop", SERVICE))
    do(*as_desk("wheelctl", "get", "zoom"))
    do(*as_desk("systemctl", "--user", "disable", "--now", SOCKET_UNIT, SERVICE))
    assert not os.path.exists(own_socket())
    systemctl("enable", "--now", SOCKET_UNIT, SERVICE)
    assert SOCKET in fails(*as_desk("wheelctl", "ping"))


@check
def with_the_session_everything_ends():
    do(*as_desk("systemctl", "--user", "start", "wheeld"))
    (event,) = knob_nodes()
    systemctl("stop", SESSION)
    until(lambda: not may_open(event), "the knob is closed")
    # The user's service manager ends some seconds after the last session.
    until(lambda: not os.path.exists(f"/run/user/{number()}"), "the user's folder is removed")
    do("userdel", "--remove", USER)
    assert is_active() and is_active(SOCKET_UNIT)
