/// A button that has bindings of its own, and the name of its key.
public struct NamedButton: Equatable, Sendable {
    public var name: String
    public var bindings: ButtonBindings

    public init(name: String, bindings: ButtonBindings) {
        self.name = name
        self.bindings = bindings
    }
}

/// The action of each gesture of a button. A gesture without a binding in the configuration has the default of `init`.
public struct ButtonBindings: Equatable, Sendable {
    public var down: Action
    public var up: Action
    public var click: Action
    public var double: Action
    public var long: Action
    public var turn: TurnAction
    public var held: [HeldEffect]

    public init(
        down: Action = .emit, up: Action = .emit, click: Action = .apply,
        double: Action = .request(.speed(.next)), long: Action = .emit, turn: TurnAction = .finestSpeed,
        held: [HeldEffect] = []
    ) {
        self.down = down
        self.up = up
        self.click = click
        self.double = double
        self.long = long
        self.turn = turn
        self.held = held
    }

    /// Whether a click applies a pending value. The result is false if the button has an effect while it is held, or
    /// when it is pressed or released: a click then already has that effect.
    public var appliesAtClick: Bool {
        click == .apply && !down.doesSomething && !up.doesSomething && held.isEmpty
    }
}

/// An effect that lasts for as long as a button is held.
public struct HeldEffect: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// Every input turns the controls at the speed with this name. A control without such a speed is not affected.
        case speed(String)
        /// Hands cannot change the controls.
        case lock
    }

    public enum Reach: Equatable, Sendable {
        /// The panel as a whole, which only a lock can cover.
        case panel
        case everyControl
        case controls([Int])
    }

    public var kind: Kind
    public var reach: Reach

    public init(_ kind: Kind, _ reach: Reach) {
        self.kind = kind
        self.reach = reach
    }

    public func covers(_ control: Int) -> Bool {
        switch reach {
        case .panel: false
        case .everyControl: true
        case .controls(let controls): controls.contains(control)
        }
    }
}

/// The effect of turning an input while its button is held.
public enum TurnAction: Equatable, Sendable {
    /// Turns at the last speed in the control's list. This is the default.
    case finestSpeed
    /// Turns at the speed with this name, if the control has such a speed.
    case speed(String)
    /// Turns this control instead of the control that has the focus.
    case control(Int)
    /// Turns as if the button were not held. The turn cancels neither the click nor the long press.
    case none
}

public enum Action: Equatable, Sendable {
    /// Publishes the gesture, then performs the requests one after another.
    case requests([Request])
    /// Publishes the gesture, and applies the pending value of the control that the input moves. This is the default of
    /// a click. The click does not wait for a double click.
    case apply
    /// Does nothing. The gesture is not published.
    case none

    /// Whether the action has an effect besides publishing the gesture.
    fileprivate var doesSomething: Bool { self != .emit && self != .none }

    /// Has no effect except that the gesture is published.
    public static let emit = Action.requests([])

    public static func request(_ request: Request) -> Action { .requests([request]) }
}
