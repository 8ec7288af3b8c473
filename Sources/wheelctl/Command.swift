/// One command, declared: its help, its completion and the check of its words all come from here.
struct Command: Sendable {
    var name: String
    var summary: String
    var parameters: [Parameter] = []
    var options: [Option] = []
    /// What stands behind the name in the usage lines, where the parameters do not say it all.
    var forms: [String] = []
    /// What the help says below the options.
    var notes = ""
    var run: @Sendable (Invocation) throws(Failure) -> Void
}

extension Command {
    /// The ways to write it.
    var usage: [String] {
        guard forms.isEmpty else { return forms.map { "\(name) \($0)" } }
        return [([name] + parameters.map(\.form)).joined(separator: " ")]
    }
}

/// A word that a command takes by its place.
struct Parameter: Sendable {
    var name: String
    var kind: WordKind = .free
    var count = Count.one

    enum Count: Sendable {
        case one
        case optional
        case oneOrMore
        case any
    }

    /// As the usage line shows it.
    var form: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .oneOrMore: "\(name)…"
        case .any: "[\(name)…]"
        }
    }
}

/// A word that begins with two hyphens, alone or with another behind it.
struct Option: Sendable {
    var name: String
    var value: Parameter?
    var summary: String

    var form: String { value.map { "\(name) \($0.name)" } ?? name }
}

/// What a word stands for, which is what completes it.
enum WordKind: Sendable, Equatable {
    case free
    case control
    case input
    case file
    case words([String])
}
