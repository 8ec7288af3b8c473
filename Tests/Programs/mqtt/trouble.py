"""Brokers and daemons that end, restart, or hang."""

import contextlib
import signal
import socket
import threading
import time

from broker import Bridge, Broker, Listener, Wire, free_port, library_speaks_5, until, wait_until_left
from kit.bridge import fill_connection
from kit.cases import alone_case, expect
from kit.daemon import Daemon
from kit.process import cpu_seconds


@alone_case
def no_commit_is_lost_while_the_broker_is_killed(scratch):
    # The listener uses QoS 0, so that the broker forwards a message before it acknowledges it. Otherwise a killed
    # broker would lose messages that it has acknowledged and still holds for a slow listener.
    received = []
    number = 0
    with Broker(scratch.folder) as broker, Wire(broker.port) as wire, Daemon(scratch) as daemon:
        with Bridge(scratch, port=wire.port) as bridge, daemon.client() as client:

            def commit(count):
                nonlocal number
                for _ in range(count):
                    number += 1
                    client.ask(op="set", control="count", value=number)

            for life in range(4):
                with Listener(broker.port, qos="0") as listener:
                    wire.is_open = True
                    bridge.await_log("connected to the broker", life + 1)
                    listener.await_("status", "online")
                    # The broker is killed while some commits are not acknowledged.
                    commit(100)
                    if life == 3:
                        listener.await_("count/commit", str(number))
                        listener.await_last("count/value", str(number))
                    else:
                        wire.is_open = False
                        broker.kill()
                        commit(100)
                        wait_until_left(broker.port)
                    received += [int(text) for text in listener.heard("count/commit")]
                if life < 3:
                    broker.start()
    missing = sorted(set(range(1, number + 1)) - set(received))
    expect(missing, [], "lost commits")
    # Unacknowledged commits may arrive twice. For each killed broker there are at most 20 of them.
    assert len(received) - number <= 3 * 20, len(received) - number
    firsts = list(dict.fromkeys(received))
    expect(firsts, sorted(firsts), "the order")


