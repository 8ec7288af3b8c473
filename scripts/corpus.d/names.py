"""The kernel's names of events, from libevdev, like in wheeld."""

import ctypes
import functools

EV_SYN, EV_KEY, EV_REL, EV_ABS = range(4)
SYN_REPORT, SYN_DROPPED = 0, 3
REL_X, REL_HWHEEL, REL_DIAL, REL_WHEEL, REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES = 0, 6, 7, 8, 11, 12
BTN_TOUCH, BTN_TOOL_PEN, BTN_TOOL_FINGER = 0x14A, 0x140, 0x145
ABS_X, ABS_Y = 0, 1
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x37, 0x39
MT_TOOL_PALM = 2
INPUT_PROP_POINTER, INPUT_PROP_DIRECT = 0, 1


@functools.cache
def _library():
    library = ctypes.CDLL("libevdev.so.2")
    library.libevdev_event_code_get_name.restype = ctypes.c_char_p
    return library


@functools.cache
def name(type_, code):
    """"REL_DIAL"; the numbers of type and code where the code has no name."""
    known = _library().libevdev_event_code_get_name(type_, code)
    return known.decode() if known else f"{type_}:{code}"


@functools.cache
def code(name_):
    """The inverse of `name`: type and code; None if the name is unknown."""
    if ":" in name_:
        return tuple(int(part) for part in name_.split(":"))
    type_ = _library().libevdev_event_type_from_code_name(name_.encode())
    number = _library().libevdev_event_code_from_code_name(name_.encode())
    return None if type_ < 0 or number < 0 else (type_, number)
