internal import Glibc

/// The kinds of simulated devices that this machine supports, for `.enabled(if:)` of suites named `…DeviceTests`.
public enum Devices {
    /// GPIO chips: needs gpio-sim and the right to use configfs, as in the kernel bench.
    public static let canSimulateChips = access(SimulatedChip.folder, W_OK) == 0

    /// GPIO lines that charge slowly, which only the kernel bench has.
    public static let canChargeLines = access(SimulatedChip.chargeTime, W_OK) == 0

    /// Input devices of any kind.
    public static let canMakeInputs = access("/dev/uinput", W_OK) == 0

    /// Input devices made from HID descriptors.
    public static let canMakeHIDDevices = access("/dev/uhid", W_OK) == 0
}
