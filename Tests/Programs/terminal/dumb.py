"""A terminal without control sequences."""

import re

from tmux import UP, Terminal

from kit.cases import alone_case, expect


@alone_case
def without_control_sequences_it_is_lines(scratch):
    with Terminal(scratch, environment={"TERM": "dumb"}) as terminal, terminal.client() as client:
        log = scratch.folder + "/sent"
        terminal.tmux("pipe-pane", f"cat >{log}")
        client.quiet()
        # A key that is typed before the panel has set the terminal's modes would be dropped.
        terminal.shows("Frequency")
        terminal.type(UP)
        client.event("value")
        client.do(op="set", control="frequency", value=14.074)
        terminal.shows("Frequency  14.074")
        # Controls that have not changed are not printed again.
        expect(len(re.findall(r"^[Ff]ilter  ", terminal.text(), re.MULTILINE)), 1)
        terminal.type("=", "x", "Enter")
        terminal.shows("'x' is not a number")
        terminal.type("?")
        terminal.shows("turn the marked control")
        terminal.type("q")
        terminal.shows("q leaves, any other key stays.")
        with open(log, "rb") as sent:
            assert b"\x1b" not in sent.read(), "there is a control sequence"
        terminal.type("q")
        terminal.shows("left")
        assert terminal.is_as_before(), "its modes were not those from before"