@alone_case
def retained_values_are_right_at_a_broker_that_has_forgotten_everything(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Bridge(scratch, port=broker.port) as bridge:
        bridge.await_log("connected to the broker")
        broker.kill()
        with daemon.client() as client:
            client.ask(op="set", control="gain", value=-12)
        broker.start()
        bridge.await_log("connected to the broker", 2)
        with Listener(broker.port) as listener:
            listener.await_("gain/value", "-12")
            listener.await_("status", "online")


@alone_case
def commits_that_no_broker_has_got_are_named_at_the_end(scratch):
    text = f'[mqtt]\nhosts = ["127.0.0.1:{free_port()}"]\nqueue = 3\n'
    with Daemon(scratch) as daemon, Bridge(scratch, text=text) as bridge, daemon.client() as client:
        bridge.await_log("connected to wheeld")
        for value in range(1, 5):
            client.ask(op="set", control="count", value=value)
        bridge.await_log("more than 3 commits wait for a broker")
        bridge.signal(signal.SIGTERM)
        bridge.await_log("3 commits are lost: no broker has acknowledged them")


@alone_case
def a_full_queue_drops_the_oldest_commits_and_says_so(scratch):
    port = free_port()
    text = f'[mqtt]\nhosts = ["127.0.0.1:{port}"]\nqueue = 10\n'
    with Daemon(scratch) as daemon, Bridge(scratch, text=text) as bridge, daemon.client() as client:
        bridge.await_log("connected to wheeld")
        for value in range(1, 31):
            client.ask(op="set", control="count", value=value)
        bridge.await_log("more than 10 commits wait for a broker")
        # The wire opens the configured port only after the listener has subscribed, so that the listener misses no
        # commit.
        with Broker(scratch.folder) as broker, Listener(broker.port) as listener, Wire(broker.port, port=port):
            listener.await_("count/commit", "30")
            bridge.await_log("20 commits were dropped")
            expect([int(text) for text in listener.heard("count/commit")], list(range(21, 31)))


@alone_case
def the_next_broker_takes_over(scratch):
    with Broker(scratch.folder) as first, Broker(scratch.folder) as second, Daemon(scratch) as daemon:
        options = ("--host", f"127.0.0.1:{second.port}")
        with Bridge(scratch, *options, port=first.port) as bridge, Listener(second.port) as listener:
            bridge.await_log(f"connected to the broker 127.0.0.1:{first.port}")
            first.kill()
            bridge.await_log(f"connected to the broker 127.0.0.1:{second.port}")
            with daemon.client() as client:
                client.ask(op="set", control="count", value=9)
            listener.await_("count/commit", "9")


@alone_case
def a_broker_that_says_nothing_is_passed_over(scratch):
    with Broker(scratch.folder) as broker, Wire(broker.port) as wire, Daemon(scratch):
        wire.is_frozen = True
        with Bridge(scratch, "--host", f"127.0.0.1:{broker.port}", port=wire.port) as bridge:
            bridge.await_log("no answer")
            bridge.await_log(f"connected to the broker 127.0.0.1:{broker.port}")


@alone_case
def a_silent_connection_is_noticed_and_replaced(scratch):
    with Broker(scratch.folder) as broker, Wire(broker.port) as wire, Daemon(scratch) as daemon:
        text = f'[mqtt]\nhosts = ["127.0.0.1:{wire.port}"]\nkeepalive_s = 5\n'
        with Bridge(scratch, text=text) as bridge, Listener(broker.port) as listener, daemon.client() as client:
            bridge.await_log("connected to the broker")
            wire.is_frozen = True
            for value in range(1, 51):
                client.ask(op="set", control="count", value=value)
            bridge.await_log("disconnected from the broker")
            with wire.lock:
                # The packets of the old connection never arrive. The broker does not know yet that this connection has
                # ended.
                wire.pairs, dead = [], wire.pairs
            wire.is_frozen = False
            bridge.await_log("connected to the broker", 2)
            listener.await_("count/commit", "50")
            listener.await_last("status", "online")
            expect([int(text) for text in listener.heard("count/commit")], list(range(1, 51)))
            del dead


@alone_case
def a_connection_without_room_does_not_keep_the_processor_busy(scratch):
    with Broker(scratch.folder) as broker, Wire(broker.port, small=True) as wire, Daemon(scratch) as daemon:
        # A long prefix makes long topics, which fill the connection sooner.
        prefix = "x" * 100
        text = f'[mqtt]\nhosts = ["127.0.0.1:{wire.port}"]\nprefix = "{prefix}"\ninterval_ms = 0\n'
        with Bridge(scratch, text=text) as bridge, daemon.client() as client:
            topic = f"{prefix}/lab/count/value"
            with Listener(broker.port, topic=topic) as listener:
                bridge.await_log("connected to the broker")
                listener.await_(topic, "0")
                wire.is_frozen = True
                last = fill_connection(wire.port, lambda number: client.ask(op="set", control="count", value=number, commit=False))
                used = cpu_seconds(bridge.process.pid)
                # A bridge that retries without a pause would use a whole processor, or half of one beside another
                # program.
                time.sleep(1)
                used = cpu_seconds(bridge.process.pid) - used
                assert used < 0.25, f"it has used {used} s of 1 s"
                wire.is_frozen = False
                listener.await_last(topic, str(last))


@alone_case
def the_daemon_goes_and_comes_back(scratch):
    with Broker(scratch.folder) as broker, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port) as bridge:
            with Daemon(scratch) as daemon:
                listener.await_("status", "online")
                with daemon.client() as client:
                    client.ask(op="set", control="count", value=4)
                listener.await_("count/commit", "4")
                daemon.signal(15)
                daemon.wait()
            listener.await_last("status", "offline")
            broker.publish("wheeld/lab/count/set", "99")
            # When the bridge answers this message, it has read all earlier ones.
            broker.publish("wheeld/lab/status", "?")
            until(lambda: listener.heard("status")[-2:] == ["?", "offline"], lambda: str(listener.heard("status")))
            with Daemon(scratch) as daemon:
                listener.await_last("status", "online")
                with daemon.client() as client:
                    expect(client.ask(op="get", control="count")["value"], 4)
                    client.ask(op="set", control="count", value=6)
                listener.await_("count/commit", "6")
            assert "fatal" not in bridge.log().lower(), bridge.log()


