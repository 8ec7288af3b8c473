"""What a client defines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .lines import Value
from .tables import Control, Page, Preset, Ramp


@dataclass(frozen=True, kw_only=True)
class Definition:
    """Controls and what belongs to them, with the members of `define`: `panel.define(**vars(definition))`."""

    owner: str
    """The name under which a later definition replaces this one."""
    controls: Sequence[Control] | None = None
    pages: Sequence[Page] | None = None
    ramps: Sequence[Ramp] | None = None
    presets: Sequence[Preset] | None = None
    values: Mapping[str, Value] | None = None
    """Values that are set in the same step."""
    keep: Literal["connected", "always"] | None = None
    """Whether the definition ends with the connection (`connected`, the default) or stays (`always`)."""
