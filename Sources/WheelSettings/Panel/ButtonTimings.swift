import WheelGeometry

/// How long a button's gestures may take.
public struct ButtonTimings: Equatable, Sendable {
    /// The longest pause between the two clicks of a double click.
    public var double: Interval
    /// How long a long press is held.
    public var long: Interval

    public init(double: Interval = .milliseconds(400), long: Interval = .milliseconds(600)) {
        self.double = double
        self.long = long
    }
}
