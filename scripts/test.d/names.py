"""The meaning of a name on the command line: a suite of programs, cases of one or of all suites, or tests of the
package."""

import re
import sys

from builds import ROOT
from lanes import Lane
from parts import DEVICES, SUITES, WITH_DEVICES, bench, program_suites, programs_with_devices, swift_tests

TESTS = [ROOT / "Tests/Unit", SUITES / "ProgramTests"]


def suites_with_case(name):
    """The suites of programs that have cases whose names contain this one."""
    definition = re.compile(rf"^def \w*{re.escape(name)}", re.MULTILINE)
    found = {path.parent.name for path in SUITES.glob("*/*.py") if definition.search(path.read_text())}
    return sorted(found - {"kit"})


def is_in_tests(name):
    """Whether the name of a target, a suite or a test contains this one."""
    definition = re.compile(rf'\b(func|struct|enum|class|actor) +\w*{re.escape(name)}|@(Suite|Test)\(".*{re.escape(name)}')
    files = [path for folder in TESTS for path in folder.rglob("*.swift")]
    return any(name in path.parts[-2] or definition.search(path.read_text()) for path in files)


def named_lanes(folder, build, names, has_bench):
    programs, tests = {}, []
    for name in names:
        suite, _, case = name.partition("/")
        if (SUITES / suite / "run").exists():
            programs.setdefault(suite, []).extend([case] if case else [])
            continue
        suites = suites_with_case(name)
        for suite in suites:
            programs.setdefault(suite, []).append(name)
        if is_in_tests(name):
            tests.append(name)
        elif not suites:
            sys.exit(f"test: nothing is named '{name}'; suites of programs are screens, {', '.join(sorted(program_suites()))}")
    for suite, cases in programs.items():
        if suite != "screens":
            yield Lane(suite, folder, lambda lane, suite=suite, cases=cases: lane.suite(SUITES / suite / "run", "-v", *cases))
        if has_bench and suite in WITH_DEVICES and not cases:
            yield Lane(f"{suite} with devices", folder, lambda lane, suite=suite: programs_with_devices(lane, suite))
    devices = [name for name in tests if "Device" in name]
    others = [name for name in tests if "Device" not in name]
    if others:
        words = ["--filter", "|".join(others), "--skip", DEVICES]
        yield Lane("unit tests", folder, lambda lane, words=words: swift_tests(lane, build, *words))
    if devices:
        words = ["--no-parallel", "--filter", "|".join(devices)]
        before = bench("--virtual-time") if has_bench else []
        yield Lane("tests with devices", folder, lambda lane: swift_tests(lane, build, *words, before=before))
