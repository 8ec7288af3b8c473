/// A member of a command, declared: its name, what it holds, and whether it must be there.
public struct CommandMember: Equatable, Sendable {
    public let name: String
    public let kind: Kind
    public let isNeeded: Bool
    /// For the documents: its default and its limits, where the name does not say them.
    public let note: String

    public enum Kind: Equatable, Sendable {
        /// The name of a control of the panel, of an input, and so on.
        case control, input, page, position, speed, ramp
        case number
        /// A number within limits.
        case limited(ClosedRange<Double>)
        case integer
        case flag
        /// One word of a list.
        case word([String])
        case curve
        /// What a control can hold: a number, a position's name, an array of names.
        case value
        /// Values by the names of their controls.
        case values
        /// Names of controls.
        case controls
        /// Names of events.
        case events
    }

    static func needed(_ name: String, _ kind: Kind, _ note: String = "") -> CommandMember {
        CommandMember(name: name, kind: kind, isNeeded: true, note: note)
    }

    static func optional(_ name: String, _ kind: Kind, _ note: String = "") -> CommandMember {
        CommandMember(name: name, kind: kind, isNeeded: false, note: note)
    }
}

/// What a member of a request holds.
public enum CommandValue: Equatable, Sendable {
    case text(String)
    case texts([String])
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case value(ControlValue)
    case values([Assignment])
    case curve(AnimationCurve)
}
