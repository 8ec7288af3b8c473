// The module's name until 0.1; its contents are in WheelWire.
@_exported import WheelWire
