"""Events that need no device, their order, and subscriptions."""

import time

from kit.cases import case, expect

STAMP = {"event", "seq", "time"}


@case
def value_and_commit_have_their_members(daemon):
    with daemon.client() as client:
        client.do(op="set", control="frequency", value=7.2)
        value, commit = client.take()
        expect(set(value), STAMP | {"control", "value", "speed", "source", "client", "editing", "delta", "more"})
        expect(set(commit), STAMP | {"control", "value", "source", "client"})
        expect((value["source"], value["client"]), ("client", client.hello["client"]))
        assert abs(value["delta"] - 0.1) < 1e-9
        assert abs(value["time"] - time.clock_gettime(time.CLOCK_MONOTONIC)) < 20
        expect(value["speed"], "coarse")
        client.do(op="set", control="steps", value=["4"])
        value, commit = client.take()
        expect(
            set(value), STAMP | {"control", "value", "cursor", "speed", "source", "client", "editing", "delta", "more"}
        )
        expect(set(commit), STAMP | {"control", "value", "cursor", "source", "client"})


@case
def events_come_before_the_reply_and_to_everybody(daemon):
    with daemon.client() as one, daemon.client() as two:
        one.send(id=1, op="set", control="gain", value=-1)
        kinds = ["event" if "event" in one.line() else "reply" for _ in range(3)]
        expect(kinds, ["event", "event", "reply"])
        expect(two.event("value")["client"], one.hello["client"])


@case
def time_has_six_decimals(daemon):
    with daemon.client() as client:
        client.send_raw(b'{"op":"set","control":"gain","value":-1}\n')
        text = client.raw().split(b'"time":')[1].split(b",")[0]
        expect(len(text.split(b".")[1]), 6)
        client.raw()


@case
def seq_grows_by_one(daemon):
    with daemon.client() as client:
        last = client.hello["seq"]
        for number in range(300):
            client.do(op="set", control="frequency", value=1 + number / 100)
            if number % 10 == 0:
                client.do(op="speed", control="frequency", speed="next")
        for event in client.take():
            expect(event["seq"], last + 1)
            last = event["seq"]


@case
def limit_is_told_once_per_arrival(daemon):
    with daemon.client() as client:
        client.do(op="set", control="frequency", value=29.95)
        client.take()
        client.do(op="turn", control="frequency", detents=5)
        client.do(op="turn", control="frequency", detents=5)
        limits = client.take("limit")
        expect([(e["control"], e["edge"]) for e in limits], [("frequency", "upper")])
        expect(set(limits[0]), STAMP | {"control", "edge"})
        client.do(op="turn", control="frequency", detents=-1000)
        expect([e["edge"] for e in client.take("limit")], ["lower"])


@case
def focus_page_and_lock_are_told(daemon):
    with daemon.client() as client:
        expect(client.ask(op="focus", input="knob", control="azimuth", id=1), {"reply": 1, "ok": True})
        (event,) = client.take()
        expect(set(event), STAMP | {"input", "control"})
        expect((event["event"], event["input"], event["control"]), ("focus", "knob", "azimuth"))
        expect(client.do(op="list")["inputs"][0]["focus"], "azimuth")
        client.refused("unknown-input", op="focus", input="nothing", control="gain")
        client.refused("unknown-control", op="focus", input="knob", control="nothing")

        for word, page in (("levels", "levels"), ("next", "tuning"), ("previous", "levels"), ("tuning", "tuning")):
            expect(client.do(op="page", page=word)["page"], page)
            pages = client.take("page")
            expect([e["page"] for e in pages], [page])
            expect(set(pages[0]), STAMP | {"page"})
        client.refused("unknown-page", op="page", page="nothing")

        for locked in (True, False):
            expect(client.ask(op="lock", locked=locked, id=2), {"reply": 2, "ok": True})
            locks = client.take("lock")
            expect([e["locked"] for e in locks], [locked])
            expect(set(locks[0]), STAMP | {"locked"})
        client.refused("bad-request", op="lock", locked="yes")
        for locked in (True, False):
            client.do(op="lock", locked=locked, controls=["gain", "azimuth"])
            locks = client.take("lock")
            expect([(e["control"], e["locked"], e.get("more")) for e in locks],
                   [("gain", locked, True), ("azimuth", locked, None)])
            expect(client.do(op="get", control="gain")["locked"], locked)
        client.do(op="lock", locked=True, control="gain")
        client.do(op="lock", locked=False)
        expect([(e["control"], e["locked"]) for e in client.take("lock")], [("gain", True)])
        client.do(op="lock", locked=False, control="gain")
        client.refused("unknown-control", op="lock", locked=True, controls=["gain", "nothing"])
        expect(client.do(op="get", control="gain")["locked"], False)
        client.refused("bad-request", op="lock", locked=True, controls="gain")


