"""The packages of the bridges: each installs, connects with the daemon as its unit runs it, and goes without a trace."""

import os
import pathlib
import re

from installing import PACKAGE
from machine import check, cursor, do, expect, journal, show, status_of, systemctl, until

PACKAGES = sorted(pathlib.Path(PACKAGE).parent.glob("wheeld-*.deb"))
CONFIGURATION = pathlib.Path("/etc/wheeld/bridges.toml")
BRIDGES = [package.stem.replace("wheeld-", "wheel-") for package in PACKAGES]


@check
def the_packages_of_bridges_install():
    assert BRIDGES, "there are no packages of bridges"
    said = do("apt-get", "install", "-y", "--no-install-recommends", *map(str, PACKAGES))
    assert not re.search(r"^(W|E|warning|error)\b", said, re.M | re.I), said
    for bridge in BRIDGES:
        expect((bridge, show("UnitFileState", bridge), show("ActiveState", bridge)), (bridge, "disabled", "inactive"))
    expect(do("systemd-analyze", "verify", "--man=no", *(f"{bridge}.service" for bridge in BRIDGES)), "")


@check
def each_bridge_connects_with_the_daemon_as_a_user_of_its_own():
    # The others need no file.
    CONFIGURATION.write_text("[osc]\nlisten = 9001\n")
    for bridge in BRIDGES:
        since = cursor()
        systemctl("start", bridge)
        try:
            until(lambda: any("connected to wheeld" in line for line in journal(since, "-u", bridge)), f"{bridge} is connected")
            status = status_of(int(show("MainPID", bridge)))
            assert status["Uid"].split()[0] != "0", f"{bridge} runs as root"
            expect((bridge, int(status["CapEff"], 16), status["NoNewPrivs"]), (bridge, 0, "1"))
            expect((bridge, show("NRestarts", bridge)), (bridge, "0"))
        finally:
            systemctl("stop", bridge)
        expect((bridge, show("Result", bridge)), (bridge, "success"))


@check
def the_doctor_knows_the_bridges():
    said = do("wheelctl", "doctor", status=None)
    for bridge in BRIDGES:
        assert re.search(rf"^ok +{bridge} ", said, re.M), said


@check
def a_purged_bridge_leaves_nothing():
    # What the administrator made is the administrator's to remove.
    CONFIGURATION.unlink()
    do("apt-get", "purge", "-y", *(bridge.replace("wheel-", "wheeld-") for bridge in BRIDGES))
    for bridge in BRIDGES:
        expect((bridge, show("LoadState", bridge)), (bridge, "not-found"))
        assert not os.path.exists(f"/usr/bin/{bridge}"), bridge
    # Other programs may use the group, so it stays.
    do("groupdel", "uinput")
