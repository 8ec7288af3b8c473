// The module's name until 0.1; its contents are in WheelCore.
@_exported import WheelCore
