"""From the package to a running service, on a machine whose devices were there before."""

import os
import pathlib
import re
import stat

from kit.devices import Knob, Lines
from machine import (
    SERVICE, SOCKET, SOCKET_UNIT, as_user, check, client, do, expect, fails, is_active, journal, main_pid, show, status_of,
    systemctl, until, value,
)  # fmt: skip

import snapshot

PACKAGE = os.environ["WHEELD_PACKAGE"]
MODULE = str(pathlib.Path(PACKAGE).with_name("python3-wheeld.deb"))
UNITS = (SERVICE, SOCKET_UNIT)


class Devices:
    """A dial that exists from before the installation until the machine ends, and the files before the installation."""

    lines = Lines(3)
    knob = Knob()
    files = None


def rights(path):
    status = os.stat(path)
    return pathlib.Path(path).owner(), pathlib.Path(path).group(), oct(stat.S_IMODE(status.st_mode))


def node(sysfs, folder="/dev"):
    """The nodes of the devices at these places in /sys."""
    return [f"{folder}/{re.sub('.*/', '', str(place))}" for place in sorted(pathlib.Path("/").glob(sysfs.lstrip("/")))]


def knob_nodes():
    return [
        f"/dev/input/{event.name}"
        for event in pathlib.Path("/sys/class/input").glob("event*")
        if (event / "device/name").read_text().strip() == "wheeld test knob"
    ]


@check
def the_system_is_up():
    expect(systemctl("is-system-running", "--wait").strip(), "running")
    Devices.files = snapshot.files()
    assert len(Devices.files) > 5000, len(Devices.files)


@check
def the_package_installs():
    said = do("apt-get", "install", "-y", "--no-install-recommends", PACKAGE)
    assert "Setting up wheeld" in said, said
    assert not re.search(r"^(W|E|warning|error)\b", said, re.M | re.I), said
    expect(do("dpkg", "--verify", "wheeld"), "")


@check
def pages_and_examples_are_there():
    folder = pathlib.Path("/usr/share/doc/wheeld")
    pages = ("tutorial.md", "protocol.md", "promises.md", "terminal.md", "tried.md", "cookbook.md", "SECURITY.md")
    for name in (*pages, "clients/README.md", "clients/python.md"):
        assert (folder / name).read_text().startswith("# "), name
    for name in ("radio", "synthesizer", "supply", "telescope"):
        expect(do("wheeld", "--check-config", str(folder / f"cookbook/{name}.toml")), f"{folder}/cookbook/{name}.toml: ok\n")
    for name in ("follow.py", "follow.sh", "serial_knob.py"):
        assert os.access(folder / "clients" / name, os.X_OK), name


@check
def service_and_socket_are_enabled_and_run():
    for unit in UNITS:
        expect((unit, show("UnitFileState", unit), show("ActiveState", unit)), (unit, "enabled", "active"))
    expect(show("Type"), "notify")
    expect(show("NRestarts"), "0")


@check
def the_units_and_rules_are_as_their_programs_want_them():
    expect(do("systemd-analyze", "verify", "--man=no", *UNITS, "wheeld@other.service"), "")
    do("udevadm", "verify", "--no-summary", "/usr/lib/udev/rules.d/70-wheeld.rules")
    # Without the driver of screens the kernel does not know the devices to which the unit gives access.
    for unit in (SERVICE, "wheeld@other.service"):
        for order in ("Wants", "After"):
            assert "modprobe@drm.service" in show(order, unit).split(), f"{order} of {unit}"


@check
def it_runs_as_its_own_user_with_no_more_rights_than_it_needs():
    status = status_of(main_pid())
    user = do("id", "-u", "wheeld").strip()
    assert user != "0"
    expect(set(status["Uid"].split()), {user})
    expect(set(status["Gid"].split()), {do("id", "-g", "wheeld").strip()})
    names = {do("getent", "group", number).split(":")[0] for number in status["Groups"].split()}
    expect(names, {"wheeld", "input", "gpio", "video"})
    for member in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        expect(int(status[member], 16), 0, member)
    expect((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))
    for word in ("/usr/sbin/nologin", ":/:"):
        assert word in do("getent", "passwd", "wheeld"), word


@check
def its_loop_is_scheduled_before_others():
    threads = os.listdir(f"/proc/{main_pid()}/task")
    policies = [os.sched_getscheduler(int(thread)) & ~os.SCHED_RESET_ON_FORK for thread in threads]
    expect(policies.count(os.SCHED_FIFO), 1, "threads with SCHED_FIFO")


@check
def the_status_says_what_it_does():
    with client():
        status = r'Status: "\d+ of \d+ inputs, 1 client'
        until(lambda: re.search(status, systemctl("status", SERVICE)), "the status line")


@check
def nothing_was_worth_a_warning():
    expect(journal(None, "-u", SERVICE, "-u", SOCKET_UNIT, "-p", "warning"), [])


@check
def the_socket_is_for_the_group_input():
    expect(rights(SOCKET), ("root", "input", "0o660"))
    assert "Permission denied" in fails(*as_user("", "wheelctl", "ping"))
    do(*as_user("input", "wheelctl", "ping"))
    do(*as_user("input", "wheelctl", "set", "angle", "12"))
    expect(value("angle"), 12)


