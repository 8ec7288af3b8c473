"""Who wins after a side was away: one table of cases for the bridges of all peers.

A suite gives `cases` a function that makes its peer of a scratch, a context with these members:

    stage           the daemon, the bridge and a client (`kit.bridge.Stage`); numbers are values of its control
    number(n)       the nth number that the control and the peer can have, far from the others
    wait_for(n)     waits until the peer has this number
    turn(number)    somebody changes it at the peer
    leave(), come() the peer ends, and begins with nothing
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


# Each step is the word of a line: what happens, one after the other. 1 is what both have at first; the last number is what both
# must have at the end.
TABLE = {
    "the_daemon_was_away": "daemon-leaves daemon-comes",
    "the_daemon_was_away_and_the_peer_was_turned": "daemon-leaves turn-2 daemon-comes",
    "the_peer_was_away": "peer-leaves peer-comes",
    "the_peer_was_away_and_the_panel_was_turned": "peer-leaves panel-2 peer-comes",
    "both_were_away_and_the_peer_comes_first": "daemon-leaves peer-leaves peer-comes daemon-comes",
    "both_were_away_and_the_daemon_comes_first": "peer-leaves daemon-leaves daemon-comes peer-comes",
    "both_were_away_and_the_peer_was_turned": "peer-leaves daemon-leaves peer-comes turn-2 daemon-comes",
}


def play(peer, words):
    stage = peer.stage
    value = 1
    panel = {peer.number(1), peer.number(3), peer.number(4)}
    stage.set(stage.control, peer.number(value))
    peer.wait_for(peer.number(value))
    for word in words.split():
        match word.split("-"):
            case "daemon", "leaves":
                stop_daemon(stage)
            case "daemon", "comes":
                start_daemon(stage)
            case "peer", "leaves":
                peer.leave()
            case "peer", "comes":
                peer.come()
            case "turn", number:
                peer.turn(peer.number(int(number)))
            case "panel", number:
                value = int(number)
                panel.add(peer.number(value))
                stage.set(stage.control, peer.number(value))
    peer.wait_for(peer.number(value))
    # Both go on in both directions. What the peer was turned to meanwhile would come before this.
    stage.set(stage.control, peer.number(4))
    peer.wait_for(peer.number(4))
    if peer.turns:
        peer.turn(peer.number(3))
        stage.wait_for_value(peer.number(3))
        values = [event["value"] for event in stage.client.quiet() if event["event"] == "value"]
        expect(set(values) - panel, set(), "values that only the peer had")


def cases(make, name="", leaves=True, turns=True):
    """Registers the cases of a peer. `leaves` and `turns`: whether it can."""
    for title, words in TABLE.items():
        if not leaves and "peer" in words or not turns and "turn" in words:
            continue

        def body(scratch, words=words):
            with make(scratch) as peer:
                peer.turns = turns
                play(peer, words)

        body.__name__ = f"{title}{name}"
        alone_case(body)
