"""Findings of a session."""

import re

# Names of known findings: a session continues after them.
passed_over = set()


class Finding(Exception):
    """`name` is the broken rule and stays the same while a session is shrunk; `detail` is the observation."""

    def __init__(self, name, detail=""):
        super().__init__(f"{name}: {detail}" if detail else name)
        self.name = name
        self.detail = detail

    @property
    def slug(self):
        return slug(self.name)


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:80]


def found(name, detail=""):
    """Raises a finding after which the session could continue, unless it is to be ignored."""
    if slug(name) not in passed_over:
        raise Finding(name, detail)
