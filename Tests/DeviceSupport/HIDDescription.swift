/// A device as its HID report descriptor tells of it: what it has, the kernel's HID drivers say.
public struct HIDDescription: Sendable {
    public var name: String
    /// BUS_USB.
    public var bus: UInt16 = 3
    public var vendor: UInt32 = 0x1209
    public var product: UInt32 = 2
    /// In the bytes of the HID standard, section 6.2.2.
    public var descriptor: [UInt8]
    /// What it answers when a driver asks for a feature report: the report's number to all of its bytes.
    public var features: [UInt8: [UInt8]] = [:]

    public init(name: String, descriptor: [UInt8]) {
        self.name = name
        self.descriptor = descriptor
    }
}
