"""What scripts/test does once everything is installed: builds, and runs the tests in lanes side by side."""

import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from counts import Counts
from lanes import Lane, run_lanes

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITES = ROOT / "Tests/Programs"
# A suite whose name ends in DeviceTests needs the kernel's devices.
DEVICES = r"DeviceTests[./]"
# Its tests are about a reader that a busy processor keeps from reading, so time must pass while one computes.
IN_REAL_TIME = r"BurstDeviceTests[./]"
# A separate build folder: its flags differ from those of `swift build`, and neither build should discard the other.
BUILD = ".build-test"
# As it is shipped, and with assertions; Package.swift leaves the tests themselves unoptimised.
OPTIMISED = ["-c", "release", "--scratch-path", BUILD, "-Xswiftc", "-enable-testing", "-Xswiftc", "-assert-config", "-Xswiftc", "Debug"]
WARNINGS = ["-Xswiftc", "-warnings-as-errors", "-Xcc", "-Wall", "-Xcc", "-Wextra", "-Xcc", "-Werror"]


class Build:
    """A build of everything, and where it lies."""

    def __init__(self, flags, environment):
        self.flags, self.environment = flags, {**os.environ, **environment}

    def make(self):
        words = ["swift", "build", "--build-tests", *self.flags]
        return subprocess.run(words, cwd=ROOT, env=self.environment, check=False).returncode

    def find(self):
        words = ["swift", "build", *self.flags, "--show-bin-path"]
        folder = subprocess.check_output(words, cwd=ROOT, env=self.environment, text=True).strip()
        os.environ["WHEELD_PROGRAMS"] = folder
        self.tests = f"{folder}/wheeldPackageTests.xctest"


