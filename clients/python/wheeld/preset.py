"""The state of a preset."""

from typing import Any, TypedDict


class PresetState(TypedDict):
    """The state of a preset."""

    preset: str
    """Its name on the socket."""
    label: str
    """Its name for people."""
    writable: bool
    """Whether `store` may replace its values."""
    values: dict[str, Any]
    """The value that `recall` sets each control to, by the control's name."""
