/// The declaration of a member of a command: its name, its type, and whether it is required.
public struct CommandMember: Equatable, Sendable {
    public let name: String
    public let kind: Kind
    public let isNeeded: Bool
    /// Its default and its limits, for the documentation. Empty if the name and the kind suffice.
    public let note: String

    public enum Kind: Equatable, Sendable {
        /// The name of a control, an input, a page and so on.
        case control, input, page, position, speed, ramp, preset, button, display, view
        case number
        /// A number within limits.
        case limited(ClosedRange<Double>)
        case integer
        /// A whole number within limits.
        case whole(ClosedRange<Int>)
        case flag
        /// One of these words.
        case word([String])
        case curve
        /// A control's value: a number, a position's name, or an array of positions' names.
        case value
        /// An object of values, with the names of their controls as keys.
        case values
        /// Names of controls.
        case controls
        /// Names of events.
        case events
        /// Objects with the members of a form.
        case requests(Form)
        /// Fingers: objects with `id`, `x` and `y`.
        case contacts
        /// A width and a height.
        case size
        /// Objects with the keys and values of a table of the configuration.
        case tables(DefinedTables.Kind)
        /// A name that a client gives.
        case newName
    }

    static func needed(_ name: String, _ kind: Kind, _ note: String = "") -> CommandMember {
        CommandMember(name: name, kind: kind, isNeeded: true, note: note)
    }

    static func optional(_ name: String, _ kind: Kind, _ note: String = "") -> CommandMember {
        CommandMember(name: name, kind: kind, isNeeded: false, note: note)
    }
}

/// The value of a member of a request.
public enum CommandValue: Equatable, Sendable {
    case text(String)
    case texts([String])
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case value(ControlValue)
    case values([Assignment])
    case curve(AnimationCurve)
    case requests([Request])
    case contacts([FedContact])
    case size(Size)
    case tables([PlainValue])
}
