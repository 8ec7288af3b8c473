"""How recordings are read and converted for `wheelctl replay`."""

import pathlib

import evemu
import uhid
from kit.cases import alone_case, expect

RIGHT = pathlib.Path(__file__).parent / "right/evemu"


@alone_case
def a_screen_keeps_its_slots_and_its_size(_):
    device = evemu.read(RIGHT / "screen.drag-and-taps.events")
    expect(device.kind, "touchscreen")
    lines = evemu.recording(device).splitlines()
    expect(lines[:4], ["wheeld-recording 1", "input device", "type touch", ""])
    expect(lines[4:6], ["0.000000 SLOTS 5", "0.000000 X_MINIMUM 0"])
    expect(lines[10:13], ["0.000000 Y_RESOLUTION 10", "0.000000 ABS_MT_SLOT 0", "0.000000 ABS_MT_TRACKING_ID 7"])
    expect(lines[-1], "2.130000 SYN_REPORT 0")


@alone_case
def a_description_may_be_in_a_file_of_its_own(_):
    device = evemu.read(RIGHT / "dial.turns.events")
    expect((device.kind, device.axis), ("knob, mouse or keys", 7))
    assert (1, 0x100) in device.codes, "its button is not in the events"
    expect(evemu.recording(device).splitlines()[4:6], ["0.000000 REL_DIAL 1", "0.000000 SYN_REPORT 0"])


@alone_case
def a_code_without_a_name_is_told_by_its_numbers(_):
    text = evemu.recording(evemu.read(RIGHT / "ring.turned.events"))
    assert "\n0.030000 4:42 1\n" in text and "\n0.030000 ABS_WHEEL 11\n" in text, text


@alone_case
def each_interface_of_a_hid_recording_is_a_device(scratch):
    path = pathlib.Path(scratch.folder, "two.hid")
    descriptions = "D:0\nR: 3 05 01 c0\nN: Pen\nP: usb/0\nI: 3 056a 00D0\nD:1\nR: 2 05 0d\nN: Pad\nI: 5 1 2\n"
    path.write_text("# a tablet\n" + descriptions + "D:1\nE: 0.5 2 01 ff\nD:0\nE: 0.75 1 10 99\n")
    pen, pad = uhid.read(path)
    expect((pen.name, pen.phys, pen.bus, pen.vendor, pen.product), ("Pen", "usb/0", 3, 0x56A, 0xD0))
    expect((pen.descriptor, pen.reports), (b"\x05\x01\xc0", [(0.75, b"\x10")]))
    expect((pad.name, pad.bus, pad.descriptor, pad.reports), ("Pad", 5, b"\x05\x0d", [(0.5, b"\x01\xff")]))
