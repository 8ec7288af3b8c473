"""scripts/run in a tree of its own, with programs that only record how they were called."""

import pathlib
import re
import shutil
import subprocess

from kit.cases import alone_case, expect, Skipped
from kit.daemon import ROOT, Scratch

VERSION = re.search(r'text = "(.*)"', (ROOT / "Sources/WheelCore/Version.swift").read_text())[1]
PLENTY_KB, LITTLE_KB = 4_000_000, 430_000


class Machine:
    """A copy of scripts/run with what it needs, stand-ins that PATH finds before the real programs, and an amount of
    memory."""

    def __init__(self, scratch, memory_kb=PLENTY_KB, installed=None, has_swift=True):
        self.folder = pathlib.Path(scratch.folder)
        self.calls = self.folder / "calls"
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        tree = self.folder / "tree"
        for name in ("scripts/run", "scripts/bootstrap", "Sources/WheelCore/Version.swift"):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
        self.script = tree / "scripts/run"
        self.meminfo = self.folder / "meminfo"
        self.meminfo.write_text(f"MemTotal:       {memory_kb} kB\nMemFree:          1234 kB\n")
        built = self.folder / "built"
        built.mkdir()
        self.program(built / "wheeld", 'echo "built $*"')
        self.program("dpkg-query", "echo installed")
        self.program("apt-get", "exit 100")
        if has_swift:
            self.program("swift", f'case "$*" in *--show-bin-path) echo {built} ;; *) log "swift $*" ;; esac')
        if installed is not None:
            self.program("wheeld", f'case $1 in --version) echo "wheeld {installed}" ;; *) echo "installed $*" ;; esac')

    def program(self, path, text):
        path = self.bin / path
        path.write_text(f'#!/bin/bash\nlog() {{ echo "$*" >> {self.calls}; }}\n{text}\n')
        path.chmod(0o755)

    def run(self, *words, around=()):
        done = subprocess.run(
            [*around, self.script, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
            env={
                "PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.folder), "WHEELD_MEMINFO": str(self.meminfo),
                "XDG_RUNTIME_DIR": str(self.folder),
            },
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    def built(self):
        """Whether anything was compiled."""
        return self.calls.exists() and "swift build -c release" in self.calls.read_text()


def last_line(text):
    return text.rstrip("\n").rsplit("\n", 1)[-1]


@alone_case
def it_builds_and_runs(scratch):
    machine = Machine(scratch)
    code, out, err = machine.run("--gpio", "A,B")
    expect((code, err, machine.built()), (0, "", True))
    expect(last_line(out), f"built --socket {machine.folder}/wheeld.sock --gpio A,B")


@alone_case
def an_installed_one_of_this_version_is_run(scratch):
    machine = Machine(scratch, installed=VERSION)
    code, out, err = machine.run("--gpio", "A,B")
    expect((code, err, machine.built()), (0, "", False))
    assert out.startswith(f"Running the installed wheeld {VERSION}, {machine.bin}/wheeld (scripts/run --build "), out
    expect(last_line(out), f"installed --socket {machine.folder}/wheeld.sock --gpio A,B")


@alone_case
def an_installed_one_of_another_version_is_not(scratch):
    machine = Machine(scratch, installed=VERSION + ".1")
    code, out, err = machine.run()
    expect((code, err, machine.built()), (0, "", True))
    assert last_line(out).startswith("built "), out


@alone_case
def whoever_asks_for_a_build_gets_one(scratch):
    machine = Machine(scratch, installed=VERSION)
    code, out, err = machine.run("--build", "--help")
    expect((code, machine.built(), last_line(out)), (0, True, "built --help"))


@alone_case
def little_memory_is_no_place_to_build(scratch):
    machine = Machine(scratch, memory_kb=LITTLE_KB)
    code, out, err = machine.run()
    expect((code, out, machine.built()), (1, "", False))
    assert err.startswith(f"run: this machine has {LITTLE_KB // 1024} MB of memory, and compiling Swift takes 2 GB."), err
    assert "scripts/build-deb" in err, err
    assert re.fullmatch(rf"    sudo apt install \./wheeld_{re.escape(VERSION)}_\w+\.deb +# here", last_line(err)), err


@alone_case
def a_system_without_a_build_is_told_so(scratch):
    for architecture in ("armhf", "armel", "i386"):
        with Scratch() as folder:
            machine = Machine(folder, memory_kb=LITTLE_KB)
            machine.program("dpkg", f"echo {architecture}")
            code, out, err = machine.run()
            expect((code, out, machine.built()), (1, "", False))
            expect(
                err,
                f"run: there is no wheeld for {architecture}: use a 64-bit system (amd64, arm64); docs/tried.md lists them\n",
            )


@alone_case
def little_memory_runs_what_is_installed(scratch):
    machine = Machine(scratch, memory_kb=LITTLE_KB, installed=VERSION)
    code, out, err = machine.run()
    expect((code, err, machine.built()), (0, "", False))
    assert last_line(out).startswith("installed "), out


@alone_case
def a_board_sold_with_two_gigabytes_builds(scratch):
    # Such a board reports this much memory, because the firmware reserves the rest.
    machine = Machine(scratch, memory_kb=1_890_000)
    code, out, err = machine.run()
    expect((code, machine.built()), (0, True))


def without_swift(scratch, system, *, architecture="amd64"):
    """The message of scripts/run if neither PATH nor the usual places have a swift."""
    machine = Machine(scratch, has_swift=False)
    release = machine.folder / "os-release"
    release.write_text(system)
    machine.program("dpkg", f"echo {architecture}")
    # The script sees its own view of the file system, in which the usual places are empty.
    hide = (
        f"mount --bind {release} /etc/os-release; mkdir {machine.folder}/empty;"
        f" for place in /opt /usr/libexec/swift; do [ ! -d $place ] || mount --bind {machine.folder}/empty $place; done;"
        " [ ! -e /usr/bin/swift ] || mount --bind /dev/null /usr/bin/swift; exec \"$@\""
    )
    around = ("unshare", "--mount", "sh", "-c", hide, "sh")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        raise Skipped("no right to a view of the file system of its own")
    code, out, err = machine.run(around=around)
    assert code != 0 and not machine.built(), (code, out, err)
    return [line for line in err.splitlines() if line]


@alone_case
def without_swift_one_sentence_says_how_to_get_it(scratch):
    (line,) = without_swift(scratch, 'ID=debian\nVERSION_ID="12"\n')
    assert line.startswith("bootstrap: no swift was found, and Debian 12 has no package of it: install Swift 6.0"), line
    assert "https://www.swift.org/install/linux/" in line, line


@alone_case
def without_swift_for_this_processor_that_is_said(scratch):
    (line,) = without_swift(scratch, 'ID=debian\nVERSION_ID="13"\n', architecture="armhf")
    expect(line, "bootstrap: no swift was found, and there is none for armhf: use a 64-bit system (amd64, arm64)")


@alone_case
def servers_that_a_package_starts_are_ended_if_it_was_not_there_before(scratch):
    machine = Machine(scratch)
    machine.program("apt-get", 'log "apt-get $*"')
    machine.program("sudo", 'exec "$@"')
    for name in ("invoke-rc.d", "update-rc.d", "systemctl"):
        machine.program(name, f'log "{name} $*"')
    machine.script = machine.script.with_name("bootstrap")
    expect(machine.run("test")[0], 0)
    expect(machine.calls.read_text(), "swift --version\n")
    machine.program("dpkg-query", 'case ${!#} in mosquitto | fluidsynth) exit 1 ;; *) echo installed ;; esac')
    expect(machine.run("test")[0], 0)
    expect(
        machine.calls.read_text().splitlines()[1:],
        [
            "apt-get -q update",
            "apt-get -q -y -o DPkg::Lock::Timeout=600 --no-install-recommends install fluidsynth mosquitto",
            "systemctl --quiet --global disable fluidsynth.service",
            "invoke-rc.d mosquitto stop",
            "update-rc.d mosquitto disable",
            "swift --version",
        ],
    )


@alone_case
def another_apt_get_is_waited_for(scratch):
    machine = Machine(scratch)
    held = machine.folder / "held"
    held.touch()
    lock = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"
    machine.program("apt-get", f'log "apt-get $*"; [ ! -e {held} ] || {{ rm {held}; echo "{lock}" >&2; exit 100; }}')
    machine.program("sudo", 'exec "$@"')
    machine.program("sleep", 'log "sleep $*"')
    machine.program("dpkg-query", 'case ${!#} in liblo-tools) exit 1 ;; *) echo installed ;; esac')
    machine.script = machine.script.with_name("bootstrap")
    code, _, err = machine.run("test")
    expect(code, 0)
    assert lock in err and "another program is updating the package lists; waiting for it" in err, err
    expect(
        machine.calls.read_text().splitlines()[:4],
        [
            "apt-get -q update",
            "sleep 5",
            "apt-get -q update",
            "apt-get -q -y -o DPkg::Lock::Timeout=600 --no-install-recommends install liblo-tools",
        ],
    )


@alone_case
def the_panel_in_browsers_runs_beside_it(scratch):
    machine = Machine(scratch, installed=VERSION)
    said = 'case $1 in --version) echo "wheel-web {}" ;; *) log "web $*"; exec sleep 60 ;; esac'.format(VERSION)
    machine.program("wheel-web", said)
    machine.program("wheeld", f'case $1 in --version) echo "wheeld {VERSION}" ;; *) sleep 1; echo "installed $*" ;; esac')
    code, out, err = machine.run("--web=0.0.0.0:99", "--gpio", "A,B")
    expect((code, err, machine.built()), (0, "", False))
    expect(last_line(out), f"installed --socket {machine.folder}/wheeld.sock --gpio A,B")
    tokens = machine.folder / ".local/state/wheel-web/tokens"
    # Without a terminal, wheel-web is not asked for a link.
    expect(
        (machine.folder / "calls").read_text(),
        f"web --socket {machine.folder}/wheeld.sock --tokens {tokens} --listen 0.0.0.0:99\n",
    )
