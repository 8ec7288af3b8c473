"""The tables of the configuration and the objects of `feed`, as JSON."""

import json

import pytest

from wheeld import tables
from wheeld.protocol import plain


def as_json(value):
    return json.loads(json.dumps(value, default=plain))


def test_tables_have_the_keys_of_the_configuration():
    control = tables.Control(
        name="cutoff",
        kind="float",
        range="[20, 20000]",
        taper="log",
        speeds=[tables.Speed(name="coarse", scale=1), tables.Speed(name="fine", scale=0.05)],
        positions=["a", tables.Position(name="b", label="B")],
    )
    assert as_json(control) == {
        "name": "cutoff",
        "kind": "float",
        "range": "[20, 20000]",
        "taper": "log",
        "speeds": [{"name": "coarse", "scale": 1}, {"name": "fine", "scale": 0.05}],
        "positions": ["a", {"name": "b", "label": "B"}],
    }
    assert as_json(tables.Ramp(name="up", control="cutoff", from_=20, to=200)) == {
        "name": "up",
        "control": "cutoff",
        "from": 20,
        "to": 200,
    }
    assert as_json(tables.Contact(id=0, x=12.5, y=80)) == {"id": 0, "x": 12.5, "y": 80}
    assert as_json(tables.Preset(name="bass", values={"cutoff": 800}, writable=False)) == {
        "name": "bass",
        "values": {"cutoff": 800},
        "writable": False,
    }


def test_what_is_needed_must_be_given():
    with pytest.raises(TypeError, match="kind"):
        tables.Control(name="cutoff")
