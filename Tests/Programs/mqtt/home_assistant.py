"""Home Assistant, which finds the controls by itself. $HASS names its program."""

import json
import os
import pathlib
import signal
import urllib.error
import urllib.parse
import urllib.request

from broker import Bridge, Broker, free_port, until
from kit.cases import alone_case, expect, Skipped
from kit.daemon import Daemon
from kit.process import Process

DECK = """
[[control]]
name = "flow"
kind = "float"
range = "[0, inf)"
unit = "L/min"
speeds = [{ name = "fine", per_detent = 0.1 }]

[[input]]
name = "deck"
type = "client"
controls = ["frequency"]
[input.on.go]
click = "set:gain=-7"
[input.on.stop]
click = "set:gain=0"
"""


def answers(request):
    """Returns the JSON answer to a request; None if nobody answers yet."""
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)
    except (urllib.error.URLError, ConnectionError):
        return None


class House(Process):
    """Home Assistant with the broker at a port, and a user who may do everything."""

    def __init__(self, folder, broker):
        hass = os.environ.get("HASS")
        if not hass:
            raise Skipped("HASS does not name the program of Home Assistant")
        port = free_port()
        self.place = f"http://127.0.0.1:{port}"
        home = pathlib.Path(folder, "house")
        (home / ".storage").mkdir(parents=True)
        (home / "configuration.yaml").write_text(
            f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\nlogger:\n  default: info\n"
        )
        (home / ".storage" / "core.config_entries").write_text(json.dumps(self._entries(broker)))
        super().__init__([hass, "--skip-pip", "-c", str(home)], {"HOME": folder})
        self.token = None

    @staticmethod
    def _entries(broker):
        """The configuration that Home Assistant stores after a user has added MQTT."""
        entry = {
            "data": {"broker": "127.0.0.1", "port": broker, "discovery": True, "discovery_prefix": "homeassistant"},
            "entry_id": "01" * 16,
            "domain": "mqtt",
            "title": "mqtt",
            "source": "user",
            "version": 1,
            "minor_version": 2,
            "options": {},
            "subentries": [],
            "discovery_keys": {},
            "unique_id": None,
            "disabled_by": None,
            "pref_disable_new_entities": False,
            "pref_disable_polling": False,
            "created_at": "2025-01-01T00:00:00+00:00",
            "modified_at": "2025-01-01T00:00:00+00:00",
        }
        return {"version": 1, "minor_version": 5, "key": "core.config_entries", "data": {"entries": [entry]}}

    def enter(self):
        """Waits until Home Assistant runs, and creates the user."""
        user = {"client_id": f"{self.place}/", "name": "panel", "username": "panel", "password": "panel", "language": "en"}
        code = until(lambda: self._ask("/api/onboarding/users", user), lambda: self.err.read_text()[-800:])["auth_code"]
        form = {"grant_type": "authorization_code", "code": code, "client_id": f"{self.place}/"}
        request = urllib.request.Request(f"{self.place}/auth/token", urllib.parse.urlencode(form).encode())
        self.token = answers(request)["access_token"]

    def _ask(self, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        return answers(urllib.request.Request(self.place + path, data, headers))

    def call(self, service, **data):
        self._ask(f"/api/services/{service}", data)

    def state(self, entity, attribute=None):
        found = self._ask(f"/api/states/{entity}") or {"state": None, "attributes": {}}
        return found["attributes"].get(attribute) if attribute else found["state"]

    def wait_for(self, entity, state, attribute=None):
        until(
            lambda: self.state(entity, attribute) == state,
            lambda: f"{entity} is {self.state(entity, attribute)!r}, not {state!r}",
        )

    def complaints(self):
        lines = (self.out.read_text() + self.err.read_text()).splitlines()
        return [line for line in lines if "mqtt" in line and ("WARNING" in line or "ERROR" in line)]


@alone_case
def home_assistant_shows_and_sets_the_controls(scratch):
    scratch.configure(lambda text: text + DECK)
    with Broker(scratch.folder) as broker, House(scratch.folder, broker.port) as house, Daemon(scratch) as daemon:
        with Bridge(scratch, "--discovery", "homeassistant", port=broker.port) as bridge, daemon.client() as client:
            house.enter()
            house.wait_for("number.lab_frequency", "7.1")
            house.wait_for("number.lab_gain", "0")
            house.wait_for("select.lab_filter", "low-pass")
            house.wait_for("sensor.lab_steps", "-")
            house.wait_for("sensor.lab_flow", "0")
            house.wait_for("event.lab_deck", "unknown")
            shown = [house.state("number.lab_gain", name) for name in ("min", "max", "step", "unit_of_measurement", "mode")]
            expect(shown, [-60, 6, 0.5, "dB", "slider"])
            expect(house.state("select.lab_filter", "options"), ["low-pass", "band-pass", "hp"])
            client.do(op="feed", input="deck", detents=3)
            house.wait_for("number.lab_frequency", "7.4")
            house.call("number/set_value", entity_id="number.lab_gain", value=-12.5)
            until(lambda: client.do(op="get", control="gain")["value"] == -12.5, "the gain is not set")
            house.wait_for("number.lab_gain", "-12.5")
            house.call("select/select_option", entity_id="select.lab_filter", option="hp")
            until(lambda: client.do(op="get", control="filter")["value"] == "hp", "the filter is not set")
            house.wait_for("select.lab_filter", "hp")

            fine = {"name": "fine", "kind": "float", "range": "[0, 1]", "step": 0.0001, "default": 0.5}
            reading = {"name": "reading", "kind": "float", "range": "[0, 9]", "hands": False}
            client.do(op="define", owner="me", controls=[fine, reading])
            house.wait_for("text.lab_fine", "0.5")
            house.wait_for("sensor.lab_reading", "0")
            house.call("text/set_value", entity_id="text.lab_fine", value="0.1234")
            until(lambda: client.do(op="get", control="fine")["value"] == 0.1234, "the fine one is not set")
            client.do(op="undefine", owner="me")
            for entity in ("text.lab_fine", "sensor.lab_reading"):
                house.wait_for(entity, None)

            def press():
                for down in (True, False):
                    client.do(op="feed", input="deck", button="go", down=down)
                return house.state("event.lab_deck_go", "event_type") == "click"

            # Home Assistant creates a button's entity at its first press, and does not see this press.
            expect(press(), False)
            house.wait_for("event.lab_deck_go", "unknown")
            until(press, "no press arrives")
            bridge.signal(signal.SIGTERM)
            expect(bridge.end(), 0)
            for entity in ("number.lab_gain", "select.lab_filter", "event.lab_deck_go"):
                house.wait_for(entity, "unavailable")
        expect(house.complaints(), [], "what Home Assistant does not like")
