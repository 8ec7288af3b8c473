"""A bridge to MQTT in Python: paho-mqtt publishes each value of a control.

usage: bridge_mqtt.py SOCKET PORT
"""

import json
import socket
import sys

from paho.mqtt import client as paho

daemon = socket.socket(socket.AF_UNIX)
daemon.connect(sys.argv[1])
daemon.sendall(b'{"op":"subscribe","events":["value"]}\n')
# Version 2 of paho-mqtt requires the version of the callbacks.
broker = paho.Client(paho.CallbackAPIVersion.VERSION2) if hasattr(paho, "CallbackAPIVersion") else paho.Client()
broker.connect("127.0.0.1", int(sys.argv[2]))
broker.loop_start()
for text in daemon.makefile():
    line = json.loads(text)
    if line.get("event") == "value":
        broker.publish("floor/c0/value", json.dumps(line["value"]), qos=0, retain=True)
