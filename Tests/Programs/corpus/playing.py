"""HID recordings, played where the kernel lets the tests make devices."""

from calling import HERE, corpus, failures
from kit.cases import alone_case, expect


@alone_case
def each_device_is_taken_as_what_it_is(_):
    status, lines, errors = corpus("hid", HERE / "right/hid")
    expect((status, errors, failures(lines), lines[-1]), (0, "", [], "3 passed, 0 failed"))
    counts = {what: int(count) for count, what in (line.split(maxsplit=1) for line in lines[:-1])}
    expect(counts, {"commits": 4, "event devices": 3, "of hid-generic": 2, "of hid-multitouch": 1,
                    "values": counts["values"], "knobs": 1, "mice": 1, "screens": 1})  # fmt: skip


@alone_case
def what_makes_no_device_is_named(_):
    status, lines, errors = corpus("hid", HERE / "wrong/hid")
    expect((status, errors, failures(lines)), (1, "", ["no-descriptor.hid", "no-end.hid"]))
    expect(lines[-1], "0 passed, 2 failed")
