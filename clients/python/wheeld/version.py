"""The module has the version of the daemon that it belongs to."""

__version__ = "0.1.0"
