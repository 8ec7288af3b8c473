internal import Glibc

/// What kernel devices can be made here: for `.enabled(if:)` of suites whose name ends in `DeviceTests`.
public enum Devices {
    /// Chips with lines to pull: gpio-sim and the right to use configfs, as in the kernel bench.
    public static let canSimulateChips = access(SimulatedChip.folder, W_OK) == 0

    /// Input devices of any kind.
    public static let canMakeInputs = access("/dev/uinput", W_OK) == 0

    /// Input devices from their HID descriptors up.
    public static let canMakeHIDDevices = access("/dev/uhid", W_OK) == 0
}
