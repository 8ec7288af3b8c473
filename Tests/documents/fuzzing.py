"""The fuzzer of sessions tries every key and every operation that the documents have."""

import subprocess

from kit.cases import by_hand_case, expect
from kit.daemon import ROOT


@by_hand_case
def sessions_try_every_key_and_operation(scratch):
    checked = subprocess.run([ROOT / "Fuzz/daemon/run", "--check"], capture_output=True, text=True)
    expect((checked.returncode, checked.stdout), (0, "every key and every operation is tried\n"), checked.stderr)
