"""The tables of `define` and `feed`, as JSON."""

import json

import pytest

import wheeld
from wheeld.protocol import Session, plain


def as_json(value):
    return json.loads(json.dumps(value, default=plain))


def test_tables_have_the_keys_of_the_configuration():
    control = wheeld.Control(
        name="cutoff",
        kind="float",
        range="[20, 20000]",
        taper="log",
        speeds=[wheeld.Speed(name="coarse", scale=1), wheeld.Speed(name="fine", scale=0.05)],
        positions=["a", wheeld.Position(name="b", label="B")],
    )
    assert as_json(control) == {
        "name": "cutoff",
        "kind": "float",
        "range": "[20, 20000]",
        "taper": "log",
        "speeds": [{"name": "coarse", "scale": 1}, {"name": "fine", "scale": 0.05}],
        "positions": ["a", {"name": "b", "label": "B"}],
    }
    assert as_json(wheeld.Ramp(name="up", control="cutoff", from_=20, to=200)) == {
        "name": "up",
        "control": "cutoff",
        "from": 20,
        "to": 200,
    }
    assert as_json(wheeld.Contact(id=0, x=12.5, y=80)) == {"id": 0, "x": 12.5, "y": 80}
    assert as_json(wheeld.Preset(name="bass", values={"cutoff": 800}, writable=False)) == {
        "name": "bass",
        "values": {"cutoff": 800},
        "writable": False,
    }


def test_a_definition_is_what_define_takes():
    definition = wheeld.Definition(
        owner="synth",
        controls=[wheeld.Control(name="cutoff", kind="float", range="[20, 20000]", taper="log")],
        pages=[wheeld.Page(name="filter", controls=["cutoff"])],
        values={"cutoff": 800},
    )
    session = Session()
    request = session.request("define", vars(definition), lambda outcome: None)
    assert json.loads(request.line(1)) == {
        "id": 1,
        "op": "define",
        "owner": "synth",
        "controls": [{"name": "cutoff", "kind": "float", "range": "[20, 20000]", "taper": "log"}],
        "pages": [{"name": "filter", "controls": ["cutoff"]}],
        "values": {"cutoff": 800},
    }


def test_what_is_needed_must_be_given():
    with pytest.raises(TypeError, match="kind"):
        wheeld.Control(name="cutoff")
