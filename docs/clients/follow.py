#!/usr/bin/env python3
"""Follows wheeld, or sets a value. Python's standard library only.

usage: follow.py                    every value, as it changes
       follow.py CONTROL            this control's
       follow.py CONTROL VALUE      sets it, and prints the value that it now has
"""

import json
import os
import socket
import sys
import time


def place():
    """Where clients look for the daemon."""
    named = os.environ.get("WHEELD_SOCKET")
    own = os.environ.get("XDG_RUNTIME_DIR", "") + "/wheeld.sock"
    return named or (own if os.path.exists(own) else "/run/wheeld/wheeld.sock")


def connect():
    """A file to write requests to, and a file that gives a line for each event and answer; the first line is
    `hello`."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(place())
    return connection.makefile("w", encoding="utf-8"), connection.makefile("r", encoding="utf-8")


def show(state):
    print(state["control"], json.dumps(state["value"], ensure_ascii=False), flush=True)


def follow(wanted):
    while True:
        try:
            _, lines = connect()
            for line in lines:
                event = json.loads(line)
                # `hello` and `controls` have every control. Later each change is an event.
                for state in event.get("controls", []) + ([event] if event.get("event") == "value" else []):
                    if wanted in (None, state["control"]):
                        show(state)
        except OSError as error:
            print(f"{place()}: {error.strerror}", file=sys.stderr)
        # The daemon is being restarted, or not there yet.
        time.sleep(1)


def set_value(control, text):
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    requests, lines = connect()
    requests.write(json.dumps({"id": 1, "op": "set", "control": control, "value": value}) + "\n")
    requests.flush()
    for line in lines:
        reply = json.loads(line)
        if reply.get("reply") == 1:
            if not reply["ok"]:
                sys.exit(reply["message"])
            print(json.dumps(reply["value"], ensure_ascii=False))
            return
    sys.exit("the daemon has closed the connection")


if len(sys.argv) > 2:
    set_value(sys.argv[1], sys.argv[2])
else:
    try:
        follow(sys.argv[1] if len(sys.argv) > 1 else None)
    except KeyboardInterrupt:
        pass
