"""Turns, presses, and devices that are connected and disconnected. The kernel simulates the devices."""

import pathlib
import signal
import subprocess
import time

from kit.cases import alone_case, expect
from kit.daemon import Daemon, program
from kit.devices import BTN_1, NAME, Knob, Lines
from kit.waiting import wait_until

STAMP = {"event", "seq", "time"}


def configure(scratch, extra=""):
    scratch.configure(
        lambda text: text.replace("no such device", NAME).replace("commit_after_ms = 50", "commit_after_ms = 1500")
        + extra
    )


def edit(scratch, old, new):
    """Changes the configuration, of which `old` is a part."""
    path = pathlib.Path(scratch.configuration)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def attached(client):
    """Waits until the knob is attached, which it may be already."""
    if client.do(op="list")["inputs"][0]["state"] != "attached":
        client.event("device", input="knob", state="attached")
    client.take()


class Stage:
    """A knob, a daemon that has it, and a client."""

    def __init__(self, scratch, extra=""):
        configure(scratch, extra)
        self.knob = Knob()
        self.daemon = Daemon(scratch)
        self.client = self.daemon.client()
        attached(self.client)

    def __enter__(self):
        return self.knob, self.client, self.daemon

    def __exit__(self, *arguments):
        self.client.socket.close()
        self.daemon.__exit__(*arguments)
        self.knob.unplug()


@alone_case
def a_turn_is_a_value_and_a_commit_by_its_input(scratch):
    with Stage(scratch) as (knob, client, _):
        before = time.clock_gettime(time.CLOCK_MONOTONIC)
        knob.turn(3)
        value = client.event("value")
        after = time.clock_gettime(time.CLOCK_MONOTONIC)
        expect(set(value), STAMP | {"control", "value", "speed", "source", "input", "editing", "delta"})
        expect((value["control"], value["value"], value["speed"]), ("frequency", 7.4, "coarse"))
        expect((value["source"], value["input"], value["editing"]), ("input", "knob", True))
        assert abs(value["delta"] - 0.3) < 1e-9, value
        # The event's time is cut to whole microseconds, so it may lie up to 1 µs before `before`.
        assert before - 1e-6 <= value["time"] <= after, "the time is not the kernel's"
        commit = client.event("commit")
        expect(set(commit), STAMP | {"control", "value", "source", "input"})
        expect((commit["value"], commit["source"], commit["input"]), (7.4, "input", "knob"))


@alone_case
def a_set_may_be_refused_while_a_hand_is_there(scratch):
    with Stage(scratch) as (knob, client, _):
        knob.turn(1)
        client.event("value")
        expect(client.do(op="get", control="frequency")["editing"], True)
        client.refused("editing", op="set", control="frequency", value=9, unless="editing")
        client.refused("editing", op="set", values={"gain": -1, "frequency": 9}, unless="editing")
        words = [program("wheelctl"), "--socket", scratch.socket, "set", "frequency", "9", "--unless-editing"]
        expect(subprocess.run(words, capture_output=True).returncode, 1)
        expect(client.do(op="get", control="gain")["value"], 0)
        expect(client.do(op="set", control="gain", value=-3, unless="editing")["value"], -3)
        client.event("commit", control="frequency")
        expect(client.do(op="set", control="frequency", value=9, unless="editing")["value"], 9)


@alone_case
def an_end_is_told_once(scratch):
    with Stage(scratch) as (knob, client, _):
        client.do(op="set", control="frequency", value=29.95)
        client.take()
        knob.turn(2)
        limit = client.event("limit")
        expect(set(limit), STAMP | {"control", "edge"})
        expect((limit["control"], limit["edge"]), ("frequency", "upper"))
        knob.turn(2)
        knob.turn(-1)
        client.event("value", value=29.9)
        expect([e for e in client.take() if e["event"] == "limit"], [])


@alone_case
def presses_have_their_gestures(scratch):
    configure(scratch, "[buttons]\nlong_ms = 300\ndouble_ms = 250\n")
    edit(
        scratch,
        'controls = ["frequency", "azimuth"]\n',
        'controls = ["frequency", "azimuth"]\n[input.on]\nclick = "emit"\nlong = "next-control"\n',
    )
    with Knob() as knob, Daemon(scratch) as daemon, daemon.client() as client:
        attached(client)
        knob.click()
        presses = [client.event("press") for _ in range(3)]
        expect([p["gesture"] for p in presses], ["down", "up", "click"])
        expect(set(presses[0]) - {"button"}, STAMP | {"input", "gesture"})
        expect({p["input"] for p in presses}, {"knob"})
        knob.click()
        time.sleep(0.02)  # The pause of a hand between two clicks.
        knob.click()
        client.event("press", gesture="double")
        expect(client.event("speed")["speed"], "fine")
        knob.press()
        client.event("press", gesture="long")
        focus = client.event("focus")
        expect((focus["input"], focus["control"]), ("knob", "azimuth"))
        knob.release()
        client.event("press", gesture="up")


@alone_case
def buttons_are_named_where_there_are_several(scratch):
    with Stage(scratch) as (knob, client, _):
        knob.click()
        first = client.event("press", gesture="down")
        knob.click(BTN_1)
        second = client.event("press", gesture="down")
        expect(set(second), STAMP | {"input", "button", "gesture"})
        assert second["button"] != first.get("button"), (first, second)