@case
def clients_change_things_while_hands_are_locked_out(daemon):
    with daemon.client() as client:
        client.do(op="lock", locked=True)
        with daemon.client() as other:
            expect(other.hello["locked"], True)
        expect(client.do(op="set", control="gain", value=-2)["value"], -2)


@case
def subscriptions_choose_controls_and_events(daemon):
    with daemon.client() as client, daemon.client() as other:
        expect(client.ask(op="subscribe", controls=["gain"], events=["value"], id=1), {"reply": 1, "ok": True})
        other.do(op="set", control="frequency", value=3)
        other.do(op="set", control="gain", value=-3)
        other.do(op="speed", control="gain", speed="next")
        other.do(op="page", page="levels")
        expect([(e["event"], e["control"]) for e in client.quiet()], [("value", "gain")])
        client.do(op="subscribe", events=["page", "speed"])
        other.do(op="set", control="gain", value=-4)
        other.do(op="page", page="tuning")
        other.do(op="speed", control="gain", speed="previous")
        expect([e["event"] for e in client.quiet()], ["page", "speed"])
        client.do(op="subscribe")
        other.do(op="set", control="gain", value=-5)
        expect([e["event"] for e in client.quiet()], ["value", "commit"])
        client.do(op="subscribe", events=[])
        other.do(op="set", control="gain", value=-6)
        expect(client.quiet(), [])
        client.do(op="subscribe", controls=[])
        other.do(op="set", control="gain", value=-7)
        expect([e for e in client.quiet() if "control" in e], [])


@case
def subscriptions_that_make_no_sense_change_nothing(daemon):
    with daemon.client() as client:
        client.do(op="subscribe", controls=["gain"])
        client.refused("unknown-control", op="subscribe", controls=["nothing"])
        client.refused("bad-request", op="subscribe", events=["nothing"])
        client.refused("bad-request", op="subscribe", interval_ms=-1)
        client.refused("bad-request", op="subscribe", text="yes")
        client.do(op="set", control="frequency", value=3)
        client.do(op="set", control="gain", value=-3)
        expect({e["control"] for e in client.take()}, {"gain"})


@case
def text_comes_to_who_asks_for_it(daemon):
    with daemon.client() as client, daemon.client() as plain:
        client.do(op="subscribe", text=True)
        client.do(op="set", control="frequency", value=14.074)
        client.do(op="set", control="filter", value="hp")
        texts = [e.get("text") for e in client.take("value")]
        expect(texts, ["14.074000 MHz", "High-pass"])
        assert all("text" not in e for e in plain.quiet())


@case
def interval_thins_values_and_never_loses_the_last(daemon):
    with daemon.client() as client, daemon.client() as other:
        client.do(op="subscribe", controls=["frequency"], interval_ms=300)
        start = time.monotonic()
        values, skipped, newest = 0, 0, None
        for number in range(40):
            other.do(op="set", control="frequency", value=number + 1 if number < 29 else number / 10, commit=False)
            time.sleep(0.01)  # Together the sets take longer than an interval.
        while newest != 3.9:
            event = client.line()
            expect(event["event"], "value")
            values += 1
            skipped += event.get("skipped", 0)
            newest = event["value"]
        took = time.monotonic() - start
        expect(values + skipped, 40)
        assert values <= took / 0.3 + 2, f"{values} values in {took:.2f} s"


@case
def interval_never_thins_commits(daemon):
    with daemon.client() as client, daemon.client() as other:
        client.do(op="subscribe", interval_ms=60_000)
        for number in range(40):
            other.do(op="set", control="frequency", value=number / 4)
        events = client.quiet()
        expect([e["value"] for e in events if e["event"] == "commit"], [max(n / 4, 0.1) for n in range(40)])
        # A held-back value is sent before its commit, since a commit without its value would be useless.
        expect(events[-2]["value"], 9.75)
