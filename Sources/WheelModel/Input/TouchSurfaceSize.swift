import WheelGeometry

/// The size of a touch device.
public struct TouchSurfaceSize: Equatable, Sendable {
    /// In the device's own units.
    public var units: Size
    /// Computed from the device's resolution; `nil` if it gives none.
    public var millimetres: Size?

    public init(units: Size, millimetres: Size? = nil) {
        self.units = units
        self.millimetres = millimetres
    }

    /// Pixels per millimetre of a display that has `pixels` and lies under this device; `nil` if the size is unknown.
    public func pixelsPerMillimetre(on pixels: Size) -> Double? {
        guard let millimetres, millimetres.width > 0, pixels.width > 0 else { return nil }
        return pixels.width / millimetres.width
    }
}
