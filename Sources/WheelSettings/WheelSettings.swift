// The module's name until 0.1; what it had is in WheelCore.
@_exported import WheelCore
