"""Records the members of all protocol lines of this process, which a case compares with docs/protocol.md."""

# By operation: the members of its requests and of its replies. By event: its members.
asked, answered, events = {}, {}, {}
errors = set()


def note_line(line):
    if "event" in line:
        events.setdefault(line["event"], set()).update(line)
    elif line.get("ok") is False:
        errors.add(line["error"])


def note_exchange(request, reply):
    op = request.get("op")
    if not isinstance(op, str):
        return
    asked.setdefault(op, set()).update(request)
    if reply["ok"]:
        answered.setdefault(op, set()).update(reply)


def records():
    """All members that this process has recorded so far, for another process to `add`."""
    tables = {name: {key: sorted(members) for key, members in table.items()} for name, table in TABLES.items()}
    return {**tables, "errors": sorted(errors)}


def add(more):
    """Adds the `records` of another process."""
    for name, table in TABLES.items():
        for key, members in more.get(name, {}).items():
            table.setdefault(key, set()).update(members)
    errors.update(more.get("errors", []))


TABLES = {"asked": asked, "answered": answered, "events": events}
