"""Inputs whose events a client sends: `feed` and `unfeed`."""

import contextlib
import json
import pathlib
import signal
import subprocess
import time

from kit.cases import alone_case, expect
from kit.daemon import Daemon, program
from kit.waiting import wait_until

INPUTS = """
[[input]]
name = "dial"
type = "client"
controls = ["frequency", "azimuth"]

[[input]]
name = "deck"
type = "client"
controls = ["gain"]
reverse = true
[input.on.shift]
turn = "control:azimuth"
[input.on.go]
click = "set:gain=-7"

[[input]]
name = "pad"
type = "client"
controls = ["gain"]
"""


class Fed:
    """A daemon with inputs of type client, and two clients."""

    def __init__(self, scratch, edit=lambda text: text):
        scratch.configure(lambda text: edit(text.replace("[[page]]", INPUTS + "\n[[page]]", 1)))
        self.daemon = Daemon(scratch)
        self.client, self.other = self.daemon.client(), self.daemon.client()

    def __enter__(self):
        return self.daemon, self.client, self.other

    def __exit__(self, *arguments):
        self.client.socket.close()
        self.other.socket.close()
        self.daemon.__exit__(*arguments)


def click(button):
    """The press and release of one request are never a long press, however busy the machine is."""
    return [{"down": down, "button": button} for down in (True, False)]


def state(client, name):
    return next(item["state"] for item in client.do(op="list")["inputs"] if item["input"] == name)


@alone_case
def fed_detents_turn_as_a_knob_does(scratch):
    with Fed(scratch) as (_, client, other):
        expect(next(i for i in client.hello["inputs"] if i["input"] == "dial")["type"], "client")
        before = time.clock_gettime(time.CLOCK_MONOTONIC)
        client.do(op="feed", input="dial", detents=3)
        value = other.event("value")
        expect((value["control"], value["value"], value["source"], value["input"]), ("frequency", 7.4, "input", "dial"))
        assert before <= value["time"] <= time.clock_gettime(time.CLOCK_MONOTONIC), value
        expect(other.event("commit")["input"], "dial")
        client.do(op="feed", input="dial", units=-120)
        assert abs(other.event("value")["delta"] + 0.1) < 1e-9
        other.event("commit")
        # A detent has 120 units, so half a detent and 60 units are one detent.
        client.do(op="feed", input="dial", detents=0.5)
        client.do(op="feed", input="dial", units=60)
        while other.event("value")["value"] != 7.4:
            pass


@alone_case
def a_reversed_input_turns_the_other_way(scratch):
    with Fed(scratch) as (_, client, other):
        client.do(op="feed", input="deck", detents=2)
        assert other.event("value", control="gain")["delta"] < 0


@alone_case
def fed_buttons_have_gestures(scratch):
    with Fed(scratch) as (_, client, other):
        # The presses come in one request, so that none of them is a long press, however busy the machine is.
        client.do(op="feed", input="dial", events=[{"down": down} for down in (True, True, False, False, True, False)])
        # A button that is down is not pressed again.
        expect([other.event("press")["gesture"] for _ in range(2)], ["down", "up"])
        expect(other.event("speed")["speed"], "fine")


@alone_case
def fed_buttons_have_names(scratch):
    with Fed(scratch) as (_, client, other):
        client.do(op="feed", input="deck", down=True, button="shift")
        client.do(op="feed", input="deck", detents=1)
        expect(other.event("press", button="shift")["gesture"], "down")
        expect(other.event("value")["control"], "azimuth")
        client.do(op="feed", input="deck", down=False, button="shift")
        client.do(op="feed", input="deck", events=click("go"))
        expect(other.event("value", control="gain")["value"], -7)
        message = client.refused("unknown-button", op="feed", input="deck", down=True, button="sift")
        assert "did you mean 'shift'" in message, message
        client.refused("unknown-button", op="feed", input="deck", down=True)
        client.refused("unknown-button", op="feed", input="dial", down=True, button="shift")


@alone_case
def fed_contacts_are_fingers(scratch):
    with Fed(scratch) as (_, client, other):
        # Without a display, the whole surface turns like a wheel.
        client.do(op="feed", input="pad", size=[800, 480])
        for x in range(100, 700, 20):
            client.do(op="feed", input="pad", contacts=[{"id": 7, "x": x, "y": 240}])
        client.do(op="feed", input="pad", contacts=[])
        expect(other.event("value", control="gain")["input"], "pad")
        expect(other.event("commit", control="gain")["input"], "pad")


