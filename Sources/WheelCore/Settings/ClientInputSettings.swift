/// An input whose events a client sends.
public struct ClientInputSettings: Equatable, Sendable {
    public var isReversed: Bool
    /// Whether it is a knob; `nil` if that follows from its controls. A simulated device is a knob if the device is one.
    public var isKnob: Bool?

    public init(isReversed: Bool = false, isKnob: Bool? = nil) {
        self.isReversed = isReversed
        self.isKnob = isKnob
    }
}
