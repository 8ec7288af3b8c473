// The module WheelWire had this name until version 0.1.
@_exported import WheelWire
