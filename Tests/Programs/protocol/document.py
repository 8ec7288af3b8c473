"""Closes the suite: every row of docs/protocol.md's tables has been seen, with every member that it names."""

import re

from kit import seen
from kit.cases import closing_case
from kit.daemon import ROOT

# Only hands and devices cause these events. Tests/Programs/protocol/run --devices tests them.
BY_DEVICES = {"press", "device", "dropped", "raw"}


def table(heading):
    """The rows of the first table of a section, each as its cells."""
    text = (ROOT / "docs/protocol.md").read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [re.split(r"\s*(?<!\\)\|\s*", line.strip("|").strip()) for line in text.splitlines() if line.startswith("| `")]
    assert rows, f"there is no table in '{heading}'"
    return rows


def names(cell):
    """The names in a cell, except those in parentheses, which explain another name."""
    return set(re.findall(r'`"?([a-z_-]+)"?(?::true)?`', re.sub(r"\([^)]*\)", "", cell)))


def lacks(wanted, got):
    return sorted(wanted - got)


def every_row_of_the_document_has_been_seen(_):
    gaps = []
    for first, _, members, answer, *_ in (row + [""] for row in table("Requests") if len(row) >= 4):
        for op in names(first):
            gaps += [f"{op} was not sent with {name}" for name in lacks(names(members), seen.asked.get(op, set()))]
            gaps += [f"{op} was not answered with {name}" for name in lacks(names(answer), seen.answered.get(op, set()))]
            if op not in seen.answered:
                gaps.append(f"{op} was never done")
    for first, members, *_ in table("Events"):
        for event in names(first) - BY_DEVICES:
            gaps += [f"{event} has not come with {m}" for m in lacks(names(members), seen.events.get(event, set()))]
            if event not in seen.events:
                gaps.append(f"{event} has not come")
    wanted = set().union(*(names(row[0]) for row in table("Errors")))
    gaps += [f"{error} has not come" for error in lacks(wanted - {"editing"}, seen.errors)]
    assert len(wanted) >= 16, wanted
    assert not gaps, "; ".join(gaps)


def every_event_of_devices_has_been_seen(_):
    gaps = []
    for first, members, *_ in table("Events"):
        for event in names(first) & BY_DEVICES:
            gaps += [f"{event} has not come with {m}" for m in lacks(names(members), seen.events.get(event, set()))]
    if "editing" not in seen.errors:
        gaps.append("editing has not come")
    # These cases have no displays, and no GPIO line whose level is reported at the start.
    elsewhere = {"device has not come with display", "press has not come with initial"}
    gaps = [gap for gap in gaps if gap not in elsewhere]
    assert not gaps, "; ".join(gaps)


def compare(with_devices):
    """Adds the comparison to the cases."""
    closing_case(every_event_of_devices_has_been_seen if with_devices else every_row_of_the_document_has_been_seen)
