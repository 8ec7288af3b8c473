/// An input whose events a client sends.
public struct ClientInputSettings: Equatable, Sendable {
    public var isReversed: Bool
    /// Whether it is a knob; `nil` if that follows from its controls. A simulated device is a knob if the device is one.
    public var isKnob: Bool?
    /// The view whose hand it is, if it is one: see `InputSettings.hands`.
    public var view: Int?

    public init(isReversed: Bool = false, isKnob: Bool? = nil, view: Int? = nil) {
        self.isReversed = isReversed
        self.isKnob = isKnob
        self.view = view
    }
}
