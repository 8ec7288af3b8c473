"""Written by scripts/update-docs from the daemon's declarations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .event import Event

__all__ = [
    "Clock",
    "CommitEvent",
    "ControlState",
    "ControlsEvent",
    "DefinitionEvent",
    "DefinitionStatistics",
    "DeviceEvent",
    "DisplayStatistics",
    "DroppedEvent",
    "FocusEvent",
    "FrameEvent",
    "Hello",
    "InputState",
    "InputStatistics",
    "LimitEvent",
    "Listing",
    "LockEvent",
    "MissedEvent",
    "PageAnswer",
    "PageEvent",
    "PendingEvent",
    "PictureAnswer",
    "PositionState",
    "PresetEvent",
    "PresetState",
    "PressEvent",
    "RampAnswer",
    "RampEvent",
    "RampProgress",
    "RawEvent",
    "ScreenshotAnswer",
    "ScrubAnswer",
    "SpeedAnswer",
    "SpeedEvent",
    "SpeedLabel",
    "Statistics",
    "Value",
    "ValueAnswer",
    "ValueEvent",
    "ValuesAnswer",
    "ViewAnswer",
    "ViewEvent",
    "ViewStatistics",
]

Value: TypeAlias = float | str | Sequence[str]
"""A control's value: a number, a position's name, or the names of a selection's positions."""


class RampProgress(TypedDict):
    """The state of a ramp."""

    state: Literal["running", "paused", "ended", "cancelled"]
    """The ramp's state."""
    fraction: float
    """The fraction of the ramp's time that has passed, 0 to 1."""


class PositionState(TypedDict):
    """A position of a choice or a selection."""

    name: str
    """The name on the socket."""
    label: str
    """The name for people."""


class SpeedLabel(TypedDict):
    """The text for people of a speed."""

    name: str
    """The name on the socket."""
    label: str
    """The text for people."""


class ControlState(TypedDict):
    """The state of a control."""

    control: str
    """The name on the socket."""
    label: str
    """The name for people."""
    kind: Literal["float", "int", "choice", "selection"]
    """What the control holds."""
    value: Any
    """For a choice the position's name; for a selection the names of its positions."""
    cursor: NotRequired[str]
    """The name of the position under the cursor."""
    text: str
    """The value for people, with `decimals` digits after the point and the unit."""
    range: NotRequired[str]
    """`"[0, 100]"`, `"[0, 360)"`, `"[0, inf)"`; a parenthesis excludes its end."""
    step: NotRequired[float | None]
    """The distance between grid points, 1 for an `int` without a step of its own, `null` where there is no grid."""
    positions: NotRequired[list[PositionState]]
    """`{"name":…,"label":…}` for each; positions without a name are `"1"` … `"N"`."""
    max_selected: NotRequired[int]
    """How many positions can be chosen at most."""
    wrap: bool
    """Whether the range wraps around."""
    rotations: NotRequired[int]
    """The number of whole turns."""
    taper: NotRequired[Literal["linear", "log", "square"]]
    """How the range is spread over the travel."""
    unit: str | None
    """The unit in `text`."""
    decimals: int
    """Digits after the point in `text`; `value` is never rounded."""
    default: Any
    """The value that `reset` sets."""
    speed: str
    """The current speed."""
    speeds: list[str]
    """All speeds in their order."""
    speed_labels: NotRequired[list[SpeedLabel]]
    """`{"name":…,"label":…}` for each speed that has a label, its text for people."""
    editing: bool
    """Whether an interaction is going on: a commit will follow."""
    hands: bool
    """`false`: only clients move the control."""
    locked: bool
    """Whether the control itself is locked against hands; the panel's lock is separate."""
    owner: NotRequired[str]
    """The owner of the definition that the control belongs to."""
    confirm: NotRequired[bool]
    """Hands move a pending value, which takes effect with `apply`."""
    pending: NotRequired[Any | None]
    """The pending value; `null` where nothing is pending."""
    ramp: NotRequired[RampProgress]
    """`{"state":…,"fraction":…}`."""


class InputState(TypedDict):
    """The state of an input."""

    input: str
    """The input's name."""
    type: str
    """`gpio`, `evdev`, `touch` or `client`."""
    state: Literal["waiting", "attached", "lost"]
    """`waiting` for a device, or `attached` to one."""
    focus: str | None
    """The control that the input turns."""
    down: list[str]
    """The names of the input's held buttons; a button without a name is `""`."""


class PresetState(TypedDict):
    """The state of a preset."""

    preset: str
    """The name on the socket."""
    label: str
    """The name for people."""
    writable: bool
    """Whether `store` may replace the preset's values."""
    values: dict[str, Any]
    """The value that `recall` sets each control to, by the control's name."""