@alone_case
def two_of_the_same_name_do_not_fight_without_pauses(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch):
        with Bridge(scratch, port=broker.port) as first, Bridge(scratch, port=broker.port) as second:
            first.await_log("is another program connected as 'lab'?")
            second.await_log("is another program connected as 'lab'?")
            # Without pauses each bridge would reconnect hundreds of times.
            time.sleep(1)
            times = sum(bridge.log().count("connected to the broker") for bridge in (first, second))
            assert times < 20, times
            # The broker runs, so the log must not say otherwise.
            for bridge in (first, second):
                bridge.await_log(f"disconnected from the broker 127.0.0.1:{broker.port}: ")
                assert "no broker at" not in bridge.log(), bridge.log()


class ForeignBroker:
    """Accepts each client. With MQTT 5, adds unknown properties to each answer."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.versions = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            one, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(one,), daemon=True).start()

    def serve(self, one):
        first = one.recv(4096)
        self.versions.append(first[first.find(b"MQTT") + 4])
        if self.versions[-1] == 5:
            one.sendall(bytes([0x20, 5, 0, 0, 2, 0x7E, 1]))
            # PUBACK, SUBACK and DISCONNECT, each with an unknown property.
            one.sendall(bytes([0x40, 6, 0, 1, 0, 2, 0x7E, 1, 0x90, 6, 0, 1, 2, 0x7E, 1, 0, 0xE0, 4, 0x8B, 2, 0x7E, 1]))
        else:
            one.sendall(bytes([0x20, 2, 0, 0]))
        with contextlib.suppress(ConnectionResetError):
            while one.recv(4096):
                pass


@alone_case
def properties_that_nobody_knows_do_not_end_it(scratch):
    foreign = ForeignBroker()
    with Daemon(scratch) as daemon, Bridge(scratch, port=foreign.port) as bridge, daemon.client() as client:
        if library_speaks_5():
            # After an error with MQTT 5 the bridge tries 3.1.1.
            until(lambda: 4 in foreign.versions, lambda: f"{foreign.versions}: {bridge.log()}")
        else:
            bridge.await_log("with MQTT 3.1.1")
        client.ask(op="set", control="count", value=1)
        bridge.await_log("connected to wheeld")
        bridge.signal(signal.SIGTERM)
        expect(bridge.end(), 0)
        expect(foreign.versions[0], 5 if library_speaks_5() else 4)


@alone_case
def each_reason_of_an_absence_is_said(scratch):
    port = free_port()
    with Daemon(scratch), Bridge(scratch, "--log-level", "warning", port=port) as bridge:
        bridge.await_log(f"no broker at 127.0.0.1:{port}: Connection refused")
        with Broker(scratch.folder, "allow_anonymous false", port):
            bridge.await_log(f"no broker at 127.0.0.1:{port}: the broker refuses")
        expect(len(bridge.log().splitlines()), len(set(line.split(": ", 1)[-1] for line in bridge.log().splitlines())))


@alone_case
def what_the_library_says_is_one_line(scratch):
    """libmosquitto logs why it ends a connection, and some of its messages end with a line break."""
    with socket.create_server(("127.0.0.1", 0)) as server, Daemon(scratch):

        def talk_nonsense():
            with contextlib.suppress(OSError):
                while True:
                    one, _ = server.accept()
                    with one:
                        one.recv(4096)
                        # This is not MQTT: no packet has the type 0.
                        one.sendall(bytes([0, 0]))
                        one.recv(4096)

        threading.Thread(target=talk_nonsense, daemon=True).start()
        with Bridge(scratch, port=server.getsockname()[1]) as bridge:
            bridge.await_log("Unrecognised command 0)")


@alone_case
def a_burst_loses_no_commit(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port) as bridge, daemon.client() as client:
            listener.await_("count/state", "idle")
            client.ask(op="subscribe", events=["page"])
            for clump in range(3):
                numbers = range(1000 * clump + 1, 1000 * clump + 1001)
                lines = "".join(f'{{"id":{n},"op":"set","control":"count","value":{n}}}\n' for n in numbers)
                client.send_raw(lines.encode())
                for number in numbers:
                    expect(client.reply()["reply"], number)
            listener.await_("count/commit", "3000")
            expect([int(text) for text in listener.heard("count/commit")], list(range(1, 3001)))
            expect((listener.heard("missed"), "commits arrive faster" in bridge.log()), ([], False))


@alone_case
def a_reload_keeps_the_commits_that_wait(scratch):
    port = free_port()
    text = f'[mqtt]\nhosts = ["127.0.0.1:{port}"]\nqueue = 100\n'
    with Daemon(scratch) as daemon, Bridge(scratch, text=text) as bridge, daemon.client() as client:
        bridge.await_log("connected to wheeld")
        for value in (1, 2, 3):
            client.ask(op="set", control="count", value=value)
        bridge.reload(scratch, text.replace("100", "50"))
        bridge.await_log("connected to wheeld", 2)
        client.ask(op="set", control="count", value=4)
        with Broker(scratch.folder) as broker, Listener(broker.port) as listener, Wire(broker.port, port=port):
            listener.await_("count/commit", "4")
            expect(listener.heard("count/commit"), ["1", "2", "3", "4"])
            bridge.reload(scratch, text.replace("100", "40"))
            until(lambda: listener.heard("status") == ["online", "offline", "online"], lambda: str(listener.heard("status")))
        assert "commits are lost" not in bridge.log(), bridge.log()


@alone_case
def what_the_daemon_drops_is_counted_in_the_log_and_among_the_commits(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        with Bridge(scratch, port=broker.port) as bridge, daemon.client() as client:
            listener.await_("count/state", "idle")
            client.ask(op="subscribe", events=["page"])
            total = 0
            for round_ in (1, 2):
                bridge.signal(signal.SIGSTOP)
                # More events than the socket and the daemon buffer for the bridge: some are dropped.
                for value in range(5000):
                    client.ask(op="set", control="count", value=10_000 * round_ + value)
                bridge.signal(signal.SIGCONT)
                total += 5000
                listener.await_("count/commit", str(10_000 * round_ + 4999))
                bridge.await_log("commits arrive faster than this program reads them", round_)

            def accounted():
                missed = sum(map(int, listener.heard("missed")))
                # `missed` also counts events that are not commits, so the sum may be larger than `total`.
                return len(listener.heard("count/commit")) + missed >= total and len(listener.heard("missed")) >= 2

            until(accounted, lambda: f"{listener.heard('missed')} and {len(listener.heard('count/commit'))} of {total}")


@alone_case
def an_old_broker_gets_the_old_protocol(scratch):
    for value, manner in (("8", "says"), ("9", "hangs up")):
        with Broker(scratch.folder) as broker, Wire(broker.port, forbids_5=manner) as wire, Daemon(scratch):
            with Bridge(scratch, port=wire.port) as bridge, Listener(broker.port) as listener:
                bridge.await_log("with MQTT 3.1.1")
                tries = 1 if library_speaks_5() else 0
                until(lambda wire=wire: wire.refused == tries, "MQTT 5 was not tried once, or although the library is too old")
                listener.await_("count/state", "idle")
                broker.publish("wheeld/lab/count/set", value)
                listener.await_("count/commit", value)
