import WheelGeometry

/// The durations that tell a button's gestures apart.
public struct ButtonTimings: Equatable, Sendable {
    /// The longest pause between the two clicks of a double click.
    public var double: Interval
    /// How long a button is held for a long press.
    public var long: Interval

    public init(double: Interval = .milliseconds(400), long: Interval = .milliseconds(600)) {
        self.double = double
        self.long = long
    }
}
