/// A touchscreen.
public struct TouchSettings: Equatable, Sendable {
    /// `nil` means every touchscreen.
    public var match: DeviceMatch?
    public var grabs: Bool
    /// The six numbers of libinput's calibration matrix. `nil` means the udev property LIBINPUT_CALIBRATION_MATRIX,
    /// else the identity.
    public var matrix: [Double]?

    public init(match: DeviceMatch? = nil, grabs: Bool = false, matrix: [Double]? = nil) {
        self.match = match
        self.grabs = grabs
        self.matrix = matrix
    }
}
