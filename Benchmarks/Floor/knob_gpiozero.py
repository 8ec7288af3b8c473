"""A program in Python that does wheeld's work: gpiozero with lgpio passes the detents of an encoder on.

usage: knob_gpiozero.py SOCKET CHIP A B     CHIP: its number
"""

import json
import socket
import sys
import time

from gpiozero import RotaryEncoder
from gpiozero.pins.lgpio import LGPIOFactory

path, chip, a, b = sys.argv[1:]


class Factory(LGPIOFactory):
    def _get_revision(self):
        return 0xA02082  # that of a Raspberry Pi 3, since there is none here


encoder = RotaryEncoder(int(a), int(b), max_steps=0, pin_factory=Factory(chip=int(chip)))
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen()
clients = []
seq = 0


def send():
    global seq
    seq += 1
    line = {"event": "value", "seq": seq, "time": time.monotonic(), "control": "c0", "value": encoder.steps}
    data = json.dumps(line | {"source": "input", "input": "knob"}, separators=(",", ":")).encode() + b"\n"
    for client in clients:
        client.send(data)


encoder.when_rotated = send
while True:
    client, _ = listener.accept()
    client.send(b'{"event":"hello"}\n')
    clients.append(client)
