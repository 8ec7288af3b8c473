"""The counts of a run: how many tests passed, failed and were skipped."""

import re

LINE = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


class Counts:
    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __add__(self, other):
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"

    def with_skips_failed(self):
        """Counts skipped tests as failed, for a machine that has everything that the tests need."""
        return Counts(self.passed, self.failed + self.skipped)


def counts_in(output, status):
    """The sum of the counts in the output of one or more suites. None if the output has no counts, or if no test failed
    although the status reports a failure."""
    found = [Counts(*(int(number or 0) for number in match.groups())) for match in map(LINE.match, output.splitlines()) if match]
    total = sum(found, Counts())
    return total if found and (status == 0 or total.failed) else None
