"""What a session has found."""

import re

# Names of findings that are known: a session goes on after them.
passed_over = set()


class Finding(Exception):
    """`name` says which rule was broken, and stays the same while a session is shrunk; `detail` what was seen."""

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
    """Raises a finding after which the session could go on, unless it is to be passed over."""
    if slug(name) not in passed_over:
        raise Finding(name, detail)
