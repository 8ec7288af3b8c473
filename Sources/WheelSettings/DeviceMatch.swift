/// Which input devices are meant; all that is given must hold.
public struct DeviceMatch: Equatable, Sendable {
    /// A glob over the device's name.
    public var name: String?
    /// A device node, or a link to one.
    public var path: String?
    /// A glob over the place where it is plugged in.
    public var phys: String?
    public var vendor: UInt16?
    public var product: UInt16?
    /// A udev property that must be set, or have this value (`NAME` or `NAME=VALUE`).
    public var property: String?

    public init(
        name: String? = nil, path: String? = nil, phys: String? = nil, vendor: UInt16? = nil, product: UInt16? = nil,
        property: String? = nil
    ) {
        self.name = name
        self.path = path
        self.phys = phys
        self.vendor = vendor
        self.product = product
        self.property = property
    }
}
