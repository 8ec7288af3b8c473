// The values, requests, events, answers and states that both ends of the socket share are part of this library's
// interface.
@_exported import WheelCore
@_exported import WheelWire
