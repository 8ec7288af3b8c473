"""The parts of a run: tests of the package, suites of programs, and both with the devices of the kernel bench."""

import pathlib
import subprocess
import sys
import tempfile

from builds import ROOT
from counts import Counts
from lanes import Lane

SUITES = ROOT / "Tests/Programs"
# A suite of the package whose name ends in DeviceTests needs the kernel's devices.
DEVICES = r"DeviceTests[./]"
# This suite tests a reader that a busy processor prevents from reading, so time must pass while a program computes.
IN_REAL_TIME = r"BurstDeviceTests[./]"
# These tests wait for other threads. Beside tests that compute, which occupy the threads of Swift's pool for minutes, they would
# be the last to end. So they run in a process of their own.
AWAITING = r"(WheelClientTests|RenderThreadTests)[./]"
# The cases with devices, suite by suite, run one after another, because the machine has one processor and one set of devices.
# Screens take longest, so they have a machine of their own.
WITH_DEVICES = {
    "protocol": ["--devices"],
    "corpus": ["--devices"],
    "wheelctl": ["a_devices_name"],
    "documents": ["coming_from"],
    "midi": ["--devices"],
    "uinput": ["--devices"],
    "daemon": ["the_clock"],
    "screens": [],
}
# Suites with the longest cases begin first.
FIRST = ["terminal", "protocol", "wheelctl", "mqtt", "osc", "rig", "documents"]


def program_suites():
    """The suites that run without the kernel bench."""
    names = {path.parent.name for path in SUITES.glob("*/run")} - {"screens"}
    return sorted(names, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))


def bench(*options):
    """The words before a command that run it in the kernel bench."""
    return [ROOT / "scripts/kernel-bench", "--timeout", "1800", *options, "--"]


def swift_tests(lane, build, *words, before=(), has_all=False):
    """Runs tests of the package, and adds their counts. `has_all`: no test may be skipped."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=lane.folder))
    events = folder / "events"
    run = [*before, build.tests, "--testing-library", "swift-testing", *words, "--experimental-event-stream-version", "0",
           "--experimental-event-stream-output", events]  # fmt: skip
    # Of all files that are written in the bench, only this folder is kept.
    status = lane.run(run, {"WHEELD_BENCH_OUT": str(folder)})
    counted = subprocess.run([ROOT / "scripts/count-tests", events, str(status)], capture_output=True, text=True, check=True)
    lane.say(counted.stderr)
    counts = Counts(*map(int, counted.stdout.split()))
    lane.counts += counts.with_skips_failed() if has_all else counts


def programs_with_devices(lane, *suites):
    """Runs these suites in the bench. In virtual time a busy host does not make the machine late."""
    lane.suite(*bench("--virtual-time", "--udev"), sys.executable, "-B", __file__, *suites, has_all=True)


def tests_with_devices(lane, build, *words):
    virtual, real = bench("--virtual-time"), bench()
    swift_tests(lane, build, "--no-parallel", "--filter", DEVICES, "--skip", IN_REAL_TIME, before=virtual, has_all=True)
    swift_tests(lane, build, "--no-parallel", "--filter", IN_REAL_TIME, before=real, has_all=True)


def has_kernel(lane):
    """Builds the bench's kernel if it is not there, or waits for the lane that does."""
    return lane.check("kernel bench", ROOT / "scripts/kernel-bench", "--build-only")


def device_lanes(folder, build):
    yield Lane("tests with devices", folder, lambda lane: has_kernel(lane) and tests_with_devices(lane, build))
    others = [suite for suite in WITH_DEVICES if suite != "screens"]
    yield Lane("screens", folder, lambda lane: has_kernel(lane) and programs_with_devices(lane, "screens"))
    yield Lane("programs with devices", folder, lambda lane: has_kernel(lane) and programs_with_devices(lane, *others))


def program_lanes(folder):
    for name in program_suites():
        yield Lane(name, folder, lambda lane, name=name: lane.suite(SUITES / name / "run"))


def source_lane(folder):
    def work(lane):
        code = ["Sources", "Tests", "Fuzz", "Benchmarks", "Package.swift"]
        lane.check("format", "nice", "swift", "format", "lint", "--strict", "--recursive", *code)
        lane.check("the import check finds its examples", ROOT / "scripts/check-imports", "--self-test")
        lane.check("imports", ROOT / "scripts/check-imports")

    return Lane("source", folder, work)


def unit_lane(folder, build, has_bench):
    skip = ["--skip", DEVICES] if has_bench else []

    def work(lane):
        swift_tests(lane, build, "--filter", AWAITING)
        # Suites that wait for answers have priority over tests that compute.
        swift_tests(lane, build, *skip, "--skip", AWAITING, before=["nice"])

    return Lane("unit tests", folder, work)


if __name__ == "__main__":
    # In the bench.
    status = 0
    for suite, words in WITH_DEVICES.items():
        if suite in sys.argv[1:]:
            print(f"== {suite} with devices", flush=True)
            status |= subprocess.run([SUITES / suite / "run", *words], check=False).returncode
    sys.exit(status)
