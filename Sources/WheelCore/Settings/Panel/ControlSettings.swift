/// The settings of a control, a named quantity of the instrument.
public struct ControlSettings: Equatable, Sendable {
    public var name: String
    public var label: String
    public var quantity: Quantity
    /// The time from an encoder's last detent to the commit.
    public var commitAfter: Interval
    /// How a display draws the control. `nil` means a default that follows from the other settings.
    public var scene: SceneKind?
    public var appearance: ControlAppearance
    /// The age from which displays show the value as old (stale). `nil` means that no age makes the value stale.
    public var staleAfter: Interval?
    /// Whether the value of the last run is restored at start.
    public var restores: Bool
    /// Whether hands may move the control by encoders, touches and buttons. Clients always may.
    public var movedByHands: Bool
    /// How long a pending value waits to be applied. `nil` means that hands move the value itself.
    public var confirmTimeout: Interval?
    /// The owner of the definition that contains the control; `nil` for a control of the configuration.
    public var owner: String?

    public init(
        name: String, label: String? = nil, quantity: Quantity, commitAfter: Interval = .milliseconds(400),
        scene: SceneKind? = nil, appearance: ControlAppearance = ControlAppearance(), staleAfter: Interval? = nil,
        restores: Bool = true, movedByHands: Bool = true,
        confirmTimeout: Interval? = nil, owner: String? = nil
    ) {
        self.name = name
        self.label = label ?? name
        self.quantity = quantity
        self.commitAfter = commitAfter
        self.scene = scene
        self.appearance = appearance
        self.staleAfter = staleAfter
        self.restores = restores
        self.movedByHands = movedByHands
        self.confirmTimeout = confirmTimeout
        self.owner = owner
    }

    public var kind: ControlKind { quantity.kind }
    /// The settings of the number; `nil` if the control has positions.
    public var number: NumberSettings? {
        switch quantity {
        case .float(let number), .int(let number): number
        case .choice, .selection: nil
        }
    }
    /// The settings of the positions; `nil` if the control has a number.
    public var positions: PositionSettings? {
        switch quantity {
        case .float, .int: nil
        case .choice(let positions), .selection(let positions): positions
        }
    }
    public var speeds: [Speed] {
        switch quantity {
        case .float(let number), .int(let number): number.speeds
        case .choice(let positions), .selection(let positions): positions.speeds
        }
    }
}

/// The four kinds of control, by their names in the configuration and on the socket.
public enum ControlKind: String, CaseIterable, Sendable {
    case float
    case int
    case choice
    case selection

    public var hasPositions: Bool { self == .choice || self == .selection }
}

/// The kind of a control, with the settings of that kind.
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

public enum SceneKind: String, CaseIterable, Sendable {
    case angle
    case wheel
    case rotor
    case positions
    case selector
    case digits
    case readout
}
