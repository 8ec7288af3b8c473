"""What differs in programs that were built with a sanitizer or with line counters (scripts/test-sanitized)."""

import os
import pathlib

# The kind of build: "address", "thread", "coverage", or empty for a usual one.
KIND = os.environ.get("WHEELD_TEST_BUILD", "")
# The variables that programs of these builds read. They stay even if a case clears the environment.
VARIABLES = {k: v for k, v in os.environ.items() if k in ("ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE")}


def resident_kb(pid):
    """The resident memory of a process in KiB. With a sanitizer, which keeps freed memory for a while, the result is
    0."""
    if KIND in ("address", "thread"):
        return 0
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0
