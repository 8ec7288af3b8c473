"""Buttons of the panel and of programs: none stays down when its release or its program is lost."""

import signal
import socket

from kit.bridge import free_port
from kit.cases import alone_case, expect
from kit.waiting import wait_until
from stage import CONTROLS, Dump, Stage, packet
from streams import Program

HELD = """
[osc]
to = ["127.0.0.1:PORT"]
interval_ms = INTERVAL

[[osc.press]]
input = "dial"
address = "/press"
"""

PAD = '\n[[input]]\nname = "pad"\ntype = "client"\n'


@alone_case
def a_release_among_missed_events_is_sent(scratch):
    port = free_port(socket.SOCK_DGRAM)
    text = HELD.replace("PORT", str(port)).replace("INTERVAL", "5")
    with Dump(port) as dump, Stage(scratch, text, controls=CONTROLS + PAD) as stage:
        # Waits for the bridge's first values. By then the bridge has learned which buttons are held.
        dump.wait_for_message("/wheeld/wave i 0")
        stage.client.do(op="feed", input="dial", down=True)
        dump.wait_for_message("/press i 1")
        stage.bridge.signal(signal.SIGSTOP)
        # More events than the socket and the daemon buffer for the bridge: some are dropped.
        flood = [{"down": down} for _ in range(128) for down in (True, False)]
        for round in range(60):
            stage.client.do(op="feed", input="pad", events=flood)
            if round == 30:
                stage.client.do(op="feed", input="dial", down=False)
            stage.client.take()
        stage.bridge.signal(signal.SIGCONT)
        dump.wait_for_message("/press i 0")


@alone_case
def the_end_releases_what_is_held_without_waiting_for_the_interval(scratch):
    port = free_port(socket.SOCK_DGRAM)
    text = HELD.replace("PORT", str(port)).replace("INTERVAL", "1000")
    with Dump(port) as dump, Stage(scratch, text) as stage:
        dump.wait_for_message("/wheeld/wave i 0")
        stage.client.do(op="feed", input="dial", down=True)
        dump.wait_for_message("/press i 1")
        stage.bridge.signal(signal.SIGTERM)
        expect(stage.bridge.end(), 0)
        dump.wait_for_message("/press i 0")


@alone_case
def a_connection_that_ends_releases_the_buttons_that_it_holds(scratch):
    with Program() as program:
        text = f'[osc]\nto = ["{program.place}"]\n[[osc.feed]]\ninput = "dial"\naddress = "/dial"\nform = "button"\n'
        with Stage(scratch, text) as stage:

            def held():
                return stage.client.do(op="list")["inputs"][0].get("down", [])

            program.accept()
            program.send(packet("/dial", "i", 1))
            wait_until("the button is down", held)
            program.drop()
            wait_until("the button is up", lambda: not held())