@check
def the_python_module_installs_and_finds_the_service():
    do("apt-get", "install", "-y", "--no-install-recommends", MODULE)
    expect(do("dpkg", "--verify", "python3-wheeld"), "")
    program = """
import importlib.metadata, wheeld
with wheeld.Panel() as panel:
    panel["angle"].value = 21
    print(wheeld.__version__, importlib.metadata.version("wheeld"), panel.hello["version"], panel["angle"].value)
"""
    version = do("wheelctl", "--version").split()[1]
    expect(do(*as_user("input", "python3", "-c", program)), f"{version} {version} {version} 21\n")


@check
def the_tests_in_the_source_package_pass():
    for name in ("service", "socket", "terminal"):
        do(str(pathlib.Path(__file__).parents[3] / "debian/tests" / name))


@check
def devices_that_were_there_have_their_groups():
    do("udevadm", "settle")
    (chip,) = node("/sys/bus/gpio/devices/gpiochip*")
    expect(rights(chip), ("root", "gpio", "0o660"))
    (event,) = knob_nodes()
    expect(rights(event), ("root", "input", "0o660"))
    for screen in node("/sys/class/graphics/fb[0-9]") + node("/sys/class/drm/card[0-9]", "/dev/dri"):
        expect(rights(screen), ("root", "video", "0o660"), screen)


@check
def the_packaged_configuration_takes_knobs_and_leaves_the_screen_alone():
    do("wheeld", "--check-config")
    with client() as one:
        before = one.do(op="set", control="angle", value=10)["value"]
        until(lambda: "attached" in {i["state"] for i in one.do(op="list")["inputs"]}, "the knob's input")
        one.take()
        Devices.knob.turn(1)
        event = one.event("value", source="input")
        assert event["control"] == "angle" and event["value"] > before, event
        expect(one.ask(op="screenshot")["error"], "no-display")
    used = do("sh", "-c", f"ls -l /proc/{main_pid()}/fd")
    assert "/dev/input/event" in used and "/dev/fb" not in used and "/dev/dri" not in used, used


@check
def the_socket_starts_the_service_at_the_first_connection():
    systemctl("stop", SERVICE)
    assert not is_active() and is_active(SOCKET_UNIT)
    with client() as one:
        expect(one.hello["event"], "hello")
    assert is_active()
    expect(value("angle"), until(lambda: value("angle"), "a value"))


@check
def after_a_boot_the_socket_is_for_the_group_still():
    # After a boot /run is empty. The socket's unit starts first, and then the service.
    systemctl("stop", *UNITS)
    do("rm", "-r", "/run/wheeld")
    systemctl("start", SOCKET_UNIT)
    systemctl("start", SERVICE)
    expect(rights("/run/wheeld"), ("wheeld", "wheeld", "0o755"))
    expect(rights(SOCKET), ("root", "input", "0o660"))
    do(*as_user("input", "wheelctl", "ping"))


@check
def the_doctor_finds_nothing_wrong():
    said = do("wheelctl", "doctor")
    for subject in ("configuration", "service", "user", "socket"):
        assert re.search(rf"^ok +{subject} ", said, re.M), said


@check
def its_devices_are_open_to_it_and_no_others():
    (event,) = knob_nodes()
    own = [event, "/dev/gpiochip0", "/dev/fb0", "/dev/dri/card0"]
    # Knobs are opened only to read: whoever can write to a keyboard's node can press its keys.
    access = {event: "<"}
    confined = [f"-p{line}" for line in systemctl("show", "-p", "DevicePolicy,DeviceAllow", SERVICE).splitlines()]
    assert len(confined) > 1, confined
    user = [f"-p{member}={show(member)}" for member in ("User", "SupplementaryGroups")]
    for words, paths in ((user, own), ([], own), ([], ["/dev/null"])):
        opens = " && ".join(f": {access.get(path, '<>')}{path}" for path in paths)
        do("systemd-run", "--quiet", "--wait", "--pipe", *confined, *words, "sh", "-c", opens)
    # Here even root is refused, by the service manager and not by the file's mode.
    for path in (event, "/dev/uinput", "/dev/kmsg", "/dev/tty1"):
        assert os.path.exists(path), path
        said = fails("systemd-run", "--quiet", "--wait", "--pipe", *confined, "sh", "-c", f": <>{path}")
        assert "Operation not permitted" in said, said


@check
def its_limits_bound_what_it_can_cost_the_machine():
    for unit in (SERVICE, "wheeld@other.service"):
        limits = {name: show(name, unit) for name in ("MemoryMax", "TasksMax", "LimitRTTIME", "LimitRTTIMESoft")}
        expected = {"MemoryMax": str(512 << 20), "TasksMax": "64", "LimitRTTIME": "2000000", "LimitRTTIMESoft": "200000"}
        expect(limits, expected, unit)


@check
def its_exposure_is_small():
    for unit in (SERVICE, "wheeld@other.service"):
        said = do("systemd-analyze", "security", "--no-pager", unit)
        level = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", said)
        assert level and float(level.group(1)) <= 2.0, said[-300:]
        print(f"  {unit}: {level.group(1)}")
