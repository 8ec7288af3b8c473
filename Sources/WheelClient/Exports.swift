// What both ends of the socket share belongs to this library: values and requests, events, answers and states.
@_exported import WheelCore
@_exported import WheelWire
