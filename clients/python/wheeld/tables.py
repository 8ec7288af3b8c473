"""Written by scripts/update-docs from the daemon's declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .lines import Value

__all__ = [
    "Acceleration",
    "Contact",
    "Control",
    "FedEvent",
    "Page",
    "Position",
    "Preset",
    "Ramp",
    "Shown",
    "Speed",
    "Text",
]


@dataclass(frozen=True, kw_only=True)
class Speed:
    """A speed of a control."""

    name: str
    """The name that bindings and clients use. `next` and `previous` are not allowed."""
    label: str | None = None
    """The text on the display, as `10 kHz`."""
    scale: float | None = None
    """The fraction of the range that `range_turns` revolutions cover."""
    per_detent: float | None = None
    """The change of the value per detent."""
    per_turn: float | None = None
    """The change of the value per revolution."""
    per_octave: int | None = None
    """Detents per doubling of the value, with the taper `"log"`: 12 for semitones."""
    round: bool | None = None
    """Whether a value between two multiples of `per_detent`, counted from 0, moves with the first detent to the next
    multiple in its direction. Needs `per_detent`.
    """
    density: float | None = None
    """Lines on the wheel per half turn."""
    acceleration: str | Acceleration | None = None
    """As `acceleration` of the control, for this speed only. The last of several must be `"off"`."""


@dataclass(frozen=True, kw_only=True)
class Acceleration:
    """The acceleration of fast turns."""

    from_turns_per_s: float | None = None
    """Up to this rate turns are not accelerated."""
    full_turns_per_s: float | None = None
    """A knob turned this fast or faster covers the whole range in half a revolution. Must be greater than
    `from_turns_per_s`.
    """
    max: float | None = None
    """The largest factor by which a turn is multiplied."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """How the display shows a value."""

    factor: float | None = None
    """The factor by which the shown value is multiplied."""
    decimals: int | None = None
    """Digits after the decimal point."""
    group: str | None = None
    """The separator between groups of three digits."""
    unit: str | None = None
    """The unit after the shown value."""


@dataclass(frozen=True, kw_only=True)
class Text:
    """The display shows this text while the control has this value."""

    at: float
    """The value, inside the range."""
    text: str
    """The text that replaces the value."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """A position with a label."""

    name: str
    """The name that clients and bindings use."""
    label: str | None = None
    """The text on the display."""


@dataclass(frozen=True, kw_only=True)
class Control:
    """A named quantity of the instrument."""

    name: str
    """The name that clients, inputs and pages use."""
    like: str | None = None
    """An earlier control of the file. Keys that are not given here are inherited, except `name` and `label`."""
    label: str | None = None
    """The text on the display."""
    kind: Literal["float", "int", "choice", "selection"]
    """The type of the value: a number, a whole number, one position, or a set of positions."""
    commit_after_ms: int | None = None
    """The time from the last detent of an encoder to the commit."""
    scene: Literal["angle", "wheel", "rotor", "positions", "selector", "digits", "readout"] | None = None
    """The picture on the display."""
    restore: bool | None = None
    """Whether the value of the last run is restored at start."""
    hands: bool | None = None
    """Whether inputs may move the control. With `false` only clients may."""
    confirm: bool | None = None
    """Whether inputs, and a client's `turn`, `step`, `select` and `reset`, move a pending value that has to be applied.
    Not for a selection.
    """
    confirm_timeout_s: float | None = None
    """The time from the last move of a pending value until it is dropped."""
    range: str | None = None
    """The values that the control may have. A bracket includes the end, a parenthesis excludes it, and `inf` means no
    end.
    """
    default: float | str | Sequence[str] | None = None
    """The value after a reset, and at start if no value is restored.

    The position after a reset, and at start if none is restored.
    The positions chosen after a reset, and at start if none are restored.
    """
    step: float | None = None
    """The distance between the values of the grid, which begins at the range's lower end."""
    snap: bool | None = None
    """Whether a set value snaps to the nearest value of the grid."""
    wrap: bool | None = None
    """Whether the value wraps around from one end to the other. Needs a range that includes exactly one end, as `[0,
    360)`.
    """
    beyond: Literal["clamp", "refuse"] | None = None
    """Whether a client's value outside the range is clamped to the nearest end (`clamp`) or refused (`refuse`). Hands
    always stop at the end.
    """
    taper: Literal["linear", "log", "square"] | None = None
    """How the range is spread over the travel: equal turns give equal differences (`linear`) or equal ratios (`log`),
    or the value is the square of the position (`square`), which makes the low end finer. `square` needs a range from 0.
    """
    unit: str | None = None
    """The unit, shown after the value."""
    decimals: int | None = None
    """Digits after the decimal point on the display. Published values are not rounded."""
    shown: Shown | None = None
    """How the display shows the value: a table."""
    sign: bool | None = None
    """Whether the display shows a number above 0 with "+"."""
    texts: Sequence[Text] | None = None
    """Texts that replace single values: `{ at, text }`."""
    speeds: Sequence[Speed] | None = None
    """How far a turn moves the value: a table for each speed, from the coarsest to the finest.

    How far a turn moves the position or the cursor: a table for each speed. `per_detent` is a whole number of
    positions, 1…1000.
    """
    range_turns: float | None = None
    """Revolutions for the whole range at scale 1."""
    acceleration: str | Acceleration | None = None
    """Whether fast turns at the first speed are accelerated: off, fitted to the range, or a table."""
    stepper: float | None = None
    """How far − and + on the display move the value."""
    orientation: Literal["horizontal", "vertical", "auto"] | None = None
    """The direction in which a finger drags the wheel. `auto` is vertical where the place is more than 1.25 times as
    high as wide.
    """
    arm: Literal["offset", "jump"] | None = None
    """Whether a touched angle or rotor keeps its offset to the finger, or jumps to the finger."""
    positions: int | Sequence[str | Position] | None = None
    """The number of positions, which are then named `"1"`, `"2"`, …, or a list of names and tables."""
    off: str | None = None
    """The position that means "off". The display draws this position without the accent colour."""
    layout: Literal["rows", "arc"] | None = None
    """The display draws the positions as seats, in rows or in an arc."""
    max_selected: int | None = None
    """The largest number of positions that can be chosen at once."""
    stale_after_s: float | None = None
    """The age from which the display shows the value as stale, unless the value is set again."""
    steppers: Literal["auto", "always", "never"] | None = None
    """Whether a touchscreen shows − and +. `auto` leaves − and + out where a knob turns the control."""
    origin: float | None = None
    """The value at which the level bars of the wheel begin."""
    compass: bool | None = None
    """Whether the ring of the rotor has N, E, S and W instead of numbers."""
    tap_starts: bool | None = None
    """Whether a tap on the rotor starts its ramp. With `false` only buttons and clients start the ramp. A tap pauses a
    running ramp in any case.
    """
    perspective: bool | None = None
    """Whether the seats of the scene `"positions"` are skewed towards the middle, as in a hall."""


