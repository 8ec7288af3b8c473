"""Sets that change nothing or lie outside a range, and the labels of speeds."""

from kit.cases import alone_case, case, expect
from kit.daemon import Daemon

VOLTS = """
[[control]]
name = "volts"
kind = "float"
range = "[0, 30]"
default = 5
beyond = "refuse"
speeds = [{ name = "tens", label = "10 V", per_detent = 10, round = true }, { name = "fine", per_detent = 0.1 }]
"""


@case
def an_echo_is_answered_and_does_nothing_else(daemon):
    with daemon.client() as client, daemon.client() as other:
        client.do(op="set", control="gain", value=-6)
        client.do(op="set", control="gain", value=-7, commit=False)
        client.quiet()
        reply = other.do(op="set", control="gain", value=-7)
        expect((reply["control"], reply["value"]), ("gain", -7))
        expect(other.do(op="set", values={"gain": -7.1, "filter": "low-pass"})["values"]["gain"], -7)
        expect([e for e in client.quiet() if e.get("control") == "gain"], [])
        expect(client.do(op="get", control="gain")["editing"], True)
        client.do(op="commit", control="gain")
        client.do(op="ramp", control="gain", to=0, duration_s=60, **{"from": -7})
        client.do(op="ramp-scrub", control="gain", fraction=0)
        other.do(op="set", control="gain", value=-7)
        expect(client.do(op="get", control="gain")["ramp"]["state"], "paused")
        other.do(op="set", control="gain", value=-8)
        assert "ramp" not in client.do(op="get", control="gain")


@alone_case
def a_value_beyond_the_range_is_refused(scratch):
    scratch.configure(lambda text: text + VOLTS)
    with Daemon(scratch) as daemon, daemon.client() as client:
        told = "volts takes values in [0, 30], not 31"
        expect(client.refused("out-of-range", op="set", control="volts", value=31), told)
        expect(client.refused("out-of-range", op="set", values={"gain": -9, "volts": 31}), told)
        expect(client.refused("out-of-range", op="ramp", control="volts", to=31), told)
        expect(client.refused("out-of-range", op="ramp", control="volts", by=26), told)
        expect(client.quiet(), [])
        expect(client.do(op="turn", control="volts", detents=1000)["value"], 30)
        expect(client.do(op="set", control="gain", value=100)["clamped"], True)


@alone_case
def speeds_have_the_labels_that_are_given(scratch):
    scratch.configure(lambda text: text + VOLTS)
    with Daemon(scratch) as daemon, daemon.client() as client:
        state = client.do(op="get", control="volts")
        expect(state["speeds"], ["tens", "fine"])
        expect(state["speed_labels"], [{"name": "tens", "label": "10 V"}])
        assert "speed_labels" not in client.do(op="get", control="gain")
        expect(client.do(op="turn", control="volts", detents=1)["value"], 10)
