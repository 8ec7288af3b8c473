/// An input whose events a client sends.
public struct ClientInputSettings: Equatable, Sendable {
    public var isReversed: Bool
    /// The display that its contacts are on, by index. `nil` means the first.
    public var display: Int?
    /// Whether it is a knob; `nil` if that follows from its controls. A simulated device is a knob if the device is one.
    public var isKnob: Bool?

    public init(isReversed: Bool = false, display: Int? = nil, isKnob: Bool? = nil) {
        self.isReversed = isReversed
        self.display = display
        self.isKnob = isKnob
    }
}
