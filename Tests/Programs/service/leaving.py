"""A second instance, another version of the package, and the package's removal."""

import pathlib

from installing import PACKAGE, Devices, node, rights
from machine import (
    CONFIGURATION, SERVICE, SOCKET_UNIT, as_user, check, client, do, expect, fails, is_active, main_pid, show, systemctl,
    until, value,
)  # fmt: skip
from using import TEXT

import snapshot

OTHER = "wheeld@other.service"
OTHER_CONFIGURATION = pathlib.Path("/etc/wheeld/other.toml")
OTHER_SOCKET = "/run/wheeld-other/wheeld.sock"


@check
def a_second_instance_runs_beside_the_first():
    first = main_pid()
    OTHER_CONFIGURATION.write_text('[[display]]\nname = "main"\noutput = "none"\n')
    systemctl("enable", "--now", OTHER)
    assert is_active(OTHER) and is_active()
    expect(main_pid(), first)
    assert main_pid(OTHER) not in (0, first)
    with client(OTHER_SOCKET) as one, client() as two:
        expect([c["control"] for c in one.hello["controls"]], ["angle"])
        expect([c["control"] for c in two.hello["controls"]], ["frequency", "gain"])
        assert one.hello["instance"] != two.hello["instance"]
        one.do(op="set", control="angle", value=33)
    do(*as_user("input", "wheelctl", "--socket", OTHER_SOCKET, "set", "angle", "34"))
    fails(*as_user("", "wheelctl", "--socket", OTHER_SOCKET, "ping"))
    systemctl("reload", OTHER)
    systemctl("restart", OTHER)
    expect(value("angle", OTHER_SOCKET), 34)
    expect(value("gain"), -9)
    expect(main_pid(), first)


@check
def the_package_anew_keeps_configuration_and_values():
    pids = main_pid(), main_pid(OTHER)
    do("apt-get", "install", "-y", "--reinstall", PACKAGE)
    until(lambda: is_active() and is_active(OTHER), "both instances")
    expect(CONFIGURATION.read_text(), TEXT)
    assert main_pid() not in (0, pids[0]), "the service still runs the old program"
    assert main_pid(OTHER) not in (0, pids[1]), "the second instance still runs the old program"
    expect((value("gain"), value("angle", OTHER_SOCKET)), (-9, 34))


@check
def without_the_package_nothing_runs_and_what_was_set_stays():
    do("apt-get", "remove", "-y", "wheeld")
    for unit in (SERVICE, SOCKET_UNIT, OTHER):
        assert show("ActiveState", unit) in ("inactive", "failed"), unit
    names = [name.read_text().strip() for name in pathlib.Path("/proc").glob("[0-9]*/comm")]
    assert "wheeld" not in names, names
    expect(CONFIGURATION.read_text(), TEXT)
    assert pathlib.Path("/var/lib/wheeld/state.json").exists()


@check
def the_package_comes_back_to_what_was_set():
    do("apt-get", "install", "-y", PACKAGE)
    until(is_active, "the service")
    expect(value("gain"), -9)


@check
def purged_it_leaves_nothing():
    # The check removes the administrator's file, which the package must not remove.
    OTHER_CONFIGURATION.unlink()
    do("apt-get", "purge", "-y", "wheeld", "python3-wheeld")
    left = snapshot.difference(Devices.files, snapshot.files())
    assert not left, "\n    ".join(["", *left])
    units = systemctl("list-units", "--all", "--no-legend", "--plain", "wheeld*")
    expect(units, "")
    (chip,) = node("/sys/bus/gpio/devices/gpiochip*")
    expect(rights(chip), ("root", "root", "0o600"))
