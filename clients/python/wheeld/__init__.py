"""Reads and sets the values of wheeld, a daemon that turns rotary encoders and touchscreens into values.

    import wheeld

    with wheeld.Panel() as panel:
        panel["angle"].value = 45
        for event in panel:
            print(event)

`AsyncPanel` is the same for asyncio.
"""

from . import lines, tables
from .asynchronous import AsyncPanel
from .control import AsyncLiveControl, LiveControl
from .definition import Definition
from .errors import Error, NoAnswerError, NoDaemonError, RefusedError, UnknownNameError
from .event import Event
from .lines import *  # noqa: F403
from .panel import Panel
from .protocol import ConnectedEvent, DisconnectedEvent, socket_path
from .tables import *  # noqa: F403
from .version import __version__

__all__ = [
    "AsyncLiveControl",
    "AsyncPanel",
    "ConnectedEvent",
    "Definition",
    "DisconnectedEvent",
    "Error",
    "Event",
    "LiveControl",
    "NoAnswerError",
    "NoDaemonError",
    "Panel",
    "RefusedError",
    "UnknownNameError",
    "__version__",
    "socket_path",
]
__all__ += lines.__all__
__all__ += tables.__all__
