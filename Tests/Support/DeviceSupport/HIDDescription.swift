/// Describes a device by its HID report descriptor. The kernel's HID drivers derive the device's capabilities from it.
public struct HIDDescription: Sendable {
    public var name: String
    /// The address of a Bluetooth device, or a serial number.
    public var uniq = ""
    /// BUS_USB.
    public var bus: UInt16 = 3
    public var vendor: UInt32 = 0x1209
    public var product: UInt32 = 2
    /// The report descriptor, in the format of section 6.2.2 of the HID standard.
    public var descriptor: [UInt8]
    /// The answers to requests for feature reports: all bytes of a report, by its number.
    public var features: [UInt8: [UInt8]] = [:]

    public init(name: String, descriptor: [UInt8]) {
        self.name = name
        self.descriptor = descriptor
    }
}