class Clock(TypedDict):
    """The times of both clocks at one moment."""

    monotonic: float
    """CLOCK_MONOTONIC."""
    realtime: float
    """The wall clock."""


class Hello(TypedDict):
    """The first line on a connection: the state of everything."""

    protocol: int
    """1; see What is promised."""
    version: str
    """The daemon's version."""
    instance: str
    """A random text, new at each start of the daemon."""
    client: int
    """This client's number, which is in the events that it causes."""
    seq: int
    """The number of the last event so far."""
    clock: Clock
    """Both clocks, read at one moment as the client connected: `monotonic`, the clock of events, and `realtime`."""
    page: str | None
    """The page that is shown; `null` where there are none."""
    locked: bool
    """Whether hands are kept from changing anything."""
    controls: list[ControlState]
    """Every control."""
    inputs: list[InputState]
    """Every input."""
    presets: list[PresetState]
    """Every preset."""


class Listing(TypedDict):
    """The state of all controls and inputs."""

    page: str | None
    """The page that is shown; `null` where there are none."""
    locked: bool
    """Whether hands are kept from changing anything."""
    controls: list[ControlState]
    """Every control."""
    inputs: list[InputState]
    """Every input."""
    presets: list[PresetState]
    """Every preset."""


class InputStatistics(TypedDict):
    """The counters of an input."""

    input: str
    """The input's name."""
    detail: NotRequired[str]
    """The input's device, or why it is missing, as in the event `device`."""
    events_in: int
    """Turns, presses, releases and touch frames."""
    events_dropped: int
    """What was lost."""
    edges_merged: NotRequired[int]
    """Edges of GPIO lines that were merged with the next edge of their line, mostly bounce."""
    last: float | None
    """The time of the input's last event; `null` before the first."""


class DisplayStatistics(TypedDict):
    """What a display shows its picture on."""

    display: str
    """The display's name."""
    state: Literal["waiting", "attached", "lost"]
    """`waiting` for a screen, or `attached` to one."""
    detail: str
    """The screen, or why there is none."""


class DefinitionStatistics(TypedDict):
    """What a client has defined."""

    owner: str
    """The definition's owner."""
    controls: int
    """The number of the definition's controls."""
    pages: NotRequired[int]
    """The number of the definition's pages."""
    ramps: NotRequired[int]
    """The number of the definition's ramps."""
    presets: NotRequired[int]
    """The number of the definition's presets."""
    client: int | None
    """The number of the client that sent the definition; `null` once that client has disconnected."""
    kept: bool
    """Whether the definition was sent with `"keep":"always"`."""
    aside: bool
    """Whether the definition is put aside because it does not fit the configuration."""
    misfit: NotRequired[str]
    """Why the definition does not fit: its first mistake."""


class ViewStatistics(TypedDict):
    """A client's view."""

    view: str
    """The view's name."""
    client: int
    """The number of the view's client."""
    format: Literal["png", "cells"]
    """A picture or characters."""
    width: int
    """The width in pixels or characters."""
    height: int
    """The height in pixels or characters."""
    hands: Literal["none", "touch", "keys"]
    """The view's hands."""


class Statistics(TypedDict):
    """The daemon's counters since its start."""

    events_in: int
    """Turns, presses, releases and touch frames from all inputs."""
    events_dropped: int
    """What was lost, counted as in the event `dropped`."""
    events_published: int
    """Events published."""
    clients: int
    """Clients that are connected now."""
    inputs: list[InputStatistics]
    """The counters of each input, below."""
    displays: list[DisplayStatistics]
    """The state of each display that has an output, below."""
    definitions: list[DefinitionStatistics]
    """What clients have defined, below."""
    views: NotRequired[list[ViewStatistics]]
    """The views of clients, below."""
    unsaved: NotRequired[str]
    """Why values are not saved, or not all of them."""
    frames: int
    """Frames drawn."""
    frame_us: float
    """How long a frame takes to draw on average, in microseconds."""
    uptime_s: float
    """The time since the daemon's start."""


class ValuesAnswer(TypedDict):
    """An answer."""

    values: dict[str, Any]
    """Each control's value now, by the control's name."""
    clamped: NotRequired[bool]
    """A value lay beyond an end of the range."""
    snapped: NotRequired[bool]
    """A value lay between grid points."""


class ValueAnswer(TypedDict):
    """An answer."""

    control: str
    """The control's name."""
    value: Any
    """The control's value now."""
    cursor: NotRequired[str]
    """The name of the position under the cursor."""
    clamped: NotRequired[bool]
    """A value lay beyond an end of the range."""
    snapped: NotRequired[bool]
    """A value lay between grid points."""


