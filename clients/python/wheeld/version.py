"""Written by scripts/update-docs from the daemon's declarations."""

__version__ = "0.1.0"
