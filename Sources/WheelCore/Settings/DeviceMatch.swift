/// Which input devices an input uses. A device must meet every condition that is given.
public struct DeviceMatch: Equatable, Sendable {
    /// A glob that the device's name must match.
    public var name: String?
    /// A device node, or a link to one.
    public var path: String?
    /// A glob that the device's physical path (its port) must match.
    public var phys: String?
    /// A glob that the device's unique identifier must match: a serial number, or the address of a Bluetooth device.
    public var uniq: String?
    public var vendor: UInt16?
    public var product: UInt16?
    /// A udev property that must be neither empty nor 0 (`NAME`), or must have a value (`NAME=VALUE`).
    public var property: String?

    public init(
        name: String? = nil, path: String? = nil, phys: String? = nil, uniq: String? = nil, vendor: UInt16? = nil,
        product: UInt16? = nil, property: String? = nil
    ) {
        self.name = name
        self.path = path
        self.phys = phys
        self.uniq = uniq
        self.vendor = vendor
        self.product = product
        self.property = property
    }

    /// The physical path of the devices that `wheel-uinput` makes.
    public static let bridgePath = "wheel-uinput"
}
