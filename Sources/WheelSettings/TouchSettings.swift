import WheelGeometry

/// A touchscreen.
public struct TouchSettings: Equatable, Sendable {
    /// `nil`: every touchscreen.
    public var match: DeviceMatch?
    public var grabs: Bool
    /// The six numbers of libinput's calibration matrix; `nil` is the udev property, else the identity.
    public var matrix: [Double]?
    /// The display it lies over, by index; `nil` is the first.
    public var display: Int?

    public init(match: DeviceMatch? = nil, grabs: Bool = false, matrix: [Double]? = nil, display: Int? = nil) {
        self.match = match
        self.grabs = grabs
        self.matrix = matrix
        self.display = display
    }
}
