"""What has been said on all sockets of this process, to be compared with the document."""

# Operation to the members that were sent with it, and to those that it was answered with; event to its members.
asked, answered, events = {}, {}, {}
errors = set()


def note_line(line):
    """A line from the daemon."""
    if "event" in line:
        events.setdefault(line["event"], set()).update(line)
    elif line.get("ok") is False:
        errors.add(line["error"])


def note_exchange(request, reply):
    """A request that was answered, whatever the answer says."""
    op = request.get("op")
    if not isinstance(op, str):
        return
    asked.setdefault(op, set()).update(request)
    if reply["ok"]:
        answered.setdefault(op, set()).update(reply)
