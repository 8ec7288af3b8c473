// WheelSettings was the name of WheelCore before version 0.1. Programs that import WheelSettings get all names of
// WheelCore.
@_exported import WheelCore