@dataclass(frozen=True, kw_only=True)
class Ramp:
    """A named motion of a control."""

    name: str
    """The name that bindings, inputs and clients use."""
    control: str
    """The control that the ramp moves, a `float` or `int`."""
    from_: float | None = None
    """The value at the start."""
    to: float | None = None
    """The value at the end."""
    by: float | None = None
    """The distance from start to end. On a wrapping control this distance may be several rotations."""
    duration_s: float | None = None
    """Its duration."""
    curve: str | Sequence[float] | None = None
    """The progress over time: a name, or the control points `[x1, y1, x2, y2]` of a cubic Bézier from (0, 0) to (1, 1).
    """
    hold: bool | None = None
    """Whether the ramp can be scrubbed after its end, until it is cancelled."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of the display."""

    name: str
    """The name that bindings and clients use. `next` and `previous` are not allowed."""
    title: str | None = None
    """The text of the page's tab."""
    display: str | None = None
    """The display that shows the page."""
    controls: Sequence[str] | None = None
    """The controls that the page shows."""
    inputs: Sequence[str] | None = None
    """While the page is shown, the nth of these inputs turns the nth of its controls. The controls of `grid` are
    counted row by row.
    """
    grid: Sequence[str] | None = None
    """The page as rows of cells, each a control's name. A name in several cells spans these cells, which must form a
    rectangle. `.` leaves a cell empty.
    """
    columns: int | None = None
    """The number of columns of cells, without `grid`."""
    rows: int | None = None
    """The number of rows of cells, without `grid`."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Values of several controls under one name."""

    name: str
    """The name that bindings and clients use."""
    label: str | None = None
    """The text for people."""
    values: Mapping[str, Value]
    """The value of each control, by the control's name: a number, a position's name, or a list of positions' names."""
    writable: bool | None = None
    """Whether `store` may replace the values by the present values of the same controls. Stored values are kept in the
    state file, and replace the values of this table after a restart and after a reload.
    """


@dataclass(frozen=True, kw_only=True)
class Contact:
    """A finger on a touch surface that a client feeds."""

    id: int
    """Its number, which it keeps while it is down."""
    x: float
    """Its place from the left, in pixels of `size`."""
    y: float
    """Its place from the top, in pixels of `size`."""


@dataclass(frozen=True, kw_only=True)
class FedEvent:
    """One of several events of a `feed`: one of `detents`, `units`, `down` and `contacts`."""

    detents: float | None = None
    """A turn."""
    units: int | None = None
    """A turn, 120 to a detent."""
    down: bool | None = None
    """A button is pressed or released."""
    button: str | None = None
    """Which one, where the input has several."""
    contacts: Sequence[Contact] | None = None
    """All fingers that are down."""
    time: float | None = None
    """When it happened, in seconds of `time.monotonic()`. Without it: now."""
