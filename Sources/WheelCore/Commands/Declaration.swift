/// What an operation does, who may use it, and which members its requests have.
public struct Declaration: Equatable, Sendable {
    public let meaning: String
    /// Whether the operation changes something. A client then needs the right to write, or for `define` and `undefine`
    /// the right to define.
    public let changes: Bool
    /// Whether a button's gesture can be bound to a command of this operation. `focus` has only short actions.
    public let binds: Bool
    public let forms: [Form]

    init(_ meaning: String, changes: Bool = false, binds: Bool = false, forms: [Form]) {
        self.meaning = meaning
        self.changes = changes
        self.binds = binds
        self.forms = forms
    }

    /// The form of a request: the first form whose first member the request has, else the last form.
    public func form(_ has: (String) -> Bool) -> Form {
        forms.first { form in form.members.first.map { has($0.name) } ?? true } ?? forms[forms.count - 1]
    }

    init(_ meaning: String, _ members: CommandMember..., answer: AnswerKind, changes: Bool = false, binds: Bool = false)
    {
        self.init(meaning, changes: changes, binds: binds, forms: [Form(members, answer: answer)])
    }
}

/// A set of members that a request can have. The operation `set` has two forms: `values`, or `control` and `value`.
public struct Form: Equatable, Sendable {
    public let members: [CommandMember]
    public let answer: AnswerKind
    /// Members that exclude one another.
    public let oneOf: [String]
    /// Whether one of `oneOf` must be given.
    public let isOneNeeded: Bool
    /// Members that are not allowed together with the form's first member.
    public let excludes: [String]
    /// Members that are refused, each with the reason. Other unknown members are ignored. A client that sends a listed
    /// member, such as `control` instead of `controls`, expects a smaller effect than the request would have.
    public let refuses: [String: String]
    /// Members that require another member, each with the name of the required member.
    public let requires: [String: String]

    init(
        _ members: [CommandMember], answer: AnswerKind, oneOf: [String] = [], isOneNeeded: Bool = true,
        excludes: [String] = [], refuses: [String: String] = [:], requires: [String: String] = [:]
    ) {
        self.members = members
        self.answer = answer
        self.oneOf = oneOf
        self.excludes = excludes
        self.refuses = refuses
        self.isOneNeeded = isOneNeeded
        self.requires = requires
    }

    init(
        _ members: CommandMember..., answer: AnswerKind, oneOf: [String] = [], excludes: [String] = [],
        refuses: [String: String] = [:]
    ) {
        self.init(members, answer: answer, oneOf: oneOf, excludes: excludes, refuses: refuses)
    }
}

public struct CommandMember: Equatable, Sendable {
    public let name: String
    public let kind: Kind
    public let isNeeded: Bool
    /// The default and the limits, for the documentation. Empty if the name and the kind suffice.
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
        case word([String])
        case curve
        /// A control's value: a number, a position's name, or an array of positions' names.
        case value
        /// An object of values, with the names of their controls as keys.
        case values
        /// The names of several controls or events.
        case controls, events
        /// Objects with the members of a form.
        case requests(Form)
        /// Fingers: objects with `id`, `x` and `y`.
        case contacts
        case size
        /// Objects with the keys and values of a configuration table.
        case tables(DefinedTables.Kind)
        /// A name that a client chooses.
        case newName
    }

    static func needed(_ name: String, _ kind: Kind, _ note: String = "") -> CommandMember {
        CommandMember(name: name, kind: kind, isNeeded: true, note: note)
    }

    static func optional(_ name: String, _ kind: Kind, _ note: String = "") -> CommandMember {
        CommandMember(name: name, kind: kind, isNeeded: false, note: note)
    }
}

/// What the answer to a request contains.
public enum AnswerKind: Equatable, Sendable {
    case done
    /// The page, the lock, and all controls, inputs and presets.
    case listing
    /// A control with all its members.
    case control
    /// The control's new value.
    case value
    /// The new values of several controls.
    case values
    case speed
    case page
    /// The state and the fraction of a ramp.
    case ramp
    /// The state and the fraction of a ramp, and the control's value.
    case scrub
    case screenshot
    /// A display that clients watch: its name and its size.
    case picture
    /// The present state of a view.
    case view
    case statistics
    /// The times of the monotonic and of the real-time clock, at one moment.
    case clock
}

extension Form {
    static let fedEvent = Form(
        [
            .optional("detents", .limited(-1e6...1e6), "may be fractional, in steps of 1/120"),
            .optional("units", .whole(-120_000_000...120_000_000), "120 to a detent"),
            .optional("down", .flag, "a button is pressed or released"),
            .optional("button", .button, "where the input has several"),
            .optional("contacts", .contacts),
            .optional("time", .number, "of CLOCK_MONOTONIC, in seconds; default now"),
        ], answer: .done, oneOf: ["detents", "units", "down", "contacts"],
        refuses: ["input": "all events are of one input", "size": "it belongs beside 'events'"],
        requires: ["button": "down"])
}

extension CommandMember {
    static let fedSize = optional("size", .size, "that contacts refer to; default the display's")
    static let control = needed("control", .control)
    static let remoteDisplay = optional("display", .display, "default the first with `output = \"remote\"`")
    static let view = needed("view", .view)

    static let commits = optional("commit", .flag, "default true")
    static let unless = optional("unless", .word(["editing"]), "`\"editing\"`: refused while somebody moves it by hand")
}
