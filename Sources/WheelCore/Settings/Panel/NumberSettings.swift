/// The settings of a `float` or `int` control.
public struct NumberSettings: Equatable, Sendable {
    public var range: ValueRange
    /// The distance between grid points. `nil` means no grid for a `float`, and a distance of 1 for an `int`.
    public var step: Double?
    /// Whether a value that is set moves to the nearest grid point.
    public var snaps: Bool
    public var wraps: Bool
    public var beyond: Beyond
    public var taper: Taper
    public var initial: Double
    public var unit: String?
    /// Digits after the decimal point on the display. Published values are not rounded.
    public var decimals: Int
    public var shown: ShownText?
    public var texts: [TextForValue]
    public var speeds: [Speed]
    /// Revolutions of an encoder for the whole range at scale 1.
    public var rangeTurns: Double
    /// The distance by which − and + on a display move the value. `nil` means the default in docs/model.md.
    public var stepper: Double?
    public var orientation: WheelOrientation
    public var arm: ArmDrag
    /// Whether positive numbers are shown with "+".
    public var showsSign: Bool

    public init(
        range: ValueRange, step: Double? = nil, snaps: Bool = true, wraps: Bool = false, beyond: Beyond = .clamp,
        taper: Taper = .linear,
        initial: Double? = nil, unit: String? = nil, decimals: Int = 2, shown: ShownText? = nil,
        texts: [TextForValue] = [], speeds: [Speed] = Speed.defaults, rangeTurns: Double = 1, stepper: Double? = nil,
        orientation: WheelOrientation = .auto, arm: ArmDrag = .offset,
        showsSign: Bool = false
    ) {
        self.range = range
        self.step = step
        self.snaps = snaps
        self.wraps = wraps
        self.beyond = beyond
        self.taper = taper
        self.initial = initial ?? min(max(0, range.lower), range.upper)
        self.unit = unit
        self.decimals = decimals
        self.shown = shown
        self.texts = texts
        self.speeds = speeds
        self.rangeTurns = rangeTurns
        self.stepper = stepper
        self.orientation = orientation
        self.arm = arm
        self.showsSign = showsSign
    }
}

/// Whether a client's value outside the range is clamped to the nearest end or refused.
public enum Beyond: String, CaseIterable, Sendable {
    case clamp
    case refuse
}

/// How turns spread over the range. Equal turns give equal differences (`linear`) or equal ratios (`log`). With
/// `square` the value grows with the square of the turned fraction, so that turns near the low end move the value less.
public enum Taper: String, CaseIterable, Sendable {
    case linear
    case log
    case square
}

/// The direction in which a finger drags a wheel. `auto` is vertical if the control's area is more than 1.25 times as
/// high as wide.
public enum WheelOrientation: String, CaseIterable, Sendable {
    case horizontal
    case vertical
    case auto
}

/// Whether a touched arm keeps its offset to the finger, or jumps to the finger.
public enum ArmDrag: String, CaseIterable, Sendable {
    case offset
    case jump
}

/// A text that is shown instead of one value, such as "-∞" for −60 dB.
public struct TextForValue: Equatable, Sendable {
    public var at: Double
    public var text: String

    public init(at: Double, text: String) {
        self.at = at
        self.text = text
    }
}

/// How a display shows a value differently from the published value, for example `14.074 MHz` for 14074000.
public struct ShownText: Equatable, Sendable {
    public var factor: Double
    public var decimals: Int?
    public var group: String
    public var unit: String?

    public init(factor: Double = 1, decimals: Int? = nil, group: String = "", unit: String? = nil) {
        self.factor = factor
        self.decimals = decimals
        self.group = group
        self.unit = unit
    }
}
