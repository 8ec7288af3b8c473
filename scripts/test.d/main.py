"""The main program of scripts/test and scripts/test-sanitized, after packages were installed: builds, and runs the
tests in parallel.

usage: main.py [--kind=KIND] [--no-bench] [--only-devices] [--bootstrapped] [NAME...]
"""

import os
import pathlib
import platform
import shutil
import signal
import sys
import tempfile
import time

import coverage
import parts
from builds import KINDS, ROOT, Build
from counts import Counts
from lanes import run_lanes
from names import named_lanes


def share_jobs(folder):
    """Sets how many cases of programs run at the same time, whatever their suite (Tests/Programs/kit/side_by_side.py)."""
    path = folder / "jobs"
    os.mkfifo(path)
    # The FIFO stays open, because its tokens would be lost while no suite has it open.
    fifo = os.open(path, os.O_RDWR)
    os.write(fifo, b"t" * 5 * len(os.sched_getaffinity(0)))
    os.environ["WHEELD_JOBS"] = str(path)


def findings(reports):
    """Prints what sanitizers have found, and counts each report as a failure."""
    files = sorted(reports.iterdir())
    for file in files:
        print(f"\n==== {file.name}\n{file.read_text(errors='replace')[:20_000]}")
    return Counts(failed=len(files))


def lanes(folder, build, options, names, has_bench):
    if names:
        return list(named_lanes(folder, build, names, has_bench))
    devices = list(parts.device_lanes(folder, build)) if has_bench else []
    if "--only-devices" in options:
        return devices
    return [*devices, *parts.program_lanes(folder), parts.source_lane(folder), parts.unit_lane(folder, build, has_bench)]


def main(words):
    # SIGTERM and SIGHUP end the run and its processes, as Ctrl-C does.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    os.chdir(ROOT)
    # The suites find this interpreter at once, where a version manager would look for it at each start.
    os.environ["PATH"] = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    options = [word for word in words if word.startswith("--")]
    names = [word for word in words if not word.startswith("--")]
    sanitized = next((option.removeprefix("--kind=") for option in options if option.startswith("--kind=")), None)
    # The kernel of the bench exists only for x86-64. With sanitizers, tests with devices would find nothing more.
    has_bench = platform.machine() == "x86_64" and "--no-bench" not in options and not sanitized

    start = time.monotonic()
    print("== build", flush=True)
    build = Build(sanitized or (None if names else "plain"))
    if not build.make():
        print(f"failed: build\n{Counts(failed=1)}")
        return 1
    build.find()
    os.environ["WHEELD_PROGRAMS"] = build.folder
    # The build counts as a test, and so does the installation of packages.
    counts = Counts(passed=1 + ("--bootstrapped" in options))
    print(f"-- build ({time.monotonic() - start:.0f} s)", flush=True)

    folder = pathlib.Path(tempfile.mkdtemp(prefix="wheeld-test-"))
    try:
        reports = folder / "reports"
        reports.mkdir()
        # Some cases run programs as other users.
        folder.chmod(0o755)
        reports.chmod(0o777)
        for name, value in KINDS[sanitized or "plain"][1].items():
            os.environ[name] = value.format(reports=reports)
        os.environ["WHEELD_TEST_BUILD"] = sanitized or ""
        share_jobs(folder)
        counts += run_lanes(lanes(folder, build, options, names, has_bench))
        if sanitized == "coverage":
            coverage.tell(reports, build)
        else:
            counts += findings(reports)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\n-- all ({time.monotonic() - start:.0f} s)\n{counts}", flush=True)
    return counts.failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
