"""Who may change things, and who may only read."""

import os

from kit.cases import Skipped, case, expect
from errors import REST

READS = ("list", "get", "subscribe", "stats", "ping")
CHANGES = ("set", "turn", "step", "speed", "focus", "page", "lock", "reset", "commit", "toggle", "select", "ramp",
           "ramp-pause", "ramp-resume", "ramp-cancel", "ramp-scrub", "log-level")  # fmt: skip
MEMBERS = {**REST, "control": "gain", "input": "knob", "page": "next", "locked": True, "level": "info"}
NOBODY = 65534


def as_nobody(body):
    """Runs `body` in a process of another user without groups; its failure is this one's."""
    if os.geteuid() != 0:
        raise Skipped("only root can be somebody else")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            body()
        except BaseException as error:  # noqa: BLE001: it is told to the parent
            os.write(writer, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as told:
        text = told.read()
    os.waitpid(child, 0)
    assert not text, text


@case
def who_may_not_change_things_reads_all_of_them(daemon):
    def body():
        with daemon.client() as client:
            expect(client.hello["event"], "hello")
            for op in READS:
                client.do(op=op, **({"control": "gain"} if op == "get" else {}))

    as_nobody(body)


@case
def who_may_not_change_things_is_forbidden_to(daemon):
    def body():
        with daemon.client() as client:
            before = client.do(op="list")
            for op in CHANGES:
                client.refused("forbidden", op=op, **MEMBERS)
            after = client.do(op="list")
            expect(after["controls"], before["controls"])

    as_nobody(body)


@case
def who_may_not_change_things_hears_of_them(daemon):
    read_end, write_end = os.pipe()

    def body():
        with daemon.client() as client:
            os.write(write_end, b"!")
            expect(client.event("value", control="gain")["value"], -12)

    if os.geteuid() != 0:
        raise Skipped("only root can be somebody else")
    child = os.fork()
    if child == 0:
        try:
            os.read(read_end, 1)
            with daemon.client() as client:
                client.do(op="set", control="gain", value=-12)
        finally:
            os._exit(0)
    as_nobody(body)
    os.waitpid(child, 0)
    os.close(read_end)
    os.close(write_end)
