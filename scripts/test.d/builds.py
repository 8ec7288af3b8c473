"""The builds that tests run from."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# As it is shipped, and with assertions; Package.swift names what is left unoptimised. An index is for editors.
OPTIMISED = [
    "-c", "release", "--disable-index-store",
    "-Xswiftc", "-enable-testing", "-Xswiftc", "-assert-config", "-Xswiftc", "Debug",
]  # fmt: skip
WARNINGS = ["-Xswiftc", "-warnings-as-errors", "-Xcc", "-Wall", "-Xcc", "-Wextra", "-Xcc", "-Werror"]
# Swift's compiler has no sanitizer of undefined behaviour here. The code in C and C++ has it, and ends where it finds something.
UNDEFINED = [
    flag for language in ("-Xcc", "-Xcxx")
    for flag in (language, "-fsanitize=undefined", language, "-fsanitize-trap=undefined")
]  # fmt: skip

# A build from nothing is most of a run. Who looks for a fault has the debug build, so this one is without what debuggers need.
PLAIN = ["-Xswiftc", "-gnone"]

# Builds by name: their flags, and a variable for what runs. Sanitizers report to files, because most processes have nobody who
# reads their errors or their exit status.
KINDS = {
    "plain": (PLAIN, {}),
    "address": (["--sanitize=address", *UNDEFINED], {"ASAN_OPTIONS": "detect_leaks=0:log_path={reports}/asan"}),
    "thread": (["--sanitize=thread"], {"TSAN_OPTIONS": f"log_path={{reports}}/tsan:suppressions={HERE}/thread-suppressions.txt"}),
    "coverage": (["--enable-code-coverage"], {"LLVM_PROFILE_FILE": "{reports}/%8m.profraw"}),
}


class Build:
    """A build of everything. Each kind has a folder of its own: none discards another, nor that of `swift build`."""

    def __init__(self, kind):
        """`kind`: one of KINDS, or None for the build that `swift build` makes, which a developer has already."""
        self.flags, self.environment = [], dict(os.environ)
        if kind:
            self.flags = [*OPTIMISED, *WARNINGS, *KINDS[kind][0], "--scratch-path", f".build-test/{kind}"]
            self.environment["WHEELD_TEST_BUILD"] = kind

    def make(self):
        """Says whether it could be built."""
        words = ["swift", "build", "--build-tests", *self.flags]
        return subprocess.run(words, cwd=ROOT, env=self.environment, check=False).returncode == 0

    def find(self):
        words = ["swift", "build", *self.flags, "--show-bin-path"]
        self.folder = subprocess.check_output(words, cwd=ROOT, env=self.environment, text=True).strip()
        self.tests = f"{self.folder}/wheeldPackageTests.xctest"
