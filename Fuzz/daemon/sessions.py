"""Random sessions."""

import json

import requests
from configurations import changed, configuration
from numerals import number
from recordings import KNOBS, recording
from requests import UNSEEN, Instrument, request
from steps import Step

ROTATIONS = ["0", "1", "-3", "9007199254740992", "9223372036854775807", "-9223372036854775808", "1e30"]
FLOODS = ("set", "turn", "step", "speed", "toggle", "get", "ramp-scrub")


def session(r):
    """A list of steps, most of which are valid where they are."""
    return Maker(r).session()


class Maker:
    def __init__(self, r):
        self.r = r
        self.steps = []
        self.clients = []
        self.count = 0
        self.lines = 0

    def session(self):
        self.configure(configuration(self.r))
        if self.r.random() < 0.25:
            self.steps.append(Step("preview", (), json.dumps(preview(self.r, self.instrument))))
        if self.r.random() < 0.05:
            self.steps.append(Step("state", (), state(self.r, self.instrument)))
        if self.r.random() < 0.12:
            kind = self.r.choice(list(KNOBS))
            self.configure("".join(self.configuration.rpartition("input = []\n")[::2]) + KNOBS[kind])
            self.steps.append(Step("replay", (), recording(self.r, kind)))
            return self.steps
        self.steps.append(Step("start"))
        self.connect()
        weights = dict(self.r.choice(THEMES))
        for _ in range(self.r.randint(3, 25)):
            getattr(self, self.r.choices(list(weights), list(weights.values()))[0])()
        return self.steps

    def configure(self, text):
        self.configuration = text
        self.instrument = Instrument(text)
        self.steps.append(Step("config", (), text))

    def line(self, only=None):
        self.lines += 1
        return request(self.r, self.instrument, self.lines, only)

    # Parts of a session.

    def connect(self):
        name = f"c{self.count}"
        self.count += 1
        self.clients.append(name)
        self.steps.append(Step("connect", (name,)))

    def client(self):
        if not self.clients or self.r.random() < 0.05 and len(self.clients) < 5:
            self.connect()
        return self.r.choice(self.clients)

    def send(self):
        self.steps.append(Step("send", (self.client(),), self.line()))

    def subscribe(self):
        self.steps.append(Step("send", (self.client(),), self.line(("subscribe",))))

    def flood(self):
        line = self.line(FLOODS)
        if self.r.random() < 0.5:
            control = self.r.choice(self.instrument.numbers)
            line = '{"id":1,"op":"set","control":%s,"value":#}' % json.dumps(control)
        self.steps.append(Step("flood", (self.client(), str(self.r.choice([2, 10, 100, 300, 1500]))), line))

    def slow(self):
        """A client that does not read while another one is busy, and events that can happen meanwhile."""
        slow = self.client()
        self.connect()
        self.steps.append(Step("pause", (slow,)))
        for _ in range(self.r.randint(1, 4)):
            self.r.choice([self.flood, self.flood, self.send, self.reload, lambda: self.narrow(slow)])()
        self.steps.append(Step(self.r.choice(["resume", "resume", "close"]), (slow,)))
        if self.steps[-1].kind == "close":
            self.clients.remove(slow)

    def narrow(self, name):
        self.steps.append(Step("send", (name,), self.line(("subscribe",))))

    def thinned(self):
        """Pending values for a client that limits their rate."""
        thin = self.client()
        self.connect()
        other = self.clients[-1]
        self.steps.append(Step("send", (thin,), thin_subscription(self.lines)))
        for _ in range(self.r.randint(2, 4)):
            self.steps.append(Step("send", (other,), self.line(("set", "turn", "ramp", "step"))))
        self.r.choice([self.close, self.reload, self.wait, lambda: self.narrow(thin)])()

    def close(self):
        if self.clients:
            name = self.clients.pop(self.r.randrange(len(self.clients)))
            self.steps.append(Step("close", (name,)))

    def wait(self):
        self.steps.append(Step("wait", (str(self.r.choice([1, 5, 20, 60])),)))

    def reload(self):
        if self.r.random() < 0.8:
            self.configure(changed(self.r, self.configuration))
        self.steps.append(Step("reload"))

    def restart(self):
        self.steps.append(Step(self.r.choice(["stop", "stop", "stop", "kill"])))
        if self.r.random() < 0.4:
            self.configure(changed(self.r, self.configuration))
        if self.r.random() < 0.3:
            self.steps.append(Step("state", (), state(self.r, self.instrument)))
        self.steps.append(Step("start"))
        self.clients = []

    def ctl(self):
        self.steps.append(Step("wheelctl", (), json.dumps(words(self.r, self.instrument))))

    def preview(self):
        self.steps.append(Step("preview", (), json.dumps(preview(self.r, self.instrument))))


