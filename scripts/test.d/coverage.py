"""Prints how many lines of Sources the tests have run, by target."""

import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tool(name):
    """The path of a tool of the compiler's own toolchain. Tools of other versions may not read its files."""
    swift = pathlib.Path(subprocess.check_output(["sh", "-c", "realpath $(command -v swift)"], text=True).strip())
    return swift.parent / name


def tell(profiles, build):
    profile = profiles / "all.profdata"
    raw = sorted(profiles.glob("*.profraw"))
    subprocess.run([tool("llvm-profdata"), "merge", "--failure-mode=all", "-o", profile, *raw], check=True)
    folder = pathlib.Path(build.folder)
    programs = [folder / path.parent.name for path in (ROOT / "Sources").glob("*/main.swift")]
    objects = [word for program in programs if program.exists() for word in ("-object", program)]
    words = [tool("llvm-cov"), "export", "-summary-only", "-instr-profile", profile, build.tests, *objects, ROOT / "Sources"]
    files = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)["data"][0]["files"]
    lines = collections.defaultdict(lambda: [0, 0])
    for file in files:
        target = pathlib.Path(file["filename"]).relative_to(ROOT / "Sources").parts[0]
        for name in (target, "all of Sources"):
            lines[name][0] += file["summary"]["lines"]["covered"]
            lines[name][1] += file["summary"]["lines"]["count"]
    print("\n==== lines that were run, by target")
    for name, (covered, count) in sorted(lines.items(), key=lambda item: (item[0] == "all of Sources", item[0])):
        print(f"{100 * covered / max(count, 1):6.1f} %  {covered:6} of {count:6}  {name}")
    sys.stdout.flush()
