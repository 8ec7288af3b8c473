"""What is different where programs were built with a sanitizer or with counters of lines (scripts/test-sanitized)."""

import os
import pathlib

# "address", "thread", "coverage", or nothing.
KIND = os.environ.get("WHEELD_TEST_BUILD", "")
# What such programs read, also where a case clears the environment.
VARIABLES = {k: v for k, v in os.environ.items() if k in ("ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE")}


def resident_kb(pid):
    """The memory of a process. A sanitizer keeps what was freed for a while, so that with one it tells nothing: 0."""
    if KIND in ("address", "thread"):
        return 0
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0