class SpeedAnswer(TypedDict):
    """An answer."""

    control: str
    """The control's name."""
    speed: str
    """The control's speed now."""


class PageAnswer(TypedDict):
    """An answer."""

    page: str
    """The page that is shown now."""


class RampAnswer(TypedDict):
    """An answer."""

    control: str
    """The control's name."""
    state: Literal["running", "paused", "ended", "cancelled"]
    """The ramp's state."""
    fraction: float
    """The fraction of the ramp's time that has passed, 0 to 1."""


class ScrubAnswer(TypedDict):
    """An answer."""

    control: str
    """The control's name."""
    value: Any
    """The control's value now."""
    cursor: NotRequired[str]
    """The name of the position under the cursor."""
    state: Literal["running", "paused", "ended", "cancelled"]
    """The ramp's state."""
    fraction: float
    """The fraction of the ramp's time that has passed, 0 to 1."""


class ScreenshotAnswer(TypedDict):
    """An answer."""

    png: str
    """The picture as a PNG file."""
    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""


class PictureAnswer(TypedDict):
    """An answer."""

    display: str
    """The display's name."""
    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""


class ViewAnswer(TypedDict):
    """An answer."""

    view: str
    """The view's name: the input of its `feed`."""
    width: int
    """The width in pixels or characters."""
    height: int
    """The height in pixels or characters."""
    hands: Literal["none", "touch", "keys"]
    """The view's hands; `none` for a client that may only read."""
    page: str | None
    """The page that the view shows; `null` where there are none."""
    control: str | None
    """The control that the view's keys turn, and that its requests mean."""
    pages: NotRequired[list[dict[str, Any]]]
    """The pages that the view shows, each with its name, `page`, and the names of its `controls`."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ValueEvent(Event):
    """A control has moved."""

    name: str = "value"
    control: str
    """The control's name."""
    value: Any
    """The control's value."""
    cursor: str | None = None
    """The name of the position under the cursor."""
    speed: str
    """The control's speed; in `value` the speed of this move."""
    source: Literal["input", "client", "ramp", "restore"]
    """What moved the control; `restore`: it can no longer have its earlier value."""
    input: str | None = None
    """The input's name."""
    client: int | None = None
    """The client's number."""
    editing: bool
    """Whether an interaction is going on: a commit will follow."""
    rotations: int | None = None
    """The number of whole turns."""
    delta: float
    """How far the control moved, counted across a wrap: 2 from 359 to 1."""
    text: str | None = None
    """The value for people."""
    skipped: int | None = None
    """How many older values this one replaces for this client."""


@dataclass(frozen=True, kw_only=True, repr=False)
class CommitEvent(Event):
    """An interaction has ended with this value."""

    name: str = "commit"
    control: str
    """The control's name."""
    value: Any
    """The control's value."""
    cursor: str | None = None
    """The name of the position under the cursor."""
    source: Literal["input", "client", "ramp", "restore"]
    """What moved the control; `restore`: it can no longer have its earlier value."""
    input: str | None = None
    """The input's name."""
    client: int | None = None
    """The client's number."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PendingEvent(Event):
    """The pending value of a control with `confirm` has changed, or was applied or dropped."""

    name: str = "pending"
    control: str
    """The control's name."""
    value: Any | None
    """The pending value; `null` after it was applied or dropped."""
    source: Literal["input", "client", "ramp", "restore"]
    """What moved the control; `restore`: it can no longer have its earlier value."""
    input: str | None = None
    """The input's name."""
    client: int | None = None
    """The client's number."""
    text: str | None = None
    """The pending value for people."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SpeedEvent(Event):
    """The speed of a control has changed."""

    name: str = "speed"
    control: str
    """The control's name."""
    speed: str
    """The control's speed; in `value` the speed of this move."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LimitEvent(Event):
    """A turn or drag has reached an end; sent once each time."""

    name: str = "limit"
    control: str
    """The control's name."""
    edge: Literal["lower", "upper"]
    """The end of the range that was reached."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PressEvent(Event):
    """A button was pressed or released."""

    name: str = "press"
    input: str
    """The input's name."""
    button: str | None = None
    """The button's name."""
    gesture: Literal["down", "up", "click", "double", "long"]
    """What the button did."""
    initial: bool | None = None
    """The level of a switch whose line was just attached, so nobody moved the switch."""


