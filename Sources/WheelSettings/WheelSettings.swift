// WheelSettings was the name of WheelCore until version 0.1. Programs that import WheelSettings get all names of
// WheelCore.
@_exported import WheelCore
