"""`AsyncPanel` with a daemon."""

import asyncio
import functools
import signal

import pytest
from kit.daemon import Daemon

import wheeld


def with_panel(body):
    """A test that is a coroutine, with a panel and the socket's other fixtures."""

    @functools.wraps(body)
    def test(daemon, other):
        async def run():
            async with asyncio.timeout(30), wheeld.AsyncPanel(daemon.path) as panel:
                await body(daemon, other, panel)

        asyncio.run(run())

    # pytest asks for the fixtures that the signature names.
    del test.__wrapped__
    return test


async def until(panel, kind):
    async for event in panel:
        if isinstance(event, kind):
            return event
    raise AssertionError(f"no {kind.__name__}")


@with_panel
async def test_values_are_set_and_follow(daemon, other, panel):
    answer = await panel["frequency"].set(31)
    assert answer["value"] == panel["frequency"].value == 30 and answer["clamped"]
    assert other.do(op="get", control="frequency")["value"] == 30
    other.do(op="set", control="gain", value=-20)
    assert (await until(panel, wheeld.CommitEvent)).value == 30
    assert (await until(panel, wheeld.CommitEvent)).value == -20
    assert panel["gain"].value == -20
    await panel.lock(True)
    assert panel.locked


@with_panel
async def test_requests_that_run_together_get_their_own_answers(daemon, other, panel):
    answers = await asyncio.gather(*(panel.set("count", number) for number in range(100)))
    assert [answer["value"] for answer in answers] == list(range(100))


@with_panel
async def test_callbacks_may_be_coroutines(daemon, other, panel):
    calls = []
    panel["gain"].on_change(calls.append)

    @panel["gain"].on_commit
    async def committed(value):
        await panel["count"].set(int(value) * 2)
        await panel.close()

    other.do(op="set", control="gain", value=-6)
    await panel.run()
    assert calls == [-6]
    assert other.do(op="get", control="count")["value"] == -12
    with pytest.raises(wheeld.NoDaemonError):
        await panel.ping()


@with_panel
async def test_a_refused_request_raises(daemon, other, panel):
    with pytest.raises(wheeld.RefusedError, match="did you mean 'frequency'"):
        await panel.set("freq", 1)


@with_panel
async def test_an_answer_that_does_not_come(daemon, other, panel):
    daemon.signal(signal.SIGSTOP)
    panel.timeout = 0.1
    try:
        with pytest.raises(wheeld.NoAnswerError):
            await panel.ping()
    finally:
        daemon.signal(signal.SIGCONT)
    panel.timeout = 30
    assert (await panel.get("gain"))["control"] == "gain"


@with_panel
async def test_a_cancelled_wait_loses_no_event(daemon, other, panel):
    assert isinstance(await panel.next_event(), wheeld.ConnectedEvent)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await panel.next_event()
    other.do(op="set", control="gain", value=-1)
    event = await panel.next_event()
    assert isinstance(event, wheeld.ValueEvent) and event.value == -1


def test_it_reconnects(scratch):
    async def run():
        daemon = Daemon(scratch)
        async with asyncio.timeout(30), wheeld.AsyncPanel(scratch.socket) as panel:
            await panel["gain"].set(-6)
            daemon.signal(signal.SIGKILL)
            daemon.wait()
            await until(panel, wheeld.DisconnectedEvent)
            panel.timeout = 0.05
            with pytest.raises(wheeld.NoDaemonError):
                await panel.step("count", 1)
            panel.timeout = 30
            with Daemon(scratch):
                # `async with` waits for the connection.
                await panel["gain"].set(-8)
                await until(panel, wheeld.ConnectedEvent)
                assert panel["gain"].value == -8
                # The cancelled request has not been sent.
                assert (await panel.get("count"))["value"] == 0

    asyncio.run(run())


def test_without_a_daemon(tmp_path):
    async def run():
        async with wheeld.AsyncPanel(str(tmp_path / "nowhere"), timeout=0.1):
            pass

    with pytest.raises(wheeld.NoDaemonError, match="No such file or directory"):
        asyncio.run(run())
