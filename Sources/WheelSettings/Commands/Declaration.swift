/// What an operation does, who may use it, and which members its requests have.
public struct Declaration: Equatable, Sendable {
    /// One sentence.
    public let meaning: String
    /// Whether it changes something, so that a client needs the right to write.
    public let changes: Bool
    /// Whether a button's gesture can be bound to it.
    public let binds: Bool
    /// The alternative sets of members. A request has the first form whose first member it contains, else the last
    /// form.
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

/// One set of members that a request for an operation can have.
public struct Form: Equatable, Sendable {
    public let members: [CommandMember]
    public let answer: AnswerKind
    /// Members of which exactly one must be given.
    public let oneOf: [String]
    /// Members that are not allowed together with the first one.
    public let excludes: [String]
    /// Members that are refused, each with the reason, although unknown members are ignored: with them a client expects
    /// a smaller effect than the request would have.
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

/// The contents of the answer to a request.
public enum AnswerKind: Equatable, Sendable {
    /// Nothing.
    case done
    /// All controls and inputs.
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
    case statistics
}

extension CommandMember {
    static let control = needed("control", .control)
    static let remoteDisplay = optional("display", .display, "default the first with `output = \"remote\"`")
    static let commits = optional("commit", .flag, "default true")
    static let unless = optional("unless", .word(["editing"]), "`\"editing\"`: refused while somebody moves it by hand")
}
