"""The fuzzer of sessions tries every key and every operation of the documents, and counts events as the documents
say."""

import json
import os
import socket
import subprocess
import sys
from unittest import mock

from kit.cases import alone_case, expect
from kit.daemon import ROOT

sys.path.append(str(ROOT / "Fuzz/daemon"))
import checks  # noqa: E402
from finding import Finding  # noqa: E402
from link import Link  # noqa: E402


@alone_case
def sessions_try_every_key_and_operation(scratch):
    checked = subprocess.run([ROOT / "Fuzz/daemon/run", "--check"], capture_output=True, text=True)
    expect((checked.returncode, checked.stdout), (0, "every key and every operation is tried\n"), checked.stderr)


@alone_case
def the_newest_event_may_be_missed(scratch):
    """The daemon may drop even the newest event, unless it is a commit. Only `missed` accounts for a dropped newest
    event: here for the events 3 and 4."""
    first, second = ({"event": "lock", "seq": seq} for seq in (1, 2))
    for count, finding in ((1, True), (2, False), (3, True)):
        missed = {"event": "missed", "seq": 4, "count": count}
        for lines in ((first, second, missed), (missed, first, second)):
            expect(has_gaps(scratch, lines), finding, str(lines))


@alone_case
def an_event_follows_one_with_more(scratch):
    first, second = ({"event": "lock", "seq": seq, "more": True} for seq in (1, 2))
    last = {"event": "lock", "seq": 3}
    for lines, finding in (
        ((first, second, last), False),
        ((first, second), True),
        (({**first, "event": "device"}, {**last, "seq": 2}), True),
        (({**first, "skipped": 1, "seq": 2}, last), True),
        (({**first, "more": False}, {**last, "seq": 2}), True),
    ):
        expect(has_gaps(scratch, lines), finding, str(lines))


def has_gaps(scratch, lines):
    """Whether the fuzzer reports that these lines are wrong, or do not account for every event after event 0."""
    with socket.socket(socket.AF_UNIX) as listener, mock.patch.object(checks, "SETTLE_S", 0, create=True):
        listener.bind(scratch.socket)
        listener.listen()
        checker = checks.Checks()
        checker.ledger, checker.wait_for_fence = mock.Mock(), mock.Mock()
        checker.observer = Link("observer", scratch.socket, checker.on_line)
        os.unlink(scratch.socket)
        try:
            for line in ({"event": "hello", "seq": 0}, *lines):
                checker.observer.take(json.dumps(line).encode())
            checker.settle_observer()
        except Finding:
            return True
        finally:
            checker.observer.close()
    return False
