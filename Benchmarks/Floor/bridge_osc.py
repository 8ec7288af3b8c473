"""A bridge to OSC in Python: python-osc sends each value of a control.

usage: bridge_osc.py SOCKET PORT
"""

import json
import socket
import sys

from pythonosc.udp_client import SimpleUDPClient

daemon = socket.socket(socket.AF_UNIX)
daemon.connect(sys.argv[1])
daemon.sendall(b'{"op":"subscribe","events":["value"]}\n')
peer = SimpleUDPClient("127.0.0.1", int(sys.argv[2]))
for text in daemon.makefile():
    line = json.loads(text)
    if line.get("event") == "value":
        peer.send_message("/wheeld/c0", float(line["value"]))
