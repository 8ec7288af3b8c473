"""The examples that define the parameters of a patch, with real crashes and restarts of the examples and of the
daemon."""

import contextlib
import json
import pathlib
import signal

from kit.cases import alone_case, expect
from kit.daemon import ROOT, Daemon, program
from kit.process import Process
from kit.waiting import wait_until

FOLDER = ROOT / "docs/clients"

INPUTS = """
[[input]]
name = "dial"
type = "client"

[[input]]
name = "deck"
type = "client"

[[page]]
"""


def python():
    return [str(FOLDER / "engine.py")]


def swift():
    return [program("example-engine")]


@contextlib.contextmanager
def engine(scratch, words):
    """Runs an engine whose pages the input `dial` follows, and kills it at the end of the context, as in a crash."""
    with Process([*words, "dial"], {"WHEELD_SOCKET": scratch.socket}) as process:
        yield process


def configure(scratch):
    scratch.configure(lambda text: text.replace("[[page]]", INPUTS, 1))


def parameters(client):
    return {c["control"]: c for c in client.do(op="list")["controls"] if c.get("owner") == "engine-patch"}


def has(client, name):
    """Waits until a parameter of this name is defined, and returns all parameters."""
    return wait_until(f"there is no {name}", lambda: (all_of := parameters(client)) and name in all_of and all_of)


def focus(client, name):
    return next(i["focus"] for i in client.do(op="list")["inputs"] if i["input"] == name)


def steps(process):
    return [json.loads(line) for line in process.lines()]


def heard(process):
    """The last value of each parameter that the engine has applied."""
    return {name: value for step in steps(process) for name, value in step.items()}


def follows_its_patch(scratch, words):
    configure(scratch)
    with Daemon(scratch) as daemon, daemon.client() as client, engine(scratch, words) as process:
        bass = has(client, "cutoff")
        expect((len(bass), {c["kind"] for c in bass.values()}), (32, {"float", "int", "choice", "selection"}))
        # All parameters are applied in one step.
        process.wait_for_lines(1)
        expect(steps(process), [{name: state["value"] for name, state in bass.items()}])
        client.do(op="page", page="filter")
        process.skip_lines()
        client.do(op="feed", input="dial", detents=2)
        turned = client.event("commit", control="cutoff")["value"]
        assert turned > 440, turned
        process.wait_for_lines(1)
        expect(heard(process), {"cutoff": turned})
        # Values that are set together are applied together, and unchanged values are not applied.
        process.skip_lines()
        client.do(op="set", values={"cutoff": 880, "wave-1": "sine", "targets": ["pitch"], "pan-1": 0, "volume": 5})
        process.wait_for_lines(1)
        expect(steps(process), [{"cutoff": 880, "wave-1": "sine", "targets": ["pitch"], "volume": 5}])
        # Another patch has other parameters, and its own values.
        process.skip_lines()
        client.do(op="select", control="patch", position="organ")
        organ = has(client, "upper-1")
        expect((len(organ), "cutoff" in organ, organ["volume"]["value"]), (32, False, 60))
        process.wait_for_lines(1)
        expect(heard(process), {name: state["value"] for name, state in organ.items()})
        # The first patch is loaded again with its own values.
        client.do(op="select", control="patch", position="bass")
        bass = has(client, "cutoff")
        expect((bass["cutoff"]["value"], bass["volume"]["value"]), (440, 80))
        expect(process.process.poll(), None)


def change(client):
    """Selects another patch, and changes values, a speed and a focus. Returns the state that must be restored."""
    has(client, "cutoff")
    client.do(op="select", control="patch", position="organ")
    has(client, "upper-1")
    client.do(op="set", values={"volume": 33, "upper-1": 2, "harmonic": "third", "manuals": ["lower"]})
    client.do(op="speed", control="volume", speed="fine")
    client.do(op="focus", input="deck", control="volume")
    return {name: (state["value"], state["speed"]) for name, state in parameters(client).items()}


def is_back(client, process, before):
    after = {name: (state["value"], state["speed"]) for name, state in has(client, "upper-1").items()}
    expect((after, focus(client, "deck"), after["volume"][1]), (before, "volume", "fine"))
    client.do(op="set", control="volume", value=34)
    wait_until("the engine does not follow", lambda: heard(process).get("volume") == 34)


def comes_back_after_its_end(scratch, words):
    configure(scratch)
    with Daemon(scratch) as daemon, daemon.client() as client:
        with engine(scratch, words) as process:
            before = change(client)
            process.signal(signal.SIGKILL)
            expect(process.end(), -signal.SIGKILL)
        client.quiet()
        # A restart of the engine within five seconds has no effect: nothing moves, and nothing is defined twice.
        with engine(scratch, words) as process:
            wait_until("the engine does not start", lambda: heard(process))
            client.do(op="ping")
            moved = [e for e in client.quiet() if e["event"] in ("value", "commit", "focus", "page")]
            expect((moved, len(parameters(client))), ([], 32))
            is_back(client, process, before)
            before["volume"] = (34, "fine")
            process.signal(signal.SIGKILL)
        wait_until("the definition does not end", lambda: not parameters(client))
        with engine(scratch, words) as process:
            is_back(client, process, before)
            wait_until("the engine has other values", lambda: heard(process).get("harmonic") == "third")


def comes_back_after_the_daemons_end(scratch, words):
    configure(scratch)
    with engine(scratch, words) as process:
        with Daemon(scratch) as daemon, daemon.client() as client:
            before = change(client)
            wait_until("the engine does not follow", lambda: heard(process).get("volume") == 33)
            # The kill must follow the save of the last change.
            state = pathlib.Path(scratch.state)
            wait_until("it is kept", lambda: state.exists() and '"input":"deck","focus":"volume"' in state.read_text())
            daemon.signal(signal.SIGKILL)
            daemon.wait()
        process.skip_lines()
        with Daemon(scratch) as daemon, daemon.client() as client:
            after = has(client, "upper-1")
            expect({name: (state["value"], state["speed"]) for name, state in after.items()}, before)
            # The engine still runs, and applies nothing, since no parameter has changed.
            expect(steps(process), [])
            is_back(client, process, before)
        expect(process.process.poll(), None)


def says_what_is_wrong(scratch, words):
    configure(scratch)
    with Daemon(scratch) as daemon, daemon.client() as client:
        cutoff = {"name": "cutoff", "kind": "float", "range": "[0, 1]"}
        client.do(op="define", owner="other", controls=[cutoff])
        with engine(scratch, words) as process:
            assert process.end() > 0
            said = process.err.read_text()
            assert "two controls named 'cutoff'" in said and len(said.splitlines()) == 1, said


for words in (python, swift):
    for case in (follows_its_patch, comes_back_after_its_end, comes_back_after_the_daemons_end, says_what_is_wrong):

        def run(scratch, case=case, words=words):
            case(scratch, words())

        run.__name__ = f"{words.__name__}_engine_{case.__name__}"
        alone_case(run)
