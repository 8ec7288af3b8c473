// The module's name until 0.1; what it had is in WheelWire.
@_exported import WheelWire