@dataclass(frozen=True, kw_only=True, repr=False)
class FocusEvent(Event):
    """The focus of an input has moved to another control."""

    name: str = "focus"
    input: str
    """The input's name."""
    control: str
    """The control that the input turns from now on."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageEvent(Event):
    """The shown page has changed."""

    name: str = "page"
    page: str
    """The page that is now shown."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LockEvent(Event):
    """The panel, or a control alone, was locked or unlocked."""

    name: str = "lock"
    control: str | None = None
    """The control's name."""
    locked: bool
    """Whether hands are kept from changing anything."""


@dataclass(frozen=True, kw_only=True, repr=False)
class RampEvent(Event):
    """The state of a ramp has changed; the ramp's values are sent as `value`."""

    name: str = "ramp"
    control: str
    """The control's name."""
    state: Literal["running", "paused", "ended", "cancelled"]
    """The ramp's state."""
    fraction: float
    """The fraction of the ramp's time that has passed, 0 to 1."""


@dataclass(frozen=True, kw_only=True, repr=False)
class PresetEvent(Event):
    """A preset was recalled, sent after its values and commits, or new values were stored in it."""

    name: str = "preset"
    preset: str
    """The preset's name."""
    state: Literal["recalled", "stored"]
    """What was done with the preset."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DeviceEvent(Event):
    """A device was connected or disconnected."""

    name: str = "device"
    input: str | None = None
    """The input's name."""
    display: str | None = None
    """The display's name."""
    state: Literal["waiting", "attached", "lost"]
    """Whether the device is connected; `waiting` follows `lost`."""
    detail: str
    """The device, or the reason why it is missing."""


@dataclass(frozen=True, kw_only=True, repr=False)
class FrameEvent(Event):
    """A part of a display's picture; only for clients that watch it."""

    name: str = "frame"
    display: str
    """The display's name."""
    x: int
    """The column of the left edge in the picture, from 0."""
    y: int
    """The row of the upper edge in the picture, from 0."""
    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""
    whole: bool | None = None
    """The part is the whole picture, which has this size from now on."""
    dark: bool | None = None
    """The display is dark, and the picture black."""
    png: str
    """The pixels as a PNG file."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ViewEvent(Event):
    """A picture of a client's view; only for this client."""

    name: str = "view"
    view: str
    """The view's name."""
    width: int | None = None
    """The width in pixels or characters."""
    height: int | None = None
    """The height in pixels or characters."""
    parts: list[dict[str, Any]] | None = None
    """Rectangles that have changed, at most eight."""
    runs: Any = None
    """Characters that have changed."""
    colors: dict[str, Any] | None = None
    """The colour of each role, as `"#rrggbb"`."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DroppedEvent(Event):
    """Events of a device were lost."""

    name: str = "dropped"
    input: str
    """The input's name."""
    count: int
    """How much was lost this time."""
    total: int
    """How much was lost since the daemon's start."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ControlsEvent(Event):
    """The configuration, or what clients define, has changed."""

    name: str = "controls"
    page: str | None
    """The page that is shown; `null` where there are none."""
    locked: bool
    """Whether hands are kept from changing anything."""
    controls: list[ControlState]
    """Every control."""
    inputs: list[InputState]
    """Every input."""
    presets: list[PresetState]
    """Every preset."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DefinitionEvent(Event):
    """A definition does not fit the changed configuration, or the controls of another client."""

    name: str = "definition"
    owner: str
    """The name of the definition."""
    state: Any
    """The definition no longer fits, and has ended."""
    mistakes: list[dict[str, Any]]
    """Why the definition no longer fits."""


@dataclass(frozen=True, kw_only=True, repr=False)
class MissedEvent(Event):
    """Events were dropped because this client read too slowly; values are coalesced instead."""

    name: str = "missed"
    count: int
    """How many events this client has missed."""


@dataclass(frozen=True, kw_only=True, repr=False)
class RawEvent(Event):
    """A device's event; only for clients that subscribe to `raw`."""

    name: str = "raw"
    input: str
    """The input's name."""
    code: str
    """What has moved, by the kernel's name or the name in recordings."""
    value: int
    """The value that the device reports."""


EVENTS: dict[str, type[Event]] = {
    "value": ValueEvent,
    "commit": CommitEvent,
    "pending": PendingEvent,
    "speed": SpeedEvent,
    "limit": LimitEvent,
    "press": PressEvent,
    "focus": FocusEvent,
    "page": PageEvent,
    "lock": LockEvent,
    "ramp": RampEvent,
    "preset": PresetEvent,
    "device": DeviceEvent,
    "frame": FrameEvent,
    "view": ViewEvent,
    "dropped": DroppedEvent,
    "controls": ControlsEvent,
    "definition": DefinitionEvent,
    "missed": MissedEvent,
    "raw": RawEvent,
}
"""Their classes, by name."""
