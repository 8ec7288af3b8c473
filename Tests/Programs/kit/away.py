"""Which side's value wins after a disconnection: one table of cases for all bridges.

A suite gives `cases` a function that takes a scratch folder and returns the peer. The peer is a context with these members:

    stage           the daemon, the bridge and a client (`kit.bridge.Stage`)
    number(n)       the nth of some values that both the control and the peer can have, far from each other
    wait_for(n)     waits until the peer has this value
    turn(number)    somebody changes the value at the peer
    leave(), come() the peer ends, and starts again, without a value or with `number(START)`
"""

import signal

from .cases import alone_case, expect
from .daemon import Daemon


def stop_daemon(stage):
    stage.client.socket.close()
    stage.daemon.signal(signal.SIGTERM)
    stage.daemon.wait()
    stage.daemon.__exit__()


def start_daemon(stage):
    count = stage.log().count("connected to wheeld")
    stage.daemon = Daemon(stage.scratch)
    stage.client = stage.daemon.client()
    stage.wait_for_log("connected to wheeld", count + 1)


# Each word of a line is a step. Both sides begin with `number(1)`. At the end both must have the last number that the
# winning side has set.
TABLE = {
    "the_daemon_was_away": "daemon-leaves daemon-comes",
    "the_daemon_was_away_and_the_peer_was_turned": "daemon-leaves turn-2 daemon-comes",
    "the_peer_was_away": "peer-leaves peer-comes",
    "the_peer_was_away_and_the_panel_was_turned": "peer-leaves panel-2 peer-comes",
    "both_were_away_and_the_peer_comes_first": "daemon-leaves peer-leaves peer-comes daemon-comes",
    "both_were_away_and_the_daemon_comes_first": "peer-leaves daemon-leaves daemon-comes peer-comes",
    "both_were_away_and_the_peer_was_turned": "peer-leaves daemon-leaves peer-comes turn-2 daemon-comes",
}


# A peer that has a value when it starts has `number(START)`.
START = 7


def play(peer, words, winner):
    stage = peer.stage
    # The last number that each side has set itself.
    panel, other = 1, 1
    known = {peer.number(1), peer.number(3), peer.number(4)}
    stage.set(stage.control, peer.number(1))
    peer.wait_for(peer.number(1))
    for word in words.split():
        match word.split("-"):
            case "daemon", "leaves":
                stop_daemon(stage)
            case "daemon", "comes":
                start_daemon(stage)
            case "peer", "leaves":
                peer.leave()
            case "peer", "comes":
                other = START
                peer.come()
            case "turn", number:
                other = int(number)
                peer.turn(peer.number(other))
            case "panel", number:
                panel = int(number)
                stage.set(stage.control, peer.number(panel))
    last = panel if winner == "panel" else other
    known |= {peer.number(panel), peer.number(last)}
    stage.wait_for_value(peer.number(last))
    peer.wait_for(peer.number(last))
    # Now numbers pass in both directions. A number that lost must not arrive any more: it would arrive before these
    # numbers.
    stage.set(stage.control, peer.number(4))
    peer.wait_for(peer.number(4))
    if peer.turns:
        peer.turn(peer.number(3))
        stage.wait_for_value(peer.number(3))
        values = [event["value"] for event in stage.client.quiet() if event["event"] == "value"]
        expect(set(values) - known, set(), "values that only the other side had")


def cases(make, name="", leaves=True, turns=True, winner="panel"):
    """Registers the cases of a peer. `leaves`: the peer can disconnect. `turns`: the peer can be turned. `winner`: the
    side whose values count, "panel" or "peer"."""
    for title, words in TABLE.items():
        if not leaves and "peer" in words or not turns and "turn" in words:
            continue

        def body(scratch, words=words):
            with make(scratch) as peer:
                peer.turns = turns
                play(peer, words, winner)

        body.__name__ = f"{title}{name}"
        alone_case(body)
