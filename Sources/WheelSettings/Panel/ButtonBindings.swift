/// A button that has bindings of its own, and the name of its key.
public struct NamedButton: Equatable, Sendable {
    public var name: String
    public var bindings: ButtonBindings

    public init(name: String, bindings: ButtonBindings) {
        self.name = name
        self.bindings = bindings
    }
}

/// The action of each gesture of a button. The defaults apply to every button.
public struct ButtonBindings: Equatable, Sendable {
    public var down: Action
    public var up: Action
    public var click: Action
    public var double: Action
    public var long: Action
    public var turn: TurnAction

    public init(
        down: Action = .emit, up: Action = .emit, click: Action = .emit, double: Action = .speed(.next, control: nil),
        long: Action = .emit, turn: TurnAction = .finestSpeed
    ) {
        self.down = down
        self.up = up
        self.click = click
        self.double = double
        self.long = long
        self.turn = turn
    }
}

/// The effect of turning an input while its button is held.
public enum TurnAction: Equatable, Sendable {
    /// Turns at the control's last speed. This is the default.
    case finestSpeed
    /// Turns at the speed of this name, if the control has it.
    case speed(String)
    /// Turns this control instead of the focused one.
    case control(Int)
    /// Turns as if the button were not held. The turn cancels neither the click nor the long press.
    case none
}

/// An action of a gesture. A control of `nil` means the control that the input moves.
public enum Action: Equatable, Sendable {
    case speed(SpeedChoice, control: Int?)
    case nextControl
    case previousControl
    case focus(control: Int)
    case page(PageChoice)
    case reset(control: Int?)
    case commit(control: Int?)
    case set(control: Int, to: GivenValue)
    case step(control: Int, count: Int)
    /// Chooses the next position of a choice, and the first after the last.
    case next(control: Int)
    case toggle(control: Int, position: Int)
    /// Chooses the position under the cursor.
    case selectCursor
    /// Toggles the position under the cursor.
    case toggleCursor
    /// Starts, pauses or resumes a named ramp. Restarts it if it is held at its end.
    case ramp(Int)
    case lock
    case unlock
    case toggleLock
    /// Performs the requests one after another.
    case commands([Request])
    /// Only publishes the gesture.
    case emit
    /// Does not publish the gesture either.
    case none
}

/// A speed, by its name or relative to the current one.
public enum SpeedChoice: Equatable, Sendable {
    case next
    case previous
    case named(String)
}

/// A page, by its index or relative to the current one.
public enum PageChoice: Equatable, Sendable {
    case next
    case previous
    case page(Int)
}

/// A value from a client or a binding, not yet checked against the control.
public enum GivenValue: Equatable, Sendable {
    case number(Double)
    case position(Int)
    case positions([Int])
}
