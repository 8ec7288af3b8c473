"""A program in Python that does wheeld's work: python-evdev with asyncio passes the detents of a device on.

usage: knob_evdev.py SOCKET [NODE]
"""

import asyncio
import json
import sys

import evdev


async def main(path, node=None):
    clients = set()

    async def admit(reader, writer):
        clients.add(writer)
        writer.write(b'{"event":"hello"}\n')
        await reader.read()
        clients.discard(writer)

    server = await asyncio.start_unix_server(admit, path)
    if node is None:
        await server.serve_forever()
    value = seq = 0
    async for event in evdev.InputDevice(node).async_read_loop():
        if event.type != evdev.ecodes.EV_REL:
            continue
        value, seq = value + event.value, seq + 1
        line = {"event": "value", "seq": seq, "time": event.timestamp(), "control": "c0", "value": value, "delta": event.value}
        data = json.dumps(line | {"source": "input", "input": "knob"}, separators=(",", ":")).encode() + b"\n"
        for client in clients:
            client.write(data)


asyncio.run(main(*sys.argv[1:]))
