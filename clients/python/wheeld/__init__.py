"""Reads and sets the values of wheeld, a daemon that turns rotary encoders and touchscreens into values.

    import wheeld

    with wheeld.Panel() as panel:
        panel["angle"].value = 45
        for event in panel:
            print(event)

`AsyncPanel` is the same for asyncio.
"""

from . import lines
from .asynchronous import AsyncPanel
from .control import AsyncLiveControl, LiveControl
from .errors import Error, NoAnswerError, NoDaemonError, RefusedError
from .event import Event
from .lines import *  # noqa: F403
from .panel import Panel
from .protocol import ConnectedEvent, DisconnectedEvent, socket_path
from .tables import Contact, FedEvent
from .version import __version__

__all__ = [
    "AsyncLiveControl",
    "AsyncPanel",
    "ConnectedEvent",
    "Contact",
    "DisconnectedEvent",
    "Error",
    "Event",
    "FedEvent",
    "LiveControl",
    "NoAnswerError",
    "NoDaemonError",
    "Panel",
    "RefusedError",
    "__version__",
    "socket_path",
]
__all__ += lines.__all__
