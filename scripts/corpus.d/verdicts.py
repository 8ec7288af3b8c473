"""Counts the result of each file."""

import collections

from exceptions import EXCEPTIONS


class Verdicts:
    def __init__(self, kind):
        self.exceptions = EXCEPTIONS[kind]
        self.passed = self.failed = self.skipped = 0
        self.groups = collections.Counter()
        self.excepted = set()

    def take(self, name, group, surprise):
        """Records the result of a file of this group: None, or a sentence about what is unexpected."""
        reason = self.exceptions.get(name)
        if reason is not None:
            self.excepted.add(name)
            if surprise is None:
                surprise = f"it is listed as an exception ({reason}), and is none"
            else:
                print(f"exception: {name}: {surprise} ({reason})")
                surprise = None
        if surprise is None:
            self.passed += 1
            self.groups[group] += 1
        else:
            self.failed += 1
            self.groups[group + ", failed"] += 1
            print(f"failed: {name}: {surprise}", flush=True)

    def count(self, what, number=1):
        """Adds a number that is printed with the counts."""
        self.groups[what] += number

    def skip(self, name, reason):
        self.skipped += 1
        self.groups[reason] += 1

    def finish(self):
        """Prints the counts and returns the exit status."""
        if self.passed + self.failed == 0:
            print("failed: the folder has no file of this kind")
            self.failed += 1
        for group, count in sorted(self.groups.items()):
            print(f"{count:5} {group}")
        if self.excepted:
            print(f"{len(self.excepted):5} of them are exceptions")
        print(f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else ""))
        return 1 if self.failed else 0
