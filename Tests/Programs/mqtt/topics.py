"""The messages that wheel-mqtt publishes, and the values that others may set."""

import json
import signal
import time

from broker import Bridge, Broker, Listener, until
from kit.bridge import WHOLE_NUMBERS
from kit.cases import alone_case, expect
from kit.daemon import Daemon
from kit.process import wait_until_asleep, wakeups

CLIENT_INPUT = '\n[[input]]\nname = "dial"\ntype = "client"\ncontrols = ["frequency"]\n[input.on]\nclick = "speed:next"\n'


def fed(text):
    """The kit's configuration with an input that clients feed."""
    return text + CLIENT_INPUT


@alone_case
def everything_is_there_at_once_and_stays(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch), Bridge(scratch, port=broker.port) as bridge:
        bridge.await_log("connected to the broker")
        with Listener(broker.port) as listener:
            for topic in ("status", "frequency/value", "frequency/speed", "filter/value", "steps/value", "steps/state"):
                until(lambda topic=topic: listener.heard(topic), lambda topic=topic: f"{topic}: {listener.heard()}")
            heard = listener.heard()
            expect(listener.heard("status"), ["online"])
            expect(listener.heard("steps/state"), ["idle"])
            assert all(retained for _, _, retained in heard), heard
            expect(listener.heard("frequency/value"), ["7.1"])
            expect(listener.heard("frequency/speed"), ["coarse"])
            expect(listener.heard("filter/value"), ["low-pass"])
            expect(listener.heard("steps/value"), ["-"])


@alone_case
def a_turned_knob_arrives_and_is_committed(scratch):
    # With 0.5 s until the commit, the bridge publishes "editing" and "idle" even on a busy machine.
    scratch.configure(lambda text: fed(text).replace("commit_after_ms = 50", "commit_after_ms = 500"))
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port):
            listener.await_("filter/state", "idle")
            with daemon.client() as client:
                expect(client.ask(op="feed", input="dial", detents=3)["ok"], True)
                listener.await_("frequency/commit", "7.4")
                expect(client.ask(op="feed", input="dial", down=True)["ok"], True)
                expect(client.ask(op="feed", input="dial", down=False)["ok"], True)
                listener.await_("dial/press", "click")
            expect(listener.heard("frequency/value"), ["7.1", "7.4"])
            states = ["idle", "editing", "idle"]
            until(lambda: listener.heard("frequency/state") == states, lambda: str(listener.heard("frequency/state")))
            expect(listener.heard("dial/press"), ["down", "up", "click"])
            assert not any(name.endswith("/set") for name, _, _ in listener.heard()), listener.heard()
            events = [(name, retained) for name, _, retained in listener.heard() if name in ("frequency/commit", "dial/press")]
            assert not any(retained for _, retained in events), events


@alone_case
def a_message_sets_a_control_once(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port), daemon.client() as client:
            listener.await_("count/state", "idle")
            broker.publish("wheeld/lab/gain/set", "-20.3")
            broker.publish("wheeld/lab/filter/set", "hp\n")
            listener.await_("gain/commit", "-20.5")
            listener.await_("filter/commit", "hp")
            expect(client.ask(op="get", control="gain")["value"], -20.5)
            expect(client.ask(op="get", control="filter")["value"], "hp")
            # A value that was sent back, or a second commit, would arrive before this commit.
            broker.publish("wheeld/lab/filter/set", "band-pass")
            listener.await_("filter/commit", "band-pass")
            expect(listener.heard("gain/set"), ["-20.3"])
            expect(listener.heard("gain/commit"), ["-20.5"])
            # The bridge publishes the value although it has not changed, so that the sender sees the result.
            count = len(listener.heard("gain/value"))
            broker.publish("wheeld/lab/gain/set", "-20.5")
            until(lambda: len(listener.heard("gain/value")) > count, "the same value is not said again")


@alone_case
def a_hand_wins(scratch):
    scratch.configure(lambda text: fed(text).replace("commit_after_ms = 50", "commit_after_ms = 60000"))
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port), daemon.client() as client:
            listener.await_("count/state", "idle")
            client.ask(op="feed", input="dial", detents=5)
            listener.await_("frequency/value", "7.6")
            broker.publish("wheeld/lab/frequency/set", "20")
            said = ["7.1", "7.6", "7.6"]
            until(lambda: listener.heard("frequency/value") == said, lambda: str(listener.heard("frequency/value")))
            expect(client.ask(op="get", control="frequency")["value"], 7.6)


@alone_case
def ten_thousand_changes_are_merged_and_no_commit_is_lost(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port), daemon.client() as client:
            listener.await_("count/state", "idle")
            client.ask(op="subscribe", events=["page"])
            started = time.monotonic()
            for start in range(0, 10_000, 100):
                lines = b"".join(
                    json.dumps({"op": "set", "control": "count", "value": start + n, "commit": n == 100}).encode()
                    + b"\n"
                    for n in range(1, 101)
                )
                client.socket.sendall(lines)
                # Waits for the bridge. On a busy machine the daemon could drop events that the bridge has not read.
                if start >= 500:
                    listener.await_("count/commit", str(start - 400))
                # With this pause the changes last longer than several of the bridge's intervals, however fast the machine is.
                time.sleep(0.008)
            listener.await_("count/commit", "10000")
            listener.await_last("count/value", "10000")
            took = time.monotonic() - started
            expect([int(text) for text in listener.heard("count/commit")], list(range(100, 10_001, 100)))
            values = listener.heard("count/value")
            print(f"10000 changes in {took:.1f} s: {len(values)} values")
            # Each of the 100 commits may publish a value. Other values are at least 20 ms apart, so the time limits
            # their number.
            assert len(values) <= 100 + took / 0.02 + 20, f"{len(values)} values in {took} s"


