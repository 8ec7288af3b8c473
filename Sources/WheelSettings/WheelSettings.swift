// The name of WheelCore until 0.1. Programs that import WheelSettings still get the same names.
@_exported import WheelCore
