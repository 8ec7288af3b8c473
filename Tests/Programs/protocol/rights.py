"""Clients that may change values, and clients that may only read."""

import os
import signal

from kit.cases import Skipped, alone_case, case, expect, passed_socket_case
from kit.daemon import Daemon
from errors import REST

READS = ("list", "get", "subscribe", "stats", "ping")
CHANGES = ("set", "turn", "step", "speed", "focus", "page", "lock", "reset", "commit", "toggle", "select", "ramp",
           "ramp-pause", "ramp-resume", "ramp-cancel", "ramp-scrub", "recall", "store", "reload", "log-level")  # fmt: skip
MEMBERS = {**REST, "control": "gain", "input": "knob", "page": "next", "locked": True, "preset": "night", "level": "info"}
NOBODY = 65534


def as_nobody(body, group=NOBODY, others=()):
    """Runs `body` in a process of another user; its failure also fails this process."""
    if os.geteuid() != 0:
        raise Skipped("only root can be somebody else")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(others)
            os.setresgid(group, group, group)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            body()
        except BaseException as error:  # noqa: BLE001: the parent reports the error
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


def may_write(daemon):
    with daemon.client() as client:
        expect(client.do(op="set", control="gain", value=-12)["value"], -12)


def may_only_read(daemon):
    with daemon.client() as client:
        client.do(op="list")
        client.refused("forbidden", op="set", control="gain", value=-12)


@passed_socket_case
@alone_case
def groups_may_write_be_they_the_first_or_further_ones(scratch):
    scratch.configure(lambda text: text.replace(f'["{os.getuid()}"]', '["@54321"]'))
    with Daemon(scratch) as daemon:
        as_nobody(lambda: may_write(daemon), group=54321)
        as_nobody(lambda: may_write(daemon), others=[54320, 54321])
        as_nobody(lambda: may_only_read(daemon), group=54320, others=[54322])
        may_only_read(daemon)


@alone_case
def users_are_named_or_numbered(scratch):
    scratch.configure(lambda text: text.replace(f'["{os.getuid()}"]', f'["{NOBODY}", "nobody-of-that-name"]'))
    with Daemon(scratch) as daemon:
        daemon.wait_for_log("nobody is named 'nobody-of-that-name' here")
        as_nobody(lambda: may_write(daemon))
        may_only_read(daemon)


@alone_case
def without_a_list_the_daemons_user_may_write(scratch):
    scratch.configure(lambda text: text.replace(f'write = ["{os.getuid()}"]\n', ""))
    with Daemon(scratch) as daemon:
        may_write(daemon)
        as_nobody(lambda: may_only_read(daemon))


@alone_case
def rights_change_with_a_reload(scratch):
    with Daemon(scratch) as daemon, daemon.client() as watcher:
        as_nobody(lambda: may_only_read(daemon))
        scratch.configure(lambda text: text.replace(f'["{os.getuid()}"]', f'["{NOBODY}"]'))
        daemon.signal(signal.SIGHUP)
        watcher.event("controls")
        as_nobody(lambda: may_write(daemon))
        # The new rights also apply to clients that are already connected.
        watcher.refused("forbidden", op="set", control="gain", value=-12)


@alone_case
def the_sockets_file_has_its_mode_and_group(scratch):
    if os.geteuid() != 0:
        raise Skipped("only root can give a file to any group")
    scratch.configure(lambda text: text.replace('mode = "0666"', 'mode = "0640"\ngroup = "54321"'))
    with Daemon(scratch) as daemon:
        status = os.stat(daemon.path)
        expect((oct(status.st_mode & 0o777), status.st_gid), ("0o640", 54321))
        with_group = {"group": 54321}

        def cannot_connect():
            try:
                daemon.client()
            except PermissionError:
                return
            raise AssertionError("it could connect")

        # Connecting needs the right to write to the socket's file.
        as_nobody(cannot_connect, **with_group)
        as_nobody(cannot_connect)
        daemon.client().socket.close()


@alone_case
def a_group_alone_opens_the_socket_to_it(scratch):
    if os.geteuid() != 0:
        raise Skipped("only root can give a file to any group")
    scratch.configure(lambda text: text.replace('mode = "0666"', 'group = "54321"'))
    with Daemon(scratch) as daemon:
        status = os.stat(daemon.path)
        expect((oct(status.st_mode & 0o777), status.st_gid), ("0o660", 54321))
