/// A knob or a device with keys, read through evdev.
public struct EvdevSettings: Equatable, Sendable {
    /// The devices that the input uses. `nil` means every rotary device that is neither a pointer nor a keyboard.
    public var match: DeviceMatch?
    /// Whether the device is grabbed (EVIOCGRAB), so that other programs get no events from it.
    public var grabs: Bool
    /// The kernel's name of the axis that turns. An axis ABS_… reports its position. `nil` means the first of REL_DIAL,
    /// REL_WHEEL and REL_HWHEEL that the device has.
    public var axis: String?
    /// Whether an absolute axis continues at its other end, so that it turns without end.
    public var axisWraps: Bool
    /// Moves of an absolute axis that are shorter than this length, in the axis's own units, count as noise. `nil`
    /// means the axis's fuzz, but at least 1/512 of its travel.
    public var axisNoise: Int?
    /// The keys that count as a detent down and a detent up, by their kernel names.
    public var turnKeys: TurnKeys?
    public var hasHaptics: Bool
    public var isReversed: Bool

    public init(
        match: DeviceMatch? = nil, grabs: Bool = false, axis: String? = nil, axisWraps: Bool = false,
        axisNoise: Int? = nil, turnKeys: TurnKeys? = nil, hasHaptics: Bool = false, isReversed: Bool = false
    ) {
        self.match = match
        self.grabs = grabs
        self.axis = axis
        self.axisWraps = axisWraps
        self.axisNoise = axisNoise
        self.turnKeys = turnKeys
        self.hasHaptics = hasHaptics
        self.isReversed = isReversed
    }
}

/// The keys that a USB volume knob sends for a detent.
public struct TurnKeys: Equatable, Sendable {
    public var down: String
    public var up: String

    public init(down: String, up: String) {
        self.down = down
        self.up = up
    }
}