def swift_tests(lane, build, *words, before=(), has_all=False):
    """Runs tests of the package with the command `before` in front, and adds their counts. `has_all`: no test may be skipped."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=lane.folder))
    events = folder / "events"
    # What a machine writes remains only in this folder.
    environment = {"WHEELD_BENCH_OUT": str(folder)}
    run = [*before, build.tests, "--testing-library", "swift-testing", *words, "--experimental-event-stream-version", "0",
           "--experimental-event-stream-output", events]  # fmt: skip
    status = lane.run(run, environment)
    counted = subprocess.run([ROOT / "scripts/count-tests", events, str(status)], capture_output=True, text=True, check=True)
    lane.say(counted.stderr.rstrip())
    counts = Counts(*map(int, counted.stdout.split()))
    lane.counts += counts.with_skips_failed() if has_all else counts


def bench(*options):
    # In virtual time a wait takes no time outside, and a busy host does not make the machine late.
    return [ROOT / "scripts/kernel-bench", "--timeout", "1800", *options, "--"]


# What programs do with devices. All run in one machine, one after the other, because it has one processor and one set of devices.
WITH_DEVICES = [
    ["Tests/Programs/protocol/run", "--devices"],
    ["Tests/Programs/corpus/run", "--devices"],
    ["Tests/Programs/wheelctl/run", "a_devices_name"],
    ["Tests/Programs/midi/run", "--devices"],
    ["Tests/Programs/uinput/run", "--devices"],
    ["Tests/Programs/screens/run"],
]


def run_in_the_bench(suites):
    """In the machine: runs these suites, or all."""
    failed = False
    for words in WITH_DEVICES:
        if not suites or words[0].split("/")[2] in suites:
            print(f"== {' '.join(words)}", flush=True)
            failed |= subprocess.run([ROOT / words[0], *words[1:]], check=False).returncode != 0
    return failed


def programs_in_the_bench(*suites):
    return [*bench("--virtual-time", "--udev"), sys.executable, __file__, "--in-the-bench", *suites]


def device_tests(lane, build, *words):
    swift_tests(lane, build, "--no-parallel", "--filter", DEVICES, "--skip", IN_REAL_TIME, *words, has_all=True,
                before=bench("--virtual-time"))  # fmt: skip
    swift_tests(lane, build, "--no-parallel", "--filter", IN_REAL_TIME, has_all=True, before=bench())


def share_jobs(folder):
    """As many cases of programs as run at the same time, whatever their suite (Tests/Programs/kit/side_by_side.py)."""
    path = folder / "jobs"
    os.mkfifo(path)
    # Kept open, so that the tokens stay when no suite runs.
    share_jobs.fifo = os.open(path, os.O_RDWR)
    os.write(share_jobs.fifo, b"t" * 5 * len(os.sched_getaffinity(0)))
    os.environ["WHEELD_JOBS"] = str(path)


# Those with the longest cases begin first.
FIRST = ["terminal", "protocol", "wheelctl", "mqtt", "osc", "rig", "documents"]


def program_suites():
    names = [path.parent.name for path in SUITES.glob("*/run")]
    return sorted(names, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))


def source_checks(lane):
    lane.check("format", "nice", "swift", "format", "lint", "--strict", "--recursive", "Sources", "Tests", "Package.swift")
    lane.check("the import check finds its examples", "scripts/check-imports", "--self-test")
    lane.check("imports", "scripts/check-imports")


def all_lanes(folder, build, has_bench):
    if has_bench:

        def devices(lane):
            if lane.check("kernel bench", ROOT / "scripts/kernel-bench", "--build-only"):
                device_tests(lane, build)

        def programs(lane):
            # It builds the kernel, or waits for the other lane's build.
            if lane.run([ROOT / "scripts/kernel-bench", "--build-only"]) == 0:
                lane.suite(*programs_in_the_bench(), has_all=True)

        yield Lane("devices", folder, devices)
        yield Lane("programs with devices", folder, programs)
    for name in program_suites():
        # Where there is no bench, the suite of screens skips its cases.
        if name != "screens" or not has_bench:
            yield Lane(name, folder, lambda lane, name=name: lane.suite(SUITES / name / "run"))
    yield Lane("source", folder, source_checks)
    # What waits for an answer goes before what computes.
    skip = ["--skip", DEVICES] if has_bench else []
    yield Lane("unit tests", folder, lambda lane: swift_tests(lane, build, *skip, before=["nice"]))


def named_lanes(folder, build, names, has_bench):
    """The lanes for what names mean: a suite of programs, SUITE/CASE, a case, or tests of the package."""
    programs, tests = {}, []
    for name in names:
        suite, _, case = name.partition("/")
        if (SUITES / suite / "run").exists():
            programs.setdefault(suite, []).extend([case] if case else [])
            continue
        found = cases_named(name)
        for suite in found:
            programs.setdefault(suite, []).append(name)
        if is_in_tests(name):
            tests.append(name)
        elif not found:
            sys.exit(f"test: no suite, test or case is named '{name}': suites of programs are {', '.join(sorted(program_suites()))}")
    for suite, cases in programs.items():
        yield Lane(suite, folder, lambda lane, suite=suite, cases=cases: lane.suite(SUITES / suite / "run", "-v", *cases))
        if has_bench and not cases and suite != "screens" and any(words[0].split("/")[2] == suite for words in WITH_DEVICES):
            yield Lane(f"{suite} with devices", folder, lambda lane, suite=suite: lane.suite(*programs_in_the_bench(suite)))
    if tests:
        of_devices = [name for name in tests if "Device" in name]
        others = [name for name in tests if name not in of_devices]
        if others:
            words = ["--filter", "|".join(others), "--skip", DEVICES]
            yield Lane("unit tests", folder, lambda lane: swift_tests(lane, build, *words))
        if of_devices:
            words = ["--no-parallel", "--filter", "|".join(of_devices)]
            before = bench("--virtual-time") if has_bench else []
            yield Lane("devices", folder, lambda lane: swift_tests(lane, build, *words, before=before, has_all=True))


def cases_named(name):
    """The suites of programs that have cases whose names contain this one."""
    pattern = re.compile(rf"^def \w*{re.escape(name)}", re.MULTILINE)
    return sorted({path.parent.name for path in SUITES.glob("*/*.py") if pattern.search(path.read_text()) and path.parent.name != "kit"})


def is_in_tests(name):
    """Whether a test target, a suite or a test has this name, or one that contains it."""
    folders = [ROOT / "Tests/Unit", SUITES / "ProgramTests"]
    if any(name in path.name for path in folders[0].iterdir()):
        return True
    word = re.compile(rf"\b(func|struct|enum|class|actor) +\w*{re.escape(name.split('.')[-1].split('/')[-1].removesuffix('()'))}|@Suite\(.*{re.escape(name)}")
    return any(word.search(path.read_text()) for folder in folders for path in folder.rglob("*.swift"))


def main(words):
    if words[:1] == ["--in-the-bench"]:
        return run_in_the_bench(words[1:])
    # Ctrl-C and a closed terminal end what has been started.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    options = [word for word in words if word.startswith("--")]
    names = [word for word in words if not word.startswith("--")]
    has_bench = platform.machine() == "x86_64" and "--no-bench" not in options
    counts = Counts(passed=int("--bootstrapped" in options))

    start = time.monotonic()
    build = Build([], {}) if names else Build(OPTIMISED + WARNINGS, {"WHEELD_TEST_BUILD": "1"})
    print("== build", flush=True)
    if build.make() != 0:
        print("failed: build")
        print(counts + Counts(failed=1))
        return 1
    build.find()
    counts += Counts(passed=1)
    print(f"-- build ({time.monotonic() - start:.0f} s)", flush=True)

    folder = pathlib.Path(tempfile.mkdtemp(prefix="wheeld-test-"))
    try:
        share_jobs(folder)
        if names:
            lanes = named_lanes(folder, build, names, has_bench)
        elif "--only-devices" in options:
            lanes = [lane for lane in all_lanes(folder, build, has_bench) if "devices" in lane.name]
        else:
            lanes = all_lanes(folder, build, has_bench)
        counts += run_lanes(list(lanes))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\n-- all ({time.monotonic() - start:.0f} s)")
    print(counts, flush=True)
    return counts.failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
