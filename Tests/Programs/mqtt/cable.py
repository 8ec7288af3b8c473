"""The cable between the bridge and the broker is pulled. It is a link between two network namespaces."""

import contextlib
import os
import subprocess

from broker import Bridge, until
from kit.cases import alone_case, expect, Skipped
from kit.daemon import Daemon
from kit.process import Process


class Room:
    """A network namespace, which exists as long as the process that holds it."""

    def __init__(self, stack):
        self.holder = stack.enter_context(Process(["unshare", "--net", "sleep", "infinity"]))
        self.pid = self.holder.process.pid
        own = os.readlink("/proc/self/ns/net")
        until(
            lambda: self.holder.process.poll() is not None or os.readlink(f"/proc/{self.pid}/ns/net") != own,
            "unshare does nothing",
        )
        if self.holder.process.poll() is not None:
            raise Skipped("network namespaces are not allowed here")

    def words(self, *words):
        return ["nsenter", "--target", str(self.pid), "--net", *words]

    def run(self, *words):
        done = subprocess.run(self.words(*words), capture_output=True, text=True)
        if done.returncode != 0:
            raise Skipped(f"{' '.join(words)}: {done.stderr.strip()}")


@alone_case
def a_pulled_cable_loses_no_commit(scratch):
    with contextlib.ExitStack() as stack:
        far, near = Room(stack), Room(stack)
        far.run("ip", "link", "add", "dev", "wfar", "type", "veth", "peer", "name", "wnear", "netns", str(near.pid))
        for room, name, address in ((far, "wfar", "192.0.2.1/24"), (near, "wnear", "192.0.2.2/24")):
            room.run("ip", "address", "add", address, "dev", name)
            room.run("ip", "link", "set", "lo", "up")
            room.run("ip", "link", "set", name, "up")
        settings = f"{scratch.folder}/mosquitto.conf"
        with open(settings, "w") as file:
            file.write("user root\nlistener 1883\nallow_anonymous true\n")
        stack.enter_context(Process(far.words("mosquitto", "-c", settings)))
        far_publish = far.words("mosquitto_pub", "-t", "ready", "-m", "x")
        until(lambda: subprocess.run(far_publish, capture_output=True).returncode == 0, "mosquitto does not start")
        listener = stack.enter_context(
            Process(far.words("mosquitto_sub", "-t", "wheeld/lab/count/commit", "-t", "ready"))
        )
        until(lambda: subprocess.run(far_publish).returncode == 0 and "x" in listener.lines(), "nobody listens")
        text = '[mqtt]\nhosts = ["192.0.2.1"]\nkeepalive_s = 5\n'
        with Daemon(scratch) as daemon, Bridge(scratch, text=text, around=near.words()) as bridge, daemon.client() as client:
            bridge.await_log("connected to the broker")
            number = 0

            def commit(count):
                nonlocal number
                for _ in range(count):
                    number += 1
                    client.ask(op="set", control="count", value=number)

            def arrived():
                return list(dict.fromkeys(int(line) for line in listener.lines() if line != "x"))

            commit(10)
            near.run("ip", "link", "set", "wnear", "down")
            commit(200)
            bridge.await_log("disconnected from the broker 192.0.2.1:1883: ")
            commit(200)
            near.run("ip", "link", "set", "wnear", "up")
            until(lambda: len(arrived()) >= number, lambda: f"{len(arrived())} of {number} have come; {bridge.log()}")
            expect(arrived(), list(range(1, number + 1)))
