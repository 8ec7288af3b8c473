// The name of the module WheelWire until version 0.1.
@_exported import WheelWire