@alone_case
def devices_come_and_go(scratch):
    configure(scratch)
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.hello["inputs"][0]["state"], "waiting")
        for _ in range(2):
            with Knob() as knob:
                event = client.event("device", state="attached")
                expect(set(event), STAMP | {"input", "state", "detail"})
                expect(event["input"], "knob")
                expect(client.do(op="list")["inputs"][0]["state"], "attached")
                knob.turn(1)
                client.event("value", control="frequency")
                knob.unplug()
                # The loss of the device ends the interactions that it has begun.
                expect(client.event("commit")["control"], "frequency")
                client.event("device", input="knob", state="lost")
                client.event("device", input="knob", state="waiting")
                expect(client.do(op="list")["inputs"][0]["state"], "waiting")


@alone_case
def what_the_kernel_drops_is_told(scratch):
    with Stage(scratch) as (knob, client, daemon):
        # While the daemon is stopped, the kernel's buffer overflows, as on a busy machine.
        daemon.signal(signal.SIGSTOP)
        knob.burst(500)
        daemon.signal(signal.SIGCONT)
        event = client.event("dropped")
        expect(set(event), STAMP | {"input", "count", "total"})
        expect((event["input"], event["count"], event["total"]), ("knob", 1, 1))
        stats = client.do(op="stats")
        expect((stats["events_dropped"], stats["inputs"][0]["events_dropped"]), (1, 1))
        knob.turn(1)
        client.event("value")
        after = client.do(op="stats")
        assert after["events_in"] == after["inputs"][0]["events_in"] > stats["events_in"], after
        last = after["inputs"][0]["last"]
        assert abs(last - time.clock_gettime(time.CLOCK_MONOTONIC)) < 20, last


@alone_case
def raw_events_come_to_who_names_them(scratch):
    with Stage(scratch) as (knob, client, daemon):
        with daemon.client() as other:
            client.do(op="subscribe", events=["raw"])
            knob.turn(-2)
            event = client.event("raw", code="REL_DIAL")
            expect(set(event), STAMP | {"input", "code", "value"})
            expect((event["input"], event["value"]), ("knob", -2))
            other.event("value")
            expect([e for e in other.quiet() if e["event"] == "raw"], [])


@alone_case
def locked_hands_do_nothing(scratch):
    with Stage(scratch) as (knob, client, _):
        client.do(op="lock", locked=True)
        before = client.do(op="stats")["events_in"]
        knob.turn(3)
        knob.turn(3)
        wait_until("both turns are read", lambda: client.do(op="stats")["events_in"] >= before + 2)
        expect([e for e in client.quiet() if e["event"] == "value"], [])
        client.do(op="lock", locked=False)
        knob.turn(1)
        expect(client.event("value")["value"], 7.2)


@alone_case
def focus_and_page_say_what_a_hand_turns(scratch):
    extra = '\n[[page]]\nname = "sky"\ncontrols = ["azimuth"]\ninputs = ["knob"]\n'
    with Stage(scratch, extra) as (knob, client, _):
        client.do(op="focus", input="knob", control="azimuth")
        knob.turn(1)
        expect(client.event("value")["control"], "azimuth")
        client.do(op="focus", input="knob", control="frequency")
        client.do(op="page", page="sky")
        knob.turn(1)
        expect(client.event("value")["control"], "azimuth")


@alone_case
def an_open_device_is_kept_over_a_reload(scratch):
    with Stage(scratch) as (knob, client, daemon):
        knob.turn(1)
        client.event("commit")
        edit(scratch, 'label = "Frequency"', 'label = "Tuning"')
        daemon.signal(signal.SIGHUP)
        event = client.event("controls")
        expect(event["inputs"][0]["state"], "attached")
        knob.turn(1)
        expect(client.event("value")["source"], "input")
        expect(client.take("device"), [])
        edit(scratch, "kind", "kinds")
        daemon.signal(signal.SIGHUP)
        daemon.wait_for_log("nothing has changed")
        knob.turn(1)
        expect(client.event("value")["source"], "input")


@alone_case
def an_encoder_is_tried_from_the_command_line(scratch):
    with Lines(3) as lines:
        options = ["--socket", scratch.socket, "--gpio", "0,1,2"]
        with Daemon(scratch, bare=True, options=options) as daemon, daemon.client() as client:
            if not any(i["type"] == "gpio" and i["state"] == "attached" for i in client.do(op="list")["inputs"]):
                client.event("device", state="attached")
            lines.turn(2)
            up = client.event("value")["value"]
            assert up > 0, "nothing was turned"
            lines.turn(-3)
            client.event("limit", edge="lower")
            lines.set(2, False)
            client.event("press", gesture="down")
            lines.set(2, True)
            client.event("press", gesture="up")


@alone_case
def a_reload_takes_over_the_timings_of_buttons(scratch):
    """A button that is pressed for 0.1 s: too short for the first configuration's debounce, long enough for the
    second's."""
    with Lines(1) as lines:
        button = f'[[input]]\nname = "push"\ntype = "gpio"\nchip = "{lines.chip}"\nbutton = 0\n'
        timings = "[buttons]\ndebounce_ms = 1000\nlong_ms = 2000\n"
        scratch.configure(lambda text: text + button + timings)
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached = {"input": "push", "state": "attached"}
            if {i["input"]: i["state"] for i in client.do(op="list")["inputs"]}["push"] != "attached":
                client.event("device", **attached)

            def press():
                lines.set(0, False)
                time.sleep(0.1)  # The time that the button is down.
                lines.set(0, True)

            press()
            time.sleep(1.2)  # By then a level that lasts longer than the debounce would have been reported.
            expect(client.quiet(), [])
            edit(scratch, timings, "[buttons]\ndebounce_ms = 5\nlong_ms = 50\n")
            daemon.signal(signal.SIGHUP)
            client.event("device", **attached)
            press()
            expect([client.event("press")["gesture"] for _ in range(3)], ["down", "long", "up"])