@alone_case
def a_feed_of_several_events_is_taken_whole_or_not(scratch):
    with Fed(scratch) as (_, client, other):
        client.do(op="feed", input="dial")
        # No event may be older than the claim.
        first = other.event("device", input="dial", state="attached")["time"] + 0.01
        second = first + 0.1
        time.sleep(max(0, second + 0.01 - time.clock_gettime(time.CLOCK_MONOTONIC)))  # No event may be in the future.
        events = [{"detents": 1, "time": first}, {"detents": 1, "time": second}, {"detents": -1}]
        client.do(op="feed", input="dial", events=events)
        values = [other.event("value") for _ in range(3)]
        expect([round(value["value"], 6) for value in values], [7.2, 7.3, 7.2])
        assert abs(values[0]["time"] - first) < 1e-5 and abs(values[1]["time"] - second) < 1e-5, values
        other.event("commit")
        other.take()
        bad = [{"detents": 1}, {"down": True, "button": "nosuch"}]
        client.refused("unknown-button", op="feed", input="dial", events=bad)
        message = client.refused("bad-request", op="feed", input="dial", events=[{"detents": 1}, {"units": 1.5}])
        assert "events[1]" in message and "units" in message, message
        message = client.refused("bad-request", op="feed", input="dial", events=[{"detents": 1}, {}])
        assert "events[1]" in message, message
        expect(other.quiet(), [])


@alone_case
def a_time_is_never_in_the_future_nor_before_the_last_event(scratch):
    with Fed(scratch) as (_, client, other):
        for offset in (3600, -3600, 1e300, -1e300):
            before = time.clock_gettime(time.CLOCK_MONOTONIC)
            client.do(op="feed", input="dial", detents=1, time=before + offset)
            assert before <= other.event("value")["time"] <= time.clock_gettime(time.CLOCK_MONOTONIC), offset
        last = time.clock_gettime(time.CLOCK_MONOTONIC)
        client.do(op="feed", input="dial", detents=1)
        first = other.event("value")["time"]
        client.do(op="feed", input="dial", detents=1, time=last - 0.01)
        expect(other.event("value")["time"], first)


@alone_case
def a_new_claim_begins_at_its_own_time(scratch):
    with Fed(scratch) as (_, client, other):
        client.do(op="feed", input="dial", down=True)
        client.do(op="unfeed", input="dial")
        client.do(op="feed", input="dial", detents=1, time=time.clock_gettime(time.CLOCK_MONOTONIC) - 0.9)
        times = [other.event(name)["time"] for name in ("press", "device", "value")]
        expect(times, sorted(times))


@alone_case
def an_event_with_members_that_it_does_not_have_is_noticed(scratch):
    with Fed(scratch) as (_, client, _other):
        reply = client.do(op="feed", input="dial", events=[{"detents": 1}, {"detents": 1, "tme": 4}])
        expect(reply["ignored"], ["events[1].tme"])
        message = client.refused("bad-request", op="feed", input="dial", events=[{"input": "deck", "detents": 1}])
        assert "events[0]" in message and "'input'" in message, message
        message = client.refused("bad-request", op="feed", input="dial", events=[{"time": 1}])
        assert "'contacts'" in message, message


@alone_case
def contacts_on_no_display_need_a_size(scratch):
    with Fed(scratch) as (_, client, other):
        contacts = [{"id": 0, "x": 1, "y": 1}]
        message = client.refused("bad-request", op="feed", input="pad", contacts=contacts)
        assert "size" in message, message
        client.do(op="feed", input="pad", size=[800, 480], contacts=contacts)
        client.do(op="feed", input="pad", contacts=[])
        client.do(op="unfeed", input="pad")
        # Each new claim needs a size, since the next client's surface may have another size.
        other.refused("bad-request", op="feed", input="pad", contacts=contacts)


