public import WheelGeometry

/// How large a touch device is.
public struct TouchSurfaceSize: Equatable, Sendable {
    /// In the device's own units.
    public var units: Size
    /// By its resolution; `nil` where the device gives none.
    public var millimetres: Size?

    public init(units: Size, millimetres: Size? = nil) {
        self.units = units
        self.millimetres = millimetres
    }

    /// How many pixels of a display of this size there are to a millimetre; `nil` where nobody knows.
    public func pixelsPerMillimetre(on pixels: Size) -> Double? {
        guard let millimetres, millimetres.width > 0, pixels.width > 0 else { return nil }
        return pixels.width / millimetres.width
    }
}