# The relative frequency of each part in sessions of a kind.
THEMES = [
    {"send": 20, "wait": 1, "restart": 1, "reload": 1},
    {"send": 20, "wait": 1},
    {"send": 6, "restart": 3, "reload": 3},
    {"send": 6, "subscribe": 3, "slow": 2, "thinned": 2, "close": 2, "wait": 1, "flood": 1, "reload": 1},
    {"send": 10, "ctl": 3, "preview": 1},
    {
        "send": 10, "subscribe": 1, "flood": 1, "slow": 1, "close": 1, "ctl": 0.3, "restart": 1, "reload": 1, "wait": 1,
        "preview": 0.3,
    },
]  # fmt: skip


def thin_subscription(number_of_line):
    return '{"id":%d,"op":"subscribe","interval_ms":3600000}' % number_of_line


def value_word(r, instrument, control):
    made = requests.value(r, instrument, control)
    return ",".join(json.loads(made)) if made.startswith('["') else made.strip('"')


def words(r, instrument):
    """A command of wheelctl, as a user may type it."""
    control = r.choice(instrument.controls) if r.random() < 0.9 else r.choice(UNSEEN)
    made = r.choice([
        ["list"], ["get", control], ["set", control, value_word(r, instrument, r.choice(instrument.controls))],
        ["turn", control, number(r)], ["step", control, "3"], ["speed", control], ["speed", control, r.choice(UNSEEN)],
        ["reset", control], ["commit", control], ["page"], ["page", r.choice(UNSEEN)], ["presets"], ["recall", r.choice([*instrument.presets, *UNSEEN])], ["lock"], ["unlock"], ["stats"],
        ["ping"], ["ramp", control, "--to", number(r), "--duration", "0.01"], ["ramp", control, "--scrub", "0.5"],
        ["toggle", control, "1"], ["watch", "--interval-ms", "1000"], ["watch", control], ["focus", "i0", control],
        ["screenshot", "-o", "/dev/null"], ["select", control, r.choice(UNSEEN)],
        ["ramp", r.choice([*instrument.ramps, *UNSEEN])],
    ])  # fmt: skip
    return (["--json"] if r.random() < 0.2 else []) + [w.replace("\0", "") for w in made]


def preview(r, instrument):
    words = ["--size", r.choice(["64x48", "128x64", "320x240", "320x240", "480x320"])]
    control = r.choice(instrument.controls)
    if r.random() < 0.5:
        words += ["--value", f"{control}={value_word(r, instrument, control)}"]
    if r.random() < 0.3:
        words += ["--control", control]
    if r.random() < 0.3:
        words += ["--scene", r.choice(["angle", "angle", "wheel", "rotor", "positions", "selector", "digits", "readout"])]
    return words


def saved_preset(r, instrument, name):
    chosen = r.sample(instrument.controls, r.randint(1, len(instrument.controls)))
    values = ",".join(f"{json.dumps(control)}:{requests.value(r, instrument, control)}" for control in chosen)
    return f'{{"preset":{json.dumps(name)},"values":{{{values}}}}}'


def state(r, instrument):
    """A state file as a user, a defective disk or another configuration may have left it."""
    controls = []
    for name in instrument.controls:
        other = r.choice(instrument.controls)
        value = requests.value(r, instrument, name if r.random() < 0.5 else other)
        if r.random() < 0.3:
            value = r.choice(['["1"]', '"1"', "0", "[]", '"a"', number(r), "1e400", "null"])
        speed = json.dumps(r.choice(instrument.speeds(name)))
        saved = f'{{"control":"{name}","value":{value},"speed":{speed}'
        if r.random() < 0.3:
            saved += f',"cursor":{json.dumps(r.choice(["1", "2", "a", "nobody"]))}'
        if r.random() < 0.3:
            saved += f',"rotations":{r.choice(ROTATIONS)}'
        controls.append(saved + "}")
    page = json.dumps(r.choice([None, *instrument.pages, "nobody"]))
    inputs = ",".join(f'{{"input":"{i}","focus":"{r.choice(instrument.controls)}"}}' for i in instrument.inputs)
    presets = ",".join(saved_preset(r, instrument, name) for name in instrument.presets if r.random() < 0.5)
    tail = f',\n"presets":[{presets}]' if presets or r.random() < 0.1 else ""
    text = '{"version":1,\n"controls":[\n' + ",\n".join(controls) + f'],\n"inputs":[{inputs}],\n"page":{page}{tail}}}\n'
    if r.random() < 0.1:
        place = r.randrange(len(text))
        text = text[:place] + r.choice(["", "x", "}", '"']) + text[place + r.randint(0, 3) :]
    return text