@alone_case
def the_first_feed_claims_the_input(scratch):
    with Fed(scratch) as (_, client, other):
        expect(state(client, "dial"), "waiting")
        client.do(op="feed", input="dial")
        number = client.hello["client"]
        device = other.event("device", input="dial")
        expect((device["state"], device["detail"]), ("attached", f"client {number}"))
        message = other.refused("busy", op="feed", input="dial", detents=1)
        assert str(number) in message, message
        other.refused("busy", op="unfeed", input="dial")
        client.do(op="feed", input="dial", down=True)
        client.do(op="unfeed", input="dial")
        states = [other.event("device", input="dial")["state"] for _ in range(2)]
        expect(states, ["lost", "waiting"])
        other.do(op="feed", input="dial", detents=1)
        expect(client.event("device", input="dial")["detail"], f"client {number}")
        # Without a claim `unfeed` has no effect.
        other.do(op="unfeed", input="dial")
        other.do(op="unfeed", input="dial")


@alone_case
def a_feeder_that_vanishes_leaves_nothing_held(scratch):
    with Fed(scratch) as (daemon, client, other):
        with daemon.client() as feeder:
            feeder.do(op="feed", input="dial", detents=1)
            feeder.do(op="feed", input="dial", down=True)
            feeder.do(op="feed", input="deck", down=True, button="shift")
            feeder.do(op="feed", input="pad", size=[800, 480], contacts=[{"id": 0, "x": 300, "y": 240}])
            feeder.do(op="feed", input="pad", contacts=[{"id": 0, "x": 500, "y": 240}])
        gone = {e["input"] for e in (other.event("device", state="waiting") for _ in range(3))}
        expect(gone, {"dial", "deck", "pad"})
        other.do(op="ping")
        expect([c["editing"] for c in other.do(op="list")["controls"]], [False] * 6)
        # The button is up again, so that the press of the next client is reported.
        other.take()
        client.do(op="feed", input="dial", down=True)
        expect(other.event("press", input="dial")["gesture"], "down")


@alone_case
def a_fed_input_that_is_not_one_is_refused(scratch):
    with Fed(scratch) as (_, client, other):
        message = client.refused("bad-request", op="feed", input="knob", detents=1)
        assert "evdev" in message, message
        message = client.refused("unknown-input", op="feed", input="dil", detents=1)
        assert "dial" in message, message
        client.refused("unknown-input", op="unfeed", input="nosuch")
        for wrong in (
            {"detents": 1, "units": 1},
            {"detents": "1"},
            {"detents": 2e6},
            {"units": 0.5},
            {"units": 1e12},
            {"down": 1},
            {"button": "shift"},
            {"contacts": {}},
            {"contacts": [7]},
            {"contacts": [{"id": 0, "x": 1}]},
            {"contacts": [{"id": 0, "x": 1, "y": 1}, {"id": 0, "x": 2, "y": 2}]},
            {"contacts": [{"id": -1, "x": 1, "y": 1}]},
            {"contacts": [{"id": 0, "x": 1e9, "y": 1}]},
            {"contacts": [{"id": n, "x": 1, "y": 1} for n in range(17)]},
            {"contacts": [{"id": n, "x": 1, "y": 1} for n in range(10_000)]},
            {"size": [0, 1]},
            {"size": [1]},
            {"size": [1, 1e9]},
            {"events": []},
            {"events": [{"detents": 1}] * 257},
            {"events": [1]},
            {"events": [{"detents": 1}], "detents": 1},
        ):
            client.refused("bad-request", op="feed", input="dial", **wrong)
        # A refused request does not claim the input.
        expect(state(other, "dial"), "waiting")
        expect([e for e in other.quiet() if e["event"] != "device"], [])


@alone_case
def a_lock_holds_fed_inputs(scratch):
    with Fed(scratch) as (_, client, other):
        client.do(op="lock", locked=True)
        client.do(op="feed", input="dial", detents=5)
        expect(client.do(op="get", control="frequency")["value"], 7.1)
        client.do(op="lock", locked=False)
        client.do(op="feed", input="dial", detents=5)
        other.event("value", control="frequency")


@alone_case
def what_is_fed_is_counted(scratch):
    with Fed(scratch) as (_, client, _other):
        client.do(op="feed", input="dial", events=[{"detents": 1}] * 256)
        statistics = client.do(op="stats")
        expect(next(i for i in statistics["inputs"] if i["input"] == "dial")["events_in"], 256)


