import WheelGeometry

/// What the configuration says of one control, one named quantity of the instrument.
public struct ControlSettings: Equatable, Sendable {
    public var name: String
    public var label: String
    public var quantity: Quantity
    /// How long after its last detent an encoder's turn is committed.
    public var commitAfter: Interval
    /// How the display draws it; `nil` is the kind's own scene.
    public var scene: SceneKind?
    /// Whether the value of the last run comes back at start.
    public var restores: Bool
    /// Whether hands (encoders, touches, buttons) may move it, or clients alone.
    public var movedByHands: Bool

    public init(
        name: String, label: String? = nil, quantity: Quantity, commitAfter: Interval = .milliseconds(400),
        scene: SceneKind? = nil, restores: Bool = true, movedByHands: Bool = true
    ) {
        self.name = name
        self.label = label ?? name
        self.quantity = quantity
        self.commitAfter = commitAfter
        self.scene = scene
        self.restores = restores
        self.movedByHands = movedByHands
    }

    public var kind: ControlKind { quantity.kind }
    public var speeds: [Speed] {
        switch quantity {
        case .float(let number), .int(let number): number.speeds
        case .choice, .selection: Speed.defaults
        }
    }
}

/// The four kinds of control, as the configuration and the socket name them.
public enum ControlKind: String, CaseIterable, Sendable {
    case float
    case int
    case choice
    case selection
}

/// What a control holds, with all that is particular to its kind.
public enum Quantity: Equatable, Sendable {
    case float(NumberSettings)
    case int(NumberSettings)
    case choice(PositionSettings)
    case selection(PositionSettings)

    public var kind: ControlKind {
        switch self {
        case .float: .float
        case .int: .int
        case .choice: .choice
        case .selection: .selection
        }
    }
}

/// The pictures a control can be drawn as.
public enum SceneKind: String, CaseIterable, Sendable {
    case angle
    case wheel
    case rotor
    case positions
}
