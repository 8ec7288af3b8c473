"""Clusters of three nodes of RabbitMQ and of NATS, of which one node is killed while instruments publish."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from broker import Listener, free_port, until
from kit.cases import alone_case, expect, Skipped
from kit.client import Client
from kit.daemon import Daemon, Scratch, program
from kit.process import Process

# The package's own scripts, because /usr/sbin/rabbitmq-server would change to the user rabbitmq.
FOLDER = "/usr/lib/rabbitmq/bin"
INSTRUMENTS = int(os.environ.get("WHEELD_CLUSTER_INSTRUMENTS", "12"))
COMMITS = 200
START_S = 120


class Rabbit:
    """A node of RabbitMQ. `epmd` is the port of Erlang's name server."""

    def __init__(self, folder, number, epmd):
        self.name = f"wheeld{number}@localhost"
        self.port = free_port()
        self.folder = pathlib.Path(folder, f"node{number}")
        self.folder.mkdir()
        config = f"mqtt.listeners.tcp.1 = 127.0.0.1:{self.port}\nmqtt.allow_anonymous = true\n"
        config += "listeners.tcp = none\nlog.console = true\n"
        (self.folder / "rabbitmq.conf").write_text(config)
        (self.folder / "plugins").write_text("[rabbitmq_mqtt].\n")
        self.environment = {
            **os.environ,
            "HOME": str(folder),
            "ERL_EPMD_PORT": str(epmd),
            "RABBITMQ_NODENAME": self.name,
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_CONFIG_FILE": str(self.folder / "rabbitmq"),
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_MNESIA_BASE": str(self.folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self.folder / "log"),
            "RABBITMQ_LOGS": "-",
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_PID_FILE": str(self.folder / "pid"),
        }
        self.process = None

    def start(self):
        with open(self.folder / "out", "ab") as log:
            self.process = subprocess.Popen(
                [f"{FOLDER}/rabbitmq-server"], env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    def control(self, *words):
        done = subprocess.run(
            [f"{FOLDER}/rabbitmqctl", "-n", self.name, *words], env=self.environment, capture_output=True, text=True,
            timeout=START_S,
        )  # fmt: skip
        assert done.returncode == 0, f"{words}: {done.stdout[-400:]} {done.stderr[-400:]}"
        return done.stdout

    def wait(self):
        end = time.monotonic() + START_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                log = (self.folder / "out").read_text()[-800:]
                assert time.monotonic() < end and self.process.poll() is None, f"{self.name} does not start: {log}"
                # The pause between two queries: the start takes some seconds.
                time.sleep(0.2)

    def kill(self):
        if self.process:
            # Kills the whole group: the server is a child of its script.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextlib.contextmanager
def rabbits(folder):
    if not os.path.exists(f"{FOLDER}/rabbitmq-server") or not shutil.which("epmd"):
        raise Skipped("rabbitmq-server is not installed")
    pathlib.Path(folder, ".erlang.cookie").write_text("wheeldtest")
    os.chmod(pathlib.Path(folder, ".erlang.cookie"), 0o400)
    # The case has its own name server, which ends with the case.
    port = free_port()
    epmd = subprocess.Popen(["epmd", "-port", str(port), "-address", "127.0.0.1"])
    nodes = [Rabbit(folder, number, port) for number in range(1, 4)]
    try:
        # The nodes start one after another: three at once would be slower on a small machine.
        for node in nodes:
            node.start()
            node.wait()
            if node is not nodes[0]:
                node.control("stop_app")
                node.control("join_cluster", nodes[0].name)
                node.control("start_app")
        until(lambda: nodes[0].control("cluster_status").count("wheeld3@localhost") >= 2, "the nodes are no cluster")
        for node in nodes:
            node.wait()
        yield nodes
    finally:
        for node in nodes:
            node.kill()
        epmd.kill()
        epmd.wait()


class Gnat:
    """A server of NATS with MQTT. Its sessions and retained messages are stored at three nodes."""

    def __init__(self, folder, number, routes):
        self.port = free_port()
        self.folder = pathlib.Path(folder, f"nats{number}")
        self.folder.mkdir()
        links = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
        (self.folder / "nats.conf").write_text(
            f"""server_name: wheeld{number}
listen: "127.0.0.1:{free_port()}"
jetstream {{ store_dir: "{self.folder}/store" }}
cluster {{ name: wheeld, listen: "127.0.0.1:{routes[number - 1]}", routes: [{links}] }}
mqtt {{ host: "127.0.0.1", port: {self.port} }}
"""
        )
        self.process = None

    def start(self):
        with open(self.folder / "out", "ab") as log:
            self.process = subprocess.Popen(
                ["nats-server", "-c", str(self.folder / "nats.conf")], stdout=log, stderr=log
            )

    def wait(self):
        """Waits until the node accepts messages, after the nodes have chosen a leader."""
        words = ["mosquitto_pub", "-V", "311", "-p", str(self.port), "-q", "1", "-r", "-t", "wheeld/first", "-m", "x"]

        def takes():
            with contextlib.suppress(subprocess.TimeoutExpired):
                return subprocess.run(words, capture_output=True, timeout=10).returncode == 0

        until(takes, lambda: (self.folder / "out").read_text()[-800:])

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextlib.contextmanager
def gnats(folder):
    if not shutil.which("nats-server"):
        raise Skipped("nats-server is not installed")
    routes = [free_port() for _ in range(3)]
    nodes = [Gnat(folder, number, routes) for number in range(1, 4)]
    try:
        for node in nodes:
            node.start()
        for node in nodes:
            node.wait()
        yield nodes
    finally:
        for node in nodes:
            node.kill()


def connections(bridge):
    """The ports of the nodes to which a bridge has connected, in order."""
    lines = bridge.err.read_text().splitlines()
    return [int(line.split(" with MQTT")[0].rsplit(":", 1)[1]) for line in lines if "connected to the broker" in line]


def settle(bridges):
    """Waits until no bridge has moved to another node for 11 s. A bridge that does not receive its own status moves
    after 10 s."""
    before, since = None, time.monotonic()
    while time.monotonic() - since < 11:
        now = [len(connections(bridge)) for bridge in bridges]
        if now != before:
            before, since = now, time.monotonic()
        # The pause between two checks.
        time.sleep(0.5)


def silent(topics, bridges):
    first = min(topics)
    log = bridges[int(first.split("/")[1][1:])].err.read_text()
    return f"not said again: {sorted(topics)}; {log[-600:]}"


def kill_a_node(cluster, what, shares_retained):
    """Kills a node while instruments publish. No commit may be lost. `shares_retained`: each node has all nodes'
    retained messages."""
    with contextlib.ExitStack() as stack:
        nodes = stack.enter_context(cluster)
        bridges, clients = [], []
        for number in range(INSTRUMENTS):
            one = stack.enter_context(Scratch())
            stack.enter_context(Daemon(one))
            # The instruments connect to different nodes first.
            order = [nodes[(number + n) % 3] for n in range(3)]
            hosts = [word for node in order for word in ("--host", f"127.0.0.1:{node.port}")]
            words = [program("wheel-mqtt"), "--name", f"i{number}", "--socket", one.socket, "--log-level", "debug", *hosts]
            bridges.append(stack.enter_context(Process(words)))
            clients.append(stack.enter_context(Client(one.socket)))
            clients[-1].do(op="subscribe", events=[])
        for bridge in bridges:
            until(lambda b=bridge: "connected to the broker" in b.err.read_text(), lambda b=bridge: b.err.read_text())
            assert "with MQTT 3.1.1" in bridge.err.read_text()
        survivor = nodes[2]
        listener = stack.enter_context(Listener(survivor.port, topic="wheeld/#", version="311"))
        for value in range(1, COMMITS + 1):
            if value == COMMITS // 2:
                nodes[0].kill()
            for client in clients:
                client.send(op="set", control="count", value=value)
            # The instruments publish for some seconds, in which the node is killed and another node replaces it.
            time.sleep(0.02)

        def commits():
            got = [[] for _ in range(INSTRUMENTS)]
            for topic, payload, _ in listener.heard():
                words = topic.split("/")
                if words[2:] == ["count", "commit"]:
                    got[int(words[1][1:])].append(int(payload))
            return got

        whole = set(range(1, COMMITS + 1))
        end = time.monotonic() + 60
        while any(set(got) != whole for got in commits()):
            missing = {n: sorted(whole - set(got))[:5] for n, got in enumerate(commits()) if set(got) != whole}
            assert time.monotonic() < end, f"lost commits: {missing}; {bridges[min(missing)].err.read_text()[-1500:]}"
            # The pause between two checks.
            time.sleep(0.5)
        settle(bridges)
        places = [connections(bridge) for bridge in bridges]
        moved = [n for n, ports in enumerate(places) if len(ports) > 1]
        print(f"  {what}: {INSTRUMENTS} instruments, {len(moved)} went on at another node, "
              f"{sum(len(ports) > 2 for ports in places)} of them once more; twice came "
              f"{sum(len(got) for got in commits()) - INSTRUMENTS * COMMITS} of {INSTRUMENTS * COMMITS} commits")  # fmt: skip
        assert {n for n in range(INSTRUMENTS) if n % 3 == 0} <= set(moved), moved
        for got in commits():
            firsts = list(dict.fromkeys(got))
            expect(firsts, sorted(firsts), "the order")
        for node in nodes[1:]:
            topics = [word for number in range(INSTRUMENTS) for word in ("-t", f"wheeld/i{number}/count/value")]
            with Listener(node.port, *topics, topic="wheeld/none", version="311", qos="0") as reader:
                # A fixed time, because a broker does not report that it has sent all retained messages, and may have none.
                time.sleep(2)
                known = {int(topic.split("/")[1][1:]): payload for topic, payload, _ in reader.heard()}
                ours = {n for n in range(INSTRUMENTS) if shares_retained or places[n][-1] == node.port}
                expect({n: known.get(n) for n in ours if known.get(n) != str(COMMITS)}, {}, "retained values that are wrong")
                # A node that does not share retained messages may still have those of instruments that have moved to another
                # node.
                left = {n for n in range(INSTRUMENTS) if node.port in places[n]}
                expect(set(known) - ours - left, set(), "retained values of instruments that were never at this node")
                # A message to `get` makes an instrument publish everything again.
                for number in range(INSTRUMENTS):
                    place = ["-p", str(node.port), "-t", f"wheeld/i{number}/get"]
                    words = ["mosquitto_pub", "-V", "311", *place, "-n", "-q", "1"]
                    subprocess.run(words, check=True)
                every = {f"wheeld/i{number}/count/value" for number in range(INSTRUMENTS)}

                def wrong(reader=reader, every=every):
                    last = {topic: payload for topic, payload, _ in reader.heard()}
                    return {topic for topic in every if last.get(topic) != str(COMMITS)}

                until(lambda w=wrong: not w(), lambda w=wrong: silent(w(), bridges))


@alone_case
def a_node_of_rabbitmq_is_killed_while_instruments_publish(scratch):
    # RabbitMQ 3 keeps a retained message at the node where it was published.
    kill_a_node(rabbits(scratch.folder), "RabbitMQ", shares_retained=False)


@alone_case
def a_node_of_nats_is_killed_while_instruments_publish(scratch):
    kill_a_node(gnats(scratch.folder), "NATS", shares_retained=True)
