import WheelModel
import WheelSettings

/// All that the socket says of a control.
public struct ControlState: Equatable, Sendable {
    public var name: String
    public var label: String
    /// What it stands at.
    public var value: ControlValue
    /// The value for people, with its unit.
    public var text: String
    /// What is particular to its kind.
    public var kind: Kind
    public var initial: ControlValue
    public var speed: String
    public var speeds: [String]
    public var isEditing: Bool
    /// Whether hands may move it, or clients alone.
    public var movedByHands: Bool
    /// The ramp that moves it or can be scrubbed.
    public var ramp: RampProgress?

    public enum Kind: Equatable, Sendable {
        case float(NumberState)
        case int(NumberState)
        case choice([Position])
        case selection([Position], cursor: String?, maxSelected: Int?)
    }

    public init(
        name: String, label: String, value: ControlValue, text: String, kind: Kind, initial: ControlValue,
        speed: String, speeds: [String], isEditing: Bool, movedByHands: Bool, ramp: RampProgress? = nil
    ) {
        self.name = name
        self.label = label
        self.value = value
        self.text = text
        self.kind = kind
        self.initial = initial
        self.speed = speed
        self.speeds = speeds
        self.isEditing = isEditing
        self.movedByHands = movedByHands
        self.ramp = ramp
    }
}

/// What the socket says of a `float` or `int` control besides.
public struct NumberState: Equatable, Sendable {
    public var range: ValueRange
    /// The distance between grid points; `nil` where there is no grid.
    public var step: Double?
    public var taper: Taper
    public var unit: String?
    public var decimals: Int
    /// Whole turns so far, where it wraps; `nil` where it does not.
    public var rotations: Int?

    public var wraps: Bool { rotations != nil }

    public init(
        range: ValueRange, step: Double?, taper: Taper = .linear, unit: String?, decimals: Int, rotations: Int? = nil
    ) {
        self.range = range
        self.step = step
        self.taper = taper
        self.unit = unit
        self.decimals = decimals
        self.rotations = rotations
    }
}

extension ControlState.Kind {
    /// Its name in the configuration and on the socket.
    public var name: ControlKind {
        switch self {
        case .float: .float
        case .int: .int
        case .choice: .choice
        case .selection: .selection
        }
    }
}
