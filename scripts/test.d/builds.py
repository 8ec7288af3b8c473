"""The builds that tests run from."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# The build is optimised like the shipped one, but has assertions. Package.swift lists the targets that are not
# optimised. No index is made, because only editors use it.
OPTIMISED = [
    "-c", "release", "--disable-index-store",
    "-Xswiftc", "-enable-testing", "-Xswiftc", "-assert-config", "-Xswiftc", "Debug",
]  # fmt: skip
WARNINGS = ["-Xswiftc", "-warnings-as-errors", "-Xcc", "-Wall", "-Xcc", "-Wextra", "-Xcc", "-Werror"]
# Swift's compiler has no sanitizer of undefined behaviour here. The code in C and C++ has this sanitizer, and the program ends
# at a finding.
UNDEFINED = [
    flag for language in ("-Xcc", "-Xcxx")
    for flag in (language, "-fsanitize=undefined", language, "-fsanitize-trap=undefined")
]  # fmt: skip

# The build takes most of the time of a first run. Developers debug the debug build, so this build has no debugging
# information.
PLAIN = ["-Xswiftc", "-gnone"]

# Builds by name: their flags, and environment variables for the programs. Sanitizers report to files, because no test reads
# the errors or the exit status of most processes.
KINDS = {
    "plain": (PLAIN, {}),
    "address": (["--sanitize=address", *UNDEFINED], {"ASAN_OPTIONS": "detect_leaks=0:log_path={reports}/asan"}),
    "thread": (["--sanitize=thread"], {"TSAN_OPTIONS": f"log_path={{reports}}/tsan:suppressions={HERE}/thread-suppressions.txt"}),
    "coverage": (["--enable-code-coverage"], {"LLVM_PROFILE_FILE": "{reports}/%8m.profraw"}),
}


class Build:
    """A build of everything. Each kind has a folder of its own, so that no build replaces another or the build of `swift build`."""

    def __init__(self, kind):
        """`kind`: one of KINDS, or None for the build that `swift build` makes, which developers already have."""
        self.flags, self.environment = [], dict(os.environ)
        if kind:
            self.flags = [*OPTIMISED, *WARNINGS, *KINDS[kind][0], "--scratch-path", f".build-test/{kind}"]
            self.environment["WHEELD_TEST_BUILD"] = kind

    def make(self):
        """Returns whether the build succeeded."""
        words = ["swift", "build", "--build-tests", *self.flags]
        return subprocess.run(words, cwd=ROOT, env=self.environment, check=False).returncode == 0

    def find(self):
        words = ["swift", "build", *self.flags, "--show-bin-path"]
        self.folder = subprocess.check_output(words, cwd=ROOT, env=self.environment, text=True).strip()
        self.tests = f"{self.folder}/wheeldPackageTests.xctest"
