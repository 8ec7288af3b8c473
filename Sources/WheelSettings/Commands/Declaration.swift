/// Everything about an operation.
public struct Declaration: Equatable, Sendable {
    /// One sentence.
    public let meaning: String
    /// Whether it changes something, so that it needs the right to write.
    public let changes: Bool
    /// Whether a button may be bound to it.
    public let binds: Bool
    /// The ways to ask. A request has the first form whose first member it has, else the last form.
    public let forms: [Form]

    init(_ meaning: String, changes: Bool = false, binds: Bool = false, forms: [Form]) {
        self.meaning = meaning
        self.changes = changes
        self.binds = binds
        self.forms = forms
    }

    init(_ meaning: String, _ members: CommandMember..., answer: AnswerKind, changes: Bool = false, binds: Bool = false)
    {
        self.init(meaning, changes: changes, binds: binds, forms: [Form(members, answer: answer)])
    }
}

/// One way to ask for an operation.
public struct Form: Equatable, Sendable {
    public let members: [CommandMember]
    public let answer: AnswerKind
    /// Members of which exactly one must be there.
    public let oneOf: [String]
    /// Members that make no sense beside the first one.
    public let excludes: [String]
    /// Members that would mean more than was asked for if they were ignored, each with the reason.
    public let refuses: [String: String]

    init(
        _ members: [CommandMember], answer: AnswerKind, oneOf: [String] = [], excludes: [String] = [],
        refuses: [String: String] = [:]
    ) {
        self.members = members
        self.answer = answer
        self.oneOf = oneOf
        self.excludes = excludes
        self.refuses = refuses
    }

    init(
        _ members: CommandMember..., answer: AnswerKind, oneOf: [String] = [], excludes: [String] = [],
        refuses: [String: String] = [:]
    ) {
        self.init(members, answer: answer, oneOf: oneOf, excludes: excludes, refuses: refuses)
    }
}

/// What the answer to a request holds.
public enum AnswerKind: Equatable, Sendable {
    /// Nothing.
    case done
    /// All controls and inputs.
    case listing
    /// A control with all its members.
    case control
    /// The value that a control now has.
    case value
    /// The values that several controls now have.
    case values
    case speed
    case page
    /// The state and the fraction of a ramp.
    case ramp
    /// The same with the value.
    case scrub
    case screenshot
    case statistics
}

extension CommandMember {
    static let control = needed("control", .control)
    static let commits = optional("commit", .flag, "default true")
    static let unless = optional("unless", .word(["editing"]), "`\"editing\"`: refused while a hand is on it")
}