@alone_case
def a_reload_keeps_the_claim_and_the_buttons(scratch):
    with Fed(scratch) as (daemon, client, other):
        client.do(op="feed", input="deck", down=True, button="shift")
        path = pathlib.Path(scratch.configuration)
        path.write_text(path.read_text().replace("decimals = 6", "decimals = 5"))
        daemon.signal(signal.SIGHUP)
        other.event("controls")
        expect(state(other, "deck"), "attached")
        other.refused("busy", op="feed", input="deck", detents=1)
        other.take()
        client.do(op="feed", input="deck", detents=1)
        expect(other.event("value")["control"], "azimuth")
        client.do(op="feed", input="deck", down=False, button="shift")
        expect(other.event("press", button="shift")["gesture"], "up")


@alone_case
def a_reload_that_moves_the_display_keeps_the_claim(scratch):
    def edit(text):
        return text.replace('name = "pad"\n', 'name = "pad"\ndisplay = "main"\n') + (
            '\n[[display]]\nname = "main"\noutput = "none"\n'
        )

    with Fed(scratch, edit) as (daemon, client, other):
        client.do(op="feed", input="pad", down=True)
        path = pathlib.Path(scratch.configuration)
        first = '[[display]]\nname = "first"\noutput = "none"\n\n[[display]]'
        path.write_text(path.read_text().replace("[[display]]", first))
        other.take()
        daemon.signal(signal.SIGHUP)
        other.event("controls")
        expect(state(other, "pad"), "attached")
        client.do(op="feed", input="pad", down=False)
        expect(other.event("press", input="pad")["gesture"], "up")


@alone_case
def a_recording_of_a_fed_input_plays_again(scratch):
    with Fed(scratch) as (daemon, client, other):
        path = scratch.folder + "/recording.txt"
        words = [program("wheelctl"), "--socket", scratch.socket, "record", "deck", path]
        client.do(op="feed", input="deck")
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as recorder:
            # Once it prints this, the recorder has subscribed.
            assert recorder.stdout.readline().startswith(b"recording deck")
            client.do(op="feed", input="deck", detents=2)
            client.do(op="feed", input="deck", events=click("go"))
            other.event("commit", control="gain")
            # The client gives up the input while the button is held, so the next press is a new one.
            client.do(op="feed", input="deck", down=True, button="go")
            client.do(op="unfeed", input="deck")
            client.do(op="set", control="gain", value=0)
            client.do(op="feed", input="deck", events=click("go"))
            other.event("commit", control="gain", value=-7)
            written = pathlib.Path(path)
            wait_until(
                lambda: f"all is recorded: {written.read_text()}",
                lambda: written.read_text().count("BUTTON:go 1") == 3 and written.read_text().endswith("BUTTON:go 0\n"),
            )
            recorder.send_signal(signal.SIGINT)
            recorder.communicate(timeout=30)
        text = pathlib.Path(path).read_text()
        for line in ("type client", "UNITS 240", "BUTTON:go 1", "BUTTON:go 0"):
            assert line in text, (line, text)
        words = [program("wheelctl"), "replay", path, "--config", scratch.configuration]
        played = subprocess.run(words, capture_output=True, text=True, timeout=30)
        expect(played.returncode, 0, played.stderr)
        assert "-7" in played.stdout, played.stdout
        # Three presses: two clicks, and one that `unfeed` has ended.
        expect(played.stdout.count(" down"), 3, played.stdout)
        expect(played.stdout.count(" click"), 2, played.stdout)


@alone_case
def simulated_inputs_are_fed(scratch):
    scratch.configure()
    with Daemon(scratch, options=["--simulate"]) as daemon, daemon.client() as client, daemon.client() as other:
        expect([i["type"] for i in client.hello["inputs"]], ["client"])
        client.do(op="feed", input="knob", detents=1)
        expect(other.event("value")["input"], "knob")


@alone_case
def a_line_of_a_mebibyte_is_too_long(scratch):
    with Fed(scratch) as (_, client, other):
        client.do(op="feed", input="dial", down=True)
        line = json.dumps({"op": "feed", "input": "dial", "events": []}).encode()
        with contextlib.suppress(BrokenPipeError):
            client.send_raw(line.ljust((1 << 20) + 1, b" "))
        while (answer := client.line()) is not None and answer.get("error") != "too-long":
            pass
        expect(answer and answer["error"], "too-long")
        # The connection has ended, so the input waits for a client again.
        other.event("device", input="dial", state="waiting")
