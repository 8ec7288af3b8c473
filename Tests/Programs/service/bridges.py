"""The packages of the bridges: each package installs, its unit connects to the daemon, and its removal leaves nothing
behind."""

import os
import pathlib
import re
import signal
import time

from installing import PACKAGE
from machine import check, cursor, do, expect, fails, is_active, journal, main_pid, show, status_of, systemctl, until

PACKAGES = sorted(pathlib.Path(PACKAGE).parent.glob("wheeld-*.deb"))
CONFIGURATION = pathlib.Path("/etc/wheeld/bridges.toml")
# Only wheel-osc needs a configuration file.
WORKING = "[osc]\nlisten = 9001\n"
BRIDGES = [package.stem.replace("wheeld-", "wheel-") for package in PACKAGES]


@check
def the_packages_of_bridges_install():
    assert BRIDGES, "there are no packages of bridges"
    said = do("apt-get", "install", "-y", "--no-install-recommends", *map(str, PACKAGES))
    assert not re.search(r"^(W|E|warning|error)\b", said, re.M | re.I), said
    for bridge in BRIDGES:
        expect((bridge, show("UnitFileState", bridge), show("ActiveState", bridge)), (bridge, "disabled", "inactive"))
    expect(do("systemd-analyze", "verify", "--man=no", *(f"{bridge}.service" for bridge in BRIDGES)), "")


def ready(bridge):
    """The line that each bridge logs when it works."""
    return "browsers find the panel" if bridge == "wheel-web" else "connected to wheeld"


@check
def each_bridge_connects_with_the_daemon_as_a_user_of_its_own():
    CONFIGURATION.write_text(WORKING)
    for bridge in BRIDGES:
        since = cursor()
        systemctl("start", bridge)
        try:
            until(lambda: any(ready(bridge) in line for line in journal(since, "-u", bridge)), f"{bridge} is connected")
            status = status_of(int(show("MainPID", bridge)))
            assert status["Uid"].split()[0] != "0", f"{bridge} runs as root"
            expect((bridge, int(status["CapEff"], 16), status["NoNewPrivs"]), (bridge, 0, "1"))
            expect((bridge, show("NRestarts", bridge)), (bridge, "0"))
        finally:
            systemctl("stop", bridge)
        expect((bridge, show("Result", bridge)), (bridge, "success"))


def are_not_tried_again(status):
    """Starts all bridges. Each must end with this status, and must not be restarted after the usual pause."""
    for bridge in BRIDGES:
        fails("systemctl", "start", bridge)
    # A restart would follow after 5 s.
    time.sleep(6.5)
    for bridge in BRIDGES:
        members = tuple(show(member, bridge) for member in ("ActiveState", "ExecMainStatus", "NRestarts"))
        expect((bridge, *members), (bridge, "failed", status, "0"))
    systemctl("reset-failed", *BRIDGES)


@check
def a_bridge_with_a_wrong_configuration_is_not_tried_again():
    CONFIGURATION.write_text("".join(f"[{bridge.removeprefix('wheel-')}]\nnonsense = 1\n" for bridge in BRIDGES))
    try:
        are_not_tried_again("78")
    finally:
        CONFIGURATION.write_text(WORKING)


@check
def a_bridge_with_a_wrong_command_line_is_not_tried_again():
    files = [pathlib.Path(f"/run/systemd/system/{bridge}.service.d/wrong.conf") for bridge in BRIDGES]
    try:
        for bridge, file in zip(BRIDGES, files, strict=True):
            file.parent.mkdir(parents=True)
            file.write_text(f"[Service]\nExecStart=\nExecStart=/usr/bin/{bridge} --nonsense\n")
        systemctl("daemon-reload")
        are_not_tried_again("2")
    finally:
        for file in files:
            file.unlink()
            file.parent.rmdir()
        systemctl("daemon-reload")


@check
def the_panel_in_browsers_has_tokens_that_root_makes_anew():
    systemctl("start", "wheel-web")
    try:
        path = pathlib.Path("/var/lib/wheel-web/tokens")
        status, before = path.stat(), path.read_text()
        expect((status.st_mode & 0o777, status.st_uid == 0), (0o600, False))
        since = cursor()
        do("wheel-web", "--new-token")
        until(lambda: any("there are new tokens" in line for line in journal(since, "-u", "wheel-web")), "it has read them")
        assert path.read_text() != before and path.stat().st_uid == status.st_uid
        assert not any(word in line for line in journal(since, "-u", "wheel-web") for word in path.read_text().split()[1::2])
    finally:
        systemctl("stop", "wheel-web")


@check
def a_killed_bridge_is_started_again_after_a_pause():
    bridge = "wheel-osc"
    systemctl("start", bridge)
    try:
        pid = main_pid(bridge)
        start = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        until(lambda: is_active(bridge) and main_pid(bridge) not in (0, pid), "a process in its place")
        pause = time.monotonic() - start
        assert pause >= 4.5, f"started again after {pause:.1f} s"
        expect(show("NRestarts", bridge), "1")
    finally:
        systemctl("stop", bridge)


@check
def a_bridge_reloads_its_configuration():
    bridge = "wheel-osc"
    systemctl("start", bridge)
    try:
        pid = main_pid(bridge)
        since = cursor()
        CONFIGURATION.write_text("[osc]\nlisten = 9002\n")
        systemctl("reload", bridge)
        until(lambda: any("connected to wheeld" in line for line in journal(since, "-u", bridge)), "it is connected again")
        CONFIGURATION.write_text("[osc]\nnonsense = 1\n")
        fails("systemctl", "reload", bridge)
        expect((main_pid(bridge), is_active(bridge), show("NRestarts", bridge)), (pid, True, "0"))
    finally:
        CONFIGURATION.write_text(WORKING)
        systemctl("stop", bridge)


@check
def the_doctor_knows_the_bridges():
    said = do("wheelctl", "doctor", status=None)
    for bridge in BRIDGES:
        assert re.search(rf"^ok +{bridge} ", said, re.M), said


@check
def a_purged_bridge_leaves_nothing():
    # The check removes the administrator's file, which the package must not remove.
    CONFIGURATION.unlink()
    do("apt-get", "purge", "-y", *(bridge.replace("wheel-", "wheeld-") for bridge in BRIDGES))
    for bridge in BRIDGES:
        expect((bridge, show("LoadState", bridge)), (bridge, "not-found"))
        assert not os.path.exists(f"/usr/bin/{bridge}"), bridge
    for path in ("/var/lib/wheel-web", "/var/lib/private/wheel-web"):
        assert not os.path.lexists(path), path
    # The package leaves the group `uinput`, which other programs may use, so the check deletes it. Before that /dev/uinput gets
    # the group root, because a new group could get the number of the deleted one.
    os.chown("/dev/uinput", 0, 0)
    do("groupdel", "uinput")
