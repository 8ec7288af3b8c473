"""Passwords, TLS, and invalid messages."""

import os
import pathlib
import subprocess

from broker import Bridge, Broker, Listener, library_speaks_5, until
from kit.cases import alone_case, expect, Skipped
from kit.daemon import Daemon


def passwords(folder, secret):
    file = pathlib.Path(folder, "passwords")
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(file), "panel", secret], check=True, capture_output=True)
    os.chmod(file, 0o600)
    return f"allow_anonymous false\npassword_file {file}\n"


@alone_case
def a_wrong_password_is_told_and_a_right_one_needs_no_restart(scratch):
    secret = pathlib.Path(scratch.folder, "secret")
    secret.write_text("wrong\n")
    with Broker(scratch.folder, passwords(scratch.folder, "right")) as broker, Daemon(scratch):
        with Bridge(scratch, "--user", "panel", "--password-file", str(secret), port=broker.port) as bridge:
            bridge.await_log("the broker refuses: Not authori")
            secret.write_text("right\n")
            bridge.await_log("connected to the broker")
            assert "right" not in bridge.log() and "wrong" not in bridge.log()


@alone_case
def the_password_comes_from_the_service_manager(scratch):
    pathlib.Path(scratch.folder, "wheel-mqtt.password").write_text("right")
    with Broker(scratch.folder, passwords(scratch.folder, "right")) as broker, Daemon(scratch):
        environment = {"CREDENTIALS_DIRECTORY": scratch.folder}
        with Bridge(scratch, "--user", "panel", port=broker.port, environment=environment) as bridge:
            bridge.await_log("connected to the broker")


@alone_case
def a_password_file_that_is_missing_is_waited_for(scratch):
    secret = pathlib.Path(scratch.folder, "secret")
    with Broker(scratch.folder, passwords(scratch.folder, "right")) as broker, Daemon(scratch):
        with Bridge(scratch, "--user", "panel", "--password-file", str(secret), port=broker.port) as bridge:
            bridge.await_log(f"read {secret}: ENOENT")
            secret.write_text("right\n")
            bridge.await_log("connected to the broker")


def certificates(folder):
    """Two authorities, and a broker's certificate for `localhost`, signed by the first authority."""

    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    for name in ("ca", "other"):
        openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem",
        )  # fmt: skip
    for name in ("broker", "client"):
        pathlib.Path(folder, "names").write_text("subjectAltName=DNS:localhost\n")
        openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}", "-keyout",
            f"{name}.key", "-out", f"{name}.csr",
        )  # fmt: skip
        openssl(
            "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", f"{name}.pem",
        )  # fmt: skip


@alone_case
def certificates_are_checked_in_both_directions(scratch):
    folder = scratch.folder
    try:
        certificates(folder)
    except FileNotFoundError:
        raise Skipped("openssl is not installed") from None
    tls = f"allow_anonymous true\ncafile {folder}/ca.pem\ncertfile {folder}/broker.pem\nkeyfile {folder}/broker.key\n"
    with Broker(folder, tls + "require_certificate true\n") as broker, Daemon(scratch):

        def text(host="localhost", ca="ca", client=True):
            own = f'cert = "{folder}/client.pem"\nkey = "{folder}/client.key"\n' if client else ""
            return f'[mqtt]\nhosts = ["{host}:{broker.port}"]\ntls = true\nca = "{folder}/{ca}.pem"\n{own}'

        with Bridge(scratch, text=text()) as bridge:
            bridge.await_log("connected to the broker")
        with Bridge(scratch, text=text(ca="other")) as bridge:
            bridge.await_log("certificate verify failed")
        with Bridge(scratch, text=text(host="127.0.0.1")) as bridge:
            bridge.await_log("no broker at 127.0.0.1")
            assert "connected to the broker" not in bridge.log()
        with Bridge(scratch, text=text(client=False)) as bridge:
            bridge.await_log("no broker at localhost")
            assert "connected to the broker" not in bridge.log()


@alone_case
def nonsense_is_ignored_and_logged_once_for_each_kind(scratch):
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Listener(broker.port) as listener:
        broker.publish("wheeld/lab/gain/set", "-50", "-r", "-q", "1")
        with Bridge(scratch, port=broker.port) as bridge, daemon.client() as client:
            listener.await_("count/state", "idle")
            for round_ in range(3):
                for payload in ("nan", "inf", "0x10", "1;2", "\x1b[31m", "x" * 300, "1\x00", "é" * 200, "1e999", "-"):
                    broker.publish("wheeld/lab/gain/set", payload)
                broker.publish("wheeld/lab/filter/set", "HP")
                broker.publish("wheeld/lab/steps/set", "1")
                broker.publish(f"wheeld/lab/nope{round_}/set", "1")
                broker.publish("wheeld/lab/a/b/set", "1")
                broker.publish("wheeld/lab/count/set", "")
            broker.publish("wheeld/lab/gain/set", "600")
            listener.await_("gain/commit", "6")
            expect(client.ask(op="get", control="filter")["value"], "low-pass")
            expect(listener.heard("count/commit") + listener.heard("filter/commit"), [])
            lines = [line for line in bridge.log().splitlines() if "warning" in line]
            kinds = ["is not a value of", "no control of this name", "too long for a value", "outside the range"]
            if not library_speaks_5():
                # With MQTT 3.1.1 a client cannot refuse retained messages, so the bridge gets one and logs a warning.
                kinds.append("a retained message sets")
            for kind in kinds:
                expect(sum(kind in line for line in lines), 1, kind)
            expect(len(lines), len(kinds), str(lines))


@alone_case
def rights_that_are_missing_are_told(scratch):
    if not library_speaks_5():
        raise Skipped("brokers do not say so with MQTT 3.1.1")
    rights = pathlib.Path(scratch.folder, "rights")
    rights.write_text("topic readwrite wheeld/lab/#\ntopic deny wheeld/lab/count/commit\ntopic readwrite ready\n")
    with Broker(scratch.folder, f"allow_anonymous true\nacl_file {rights}\n") as broker, Daemon(scratch) as daemon:
        with Bridge(scratch, port=broker.port) as bridge, daemon.client() as client, Listener(broker.port) as listener:
            listener.await_("status", "online")
            client.ask(op="set", control="count", value=1)
            client.ask(op="set", control="gain", value=0.5)
            listener.await_("gain/commit", "0.5")
            bridge.await_log("the broker refuses wheeld/lab/count/commit: Not authorized")


@alone_case
def a_huge_message_takes_no_memory(scratch):
    if not library_speaks_5():
        raise Skipped("with MQTT 3.1.1 no limit can be set")
    huge = pathlib.Path(scratch.folder, "huge")
    huge.write_bytes(bytes(50_000_000))
    with Broker(scratch.folder) as broker, Daemon(scratch) as daemon, Bridge(scratch, port=broker.port) as bridge:
        bridge.await_log("connected to the broker")
        words = ["mosquitto_pub", "-p", str(broker.port), "-t", "wheeld/lab/gain/set"]
        subprocess.run([*words, "-f", str(huge)], check=True)
        subprocess.run([*words, "-m", "-12"], check=True)
        with daemon.client() as client:
            until(lambda: client.do(op="get", control="gain")["value"] == -12, "the message behind it")
        with open(f"/proc/{bridge.process.pid}/status") as status:
            most = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        assert most < 60_000, f"{most} KB"
