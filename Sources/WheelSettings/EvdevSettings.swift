/// A knob or a device with keys that the kernel's input layer knows.
public struct EvdevSettings: Equatable, Sendable {
    /// `nil`: every rotary device, but no pointer and no keyboard.
    public var match: DeviceMatch?
    /// Whether other programs are kept from seeing it.
    public var grabs: Bool
    /// The axis that turns, by its kernel name; `nil` is the first of REL_DIAL, REL_WHEEL and REL_HWHEEL that it has.
    public var axis: String?
    /// The keys that stand for a detent down and a detent up, by their kernel names.
    public var turnKeys: TurnKeys?
    public var hasHaptics: Bool
    public var isReversed: Bool

    public init(
        match: DeviceMatch? = nil, grabs: Bool = false, axis: String? = nil, turnKeys: TurnKeys? = nil,
        hasHaptics: Bool = false, isReversed: Bool = false
    ) {
        self.match = match
        self.grabs = grabs
        self.axis = axis
        self.turnKeys = turnKeys
        self.hasHaptics = hasHaptics
        self.isReversed = isReversed
    }
}

/// The keys that a USB volume knob types instead of turning.
public struct TurnKeys: Equatable, Sendable {
    public var down: String
    public var up: String

    public init(down: String, up: String) {
        self.down = down
        self.up = up
    }
}
