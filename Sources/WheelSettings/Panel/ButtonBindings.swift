/// One of several buttons of an input.
public struct NamedButton: Equatable, Sendable {
    public var name: String
    public var bindings: ButtonBindings

    public init(name: String, bindings: ButtonBindings) {
        self.name = name
        self.bindings = bindings
    }
}

/// What each gesture of a button does. The defaults are those of every button.
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

/// What turning an input does while its button is held.
public enum TurnAction: Equatable, Sendable {
    /// Turns at the control's last speed, the default.
    case finestSpeed
    /// Turns at the speed of this name where the control has it.
    case speed(String)
    /// Turns this control instead of the focused one.
    case control(Int)
    /// Turns as if the button were not held, and cancels neither click nor long press.
    case none
}

/// What a gesture can be bound to. A control of `nil` is the one that the input moves.
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
    /// The next position of a choice, around.
    case next(control: Int)
    case toggle(control: Int, position: Int)
    /// Chooses the position under the cursor.
    case selectCursor
    /// Toggles the position under the cursor.
    case toggleCursor
    /// Starts, pauses or resumes a named ramp; plays one again that is held at its end.
    case ramp(Int)
    case lock
    case unlock
    case toggleLock
    /// What a program could ask for, one after another.
    case commands([Request])
    /// Published, nothing else.
    case emit
    /// Not even published.
    case none
}

/// Which speed is asked for.
public enum SpeedChoice: Equatable, Sendable {
    case next
    case previous
    case named(String)
}

/// Which page is asked for.
public enum PageChoice: Equatable, Sendable {
    case next
    case previous
    case page(Int)
}

/// A value as a client or a binding gives it, before it is known whether the control can hold it.
public enum GivenValue: Equatable, Sendable {
    case number(Double)
    case position(Int)
    case positions([Int])
}
