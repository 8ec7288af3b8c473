"""The rights of a program that runs like the service: a copy of the unit runs a probe in place of the daemon."""

import functools
import json
import pathlib
import textwrap

from machine import check, expect, show, systemctl

PROBE = pathlib.Path("/run/systemd/system/wheeld-probe.service")
SAID = pathlib.Path("/run/wheeld-probe.json")

# The probe. It runs as the service's user, in its namespaces, under its filter of system calls and its rules for devices.
SCRIPT = r"""
import errno, json, mmap, os, socket, stat, subprocess

def tried(action):
    try:
        action()
        return "may"
    except OSError as error:
        return errno.errorcode[error.errno]

def opened(path, flags):
    os.close(os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY))

def kind(path):
    try:
        return {stat.S_IFMT(os.lstat(path).st_mode)}
    except OSError:
        return set()

# Folders and files that it may change. /proc has only itself.
writable, devices = [], {}
for folder, folders, files in os.walk("/"):
    folders[:] = [name for name in folders if os.path.join(folder, name) not in ("/proc", "/sys")]
    # Whoever may connect with a socket may write to it.
    paths = [path for path in (os.path.join(folder, name) for name in files) if not kind(path) & {stat.S_IFLNK, stat.S_IFSOCK}]
    if os.access(folder, os.W_OK):
        writable.append(folder)
        folders[:] = []
    elif folder.startswith("/dev"):
        for path in paths:
            if kind(path) & {stat.S_IFCHR, stat.S_IFBLK}:
                ways = (("rw", os.O_RDWR), ("r", os.O_RDONLY))
                may = [way for way, flags in ways if tried(lambda: opened(path, flags)) == "may"]
                devices.update({path: way for way in may[:1]})
    else:
        writable += [path for path in paths if os.access(path, os.W_OK)]

def made(name):
    kind = socket.SOCK_RAW if name in ("AF_PACKET", "AF_NETLINK", "AF_ALG") else socket.SOCK_STREAM
    return tried(lambda: socket.socket(getattr(socket, name), kind).close())

def called(name, *arguments):
    # perl(1) is in every Debian, and makes any system call.
    script = "$r = syscall(%s); print $r < 0 ? $!+0 : 0" % ", ".join(str(a) for a in (CALLS[name], *arguments))
    number = int(subprocess.check_output(["perl", "-e", script]) or -1)
    return errno.errorcode.get(number, str(number)) if number else "may"

def is_of_another(process):
    try:
        return os.stat("/proc/" + process).st_uid != os.getuid()
    except FileNotFoundError:
        return False

CALLS = {
    "ptrace": 101, "setuid": 105, "personality": 135, "mount": 165, "swapon": 167, "reboot": 169, "init_module": 175,
    "settimeofday": 164, "chroot": 161, "add_key": 248, "unshare": 272, "perf_event_open": 298, "bpf": 321, "userfaultfd": 323,
    "io_uring_setup": 425, "setns": 308, "process_vm_readv": 310, "kexec_load": 246, "open_by_handle_at": 304,
}
SECRETS = ("/etc/shadow", "/root", "/home", "/proc/kmsg", "/proc/1/environ", "/dev/mem")
FAMILIES = ("AF_UNIX", "AF_NETLINK", "AF_INET", "AF_INET6", "AF_PACKET", "AF_ALG", "AF_VSOCK", "AF_BLUETOOTH", "AF_CAN")
result = {
    "writable": sorted(writable),
    "devices": devices,
    "readable": {p: tried(lambda: opened(p, os.O_RDONLY)) for p in SECRETS},
    "processes": [name for name in os.listdir("/proc") if name.isdigit() and is_of_another(name)],
    "sockets": {name: made(name) for name in FAMILIES},
    "calls": {
        **{name: called(name, *([0] * 6)) for name in CALLS if name not in ("unshare", "personality")},
        "unshare": called("unshare", 0x10000000), "personality": called("personality", 0x0400000),
    },
    "executable memory": tried(lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)),
    "kill of process 1": tried(lambda: os.kill(1, 0)),
    "set-user-id": tried(lambda: [open("/var/lib/wheeld/probe", "w").close(), os.chmod("/var/lib/wheeld/probe", 0o4755)]),
    "real-time priority": {p: tried(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(p))) for p in (20, 21)},
}
os.unlink("/var/lib/wheeld/probe")
print(json.dumps(result))
"""


@functools.cache
def probed():
    """Runs the probe once, and returns its findings."""
    unit = pathlib.Path(show("FragmentPath")).read_text()
    script = pathlib.Path("/run/wheeld-probe.py")
    script.write_text(textwrap.dedent(SCRIPT))
    replaced = {"Type": "oneshot", "ExecStart": f"/usr/bin/python3 -B {script}", "StandardOutput": f"file:{SAID}"}
    left_out = ("ExecReload", "WatchdogSec", "Restart", "NotifyAccess", "Sockets", "WantedBy", "Also", "[Install]", *replaced)
    lines = [line for line in unit.splitlines() if not line.startswith(left_out)]
    place = lines.index("[Service]") + 1
    lines[place:place] = [f"{key}={value}" for key, value in replaced.items()]
    PROBE.write_text("\n".join(lines) + "\n")
    systemctl("daemon-reload")
    systemctl("start", PROBE.name)
    found = json.loads(SAID.read_text())
    for path in (PROBE, SAID, script):
        path.unlink()
    systemctl("daemon-reload")
    return found


@check
def it_can_change_its_state_its_sockets_folder_and_files_that_only_it_sees():
    expect(probed()["writable"], ["/run/wheeld", "/tmp", "/var/lib/wheeld", "/var/tmp"])


# The devices that every service with DevicePolicy=closed may open.
USUAL = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts/ptmx")


@check
def it_can_open_knobs_to_read_and_lines_and_screens_to_write():
    found = {}
    for path, way in probed()["devices"].items():
        kind = path.removeprefix("/dev/").rstrip("0123456789")
        found.setdefault(kind, set()).add(way)
    usual = {name: found.pop(name, None) for name in USUAL}
    assert set(map(str, usual.values())) <= {"{'rw'}", "None"}, usual
    expect(found, {"input/event": {"r"}, "gpiochip": {"rw"}, "fb": {"rw"}, "dri/card": {"rw"}})


@check
def it_cannot_read_secrets_nor_see_processes_of_others():
    may = {path: answer for path, answer in probed()["readable"].items() if answer == "may"}
    expect(may, {})
    expect(probed()["processes"], [])


@check
def it_has_sockets_of_this_machine_and_no_others():
    may = [name for name, answer in probed()["sockets"].items() if answer == "may"]
    expect(may, ["AF_UNIX", "AF_NETLINK"])


@check
def it_can_call_nothing_that_changes_the_machine():
    expect({name: answer for name, answer in probed()["calls"].items() if answer != "EPERM"}, {})
    for what in ("executable memory", "kill of process 1", "set-user-id"):
        assert probed()[what] in ("EPERM", "EACCES", "ESRCH"), (what, probed()[what])


@check
def it_can_be_scheduled_before_others_up_to_its_limit():
    expect(probed()["real-time priority"], {"20": "may", "21": "EPERM"})