@alone_case
def a_message_also_sets_what_is_locked_against_hands_or_waits_for_them(scratch):
    scratch.configure(lambda text: text.replace('name = "gain"\n', 'name = "gain"\nconfirm = true\n'))
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port), daemon.client() as client:
            listener.await_("count/state", "idle")
            client.do(op="lock", control="count", locked=True)
            listener.await_("count/state", "locked")
            broker.publish("wheeld/lab/count/set", "7")
            listener.await_("count/commit", "7")
            broker.publish("wheeld/lab/gain/set", "-12")
            listener.await_("gain/commit", "-12")
            expect(client.ask(op="get", control="gain").get("pending"), None)


@alone_case
def home_assistant_is_told_about_everything(scratch):
    scratch.configure(fed)
    with Broker(scratch.folder) as broker, Daemon(scratch), Listener(broker.port, topic="homeassistant/#") as listener:
        with Bridge(scratch, "--discovery", "homeassistant", port=broker.port):
            topic = "homeassistant/device/wheeld_lab/config"
            until(lambda: listener.heard(topic), "nothing is announced")
            told = json.loads(listener.heard(topic)[-1])
            expect(told["availability_topic"], "wheeld/lab/status")
            parts = told["components"]
            expect(
                {name: part["platform"] for name, part in parts.items() if not name.endswith("knob")},
                {
                    "control_frequency": "number", "control_gain": "number", "control_count": "number",
                    "control_azimuth": "number", "control_filter": "select", "control_steps": "sensor",
                    "press_dial": "event",
                },
            )  # fmt: skip
            expect(parts["control_filter"]["options"], ["low-pass", "band-pass", "hp"])
            expect(parts["control_frequency"]["unit_of_measurement"], "MHz")
            assert len({part["unique_id"] for part in parts.values()}) == len(parts)


@alone_case
def home_assistant_is_told_what_has_gone(scratch):
    topic = "homeassistant/device/wheeld_lab/config"
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port, topic="homeassistant/#") as listener:
        with Bridge(scratch, "--discovery", "homeassistant", port=broker.port), daemon.client() as client:
            own = {"name": "own", "kind": "float", "range": "[0, 1]"}
            client.do(op="define", owner="me", controls=[own, {"name": "reading", "kind": "int", "range": "[0, 9]", "hands": False}])

            def platforms():
                told = [json.loads(text)["components"] for text in listener.heard(topic)]
                return [{name: part for name, part in one.items() if name in ("control_own", "control_reading")} for one in told]

            until(lambda: platforms() and platforms()[-1], lambda: str(platforms()))
            expect({name: part["platform"] for name, part in platforms()[-1].items()},
                   {"control_own": "number", "control_reading": "sensor"})
            count = len(platforms())
            client.do(op="define", owner="me", controls=[{"name": "own", "kind": "choice", "positions": ["a", "b"]}])
            until(lambda: len(platforms()) >= count + 2, lambda: str(platforms()))
            expect(platforms()[count], {"control_own": {"platform": "number"}, "control_reading": {"platform": "sensor"}})
            expect(platforms()[count + 1]["control_own"]["platform"], "select")
            assert "control_reading" not in platforms()[count + 1], platforms()
            client.do(op="undefine", owner="me")
            until(lambda: platforms()[-1] == {}, lambda: str(platforms()))
            expect(platforms()[-2], {"control_own": {"platform": "select"}})


@alone_case
def an_int_takes_the_nearest_whole_number(scratch):
    scratch.configure(lambda text: text[: text.index("[[control]]")] + WHOLE_NUMBERS)
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port) as bridge, daemon.client() as client:
            listener.await_("strict/state", "idle")
            for control, payload, value in [
                ("percent", "64.4", 64), ("percent", "-1", 0), ("percent", "1e300", 100), ("open", "0", 1), ("open", "10", 9),
                ("open", "4.5", 5), ("below", "-6.6", -7), ("wide", "29999999999.4", 29_999_999_999), ("strict", "99.9", 100),
            ]:
                broker.publish(f"wheeld/lab/{control}/set", payload)
                until(lambda: client.do(op="get", control=control)["value"] == value,
                      lambda: f"{control} is {client.do(op='get', control=control)['value']}, not {value}; {bridge.log()}")
            broker.publish("wheeld/lab/strict/set", "101")
            bridge.await_log("the daemon refuses a request")
            expect(client.do(op="get", control="strict")["value"], 100)


@alone_case
def an_idle_bridge_sleeps(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch), Bridge(scratch, port=broker.port) as bridge:
        bridge.await_log("connected to wheeld")
        bridge.await_log("connected to the broker")
        wait_until_asleep(bridge.process.pid)
        # One thread must be left: the thread that has made the connection must end.
        until(lambda: len(wakeups(bridge.process.pid)) == 1, lambda: f"threads: {wakeups(bridge.process.pid)}")


@alone_case
def its_end_and_its_death_are_known(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port) as bridge, daemon.client() as client:
            bridge.await_log("connected to wheeld")
            listener.await_("status", "online")
            client.ask(op="set", control="count", value=5)
            # When the daemon answers the next request, it has sent the commit to all clients.
            client.ask(op="ping")
            bridge.signal(signal.SIGTERM)
            expect(bridge.end(), 0)
            listener.await_last("status", "offline")
            expect(listener.heard("count/commit"), ["5"])
        with Bridge(scratch, port=broker.port) as bridge:
            listener.await_last("status", "online")
            bridge.signal(signal.SIGKILL)
            listener.await_last("status", "offline")
