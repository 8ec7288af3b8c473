/// The declaration of a command. Its help, its completion and the check of its arguments come from here.
struct Command: Sendable {
    var name: String
    var summary: String
    var parameters: [Parameter] = []
    var options: [Option] = []
    /// What follows the name in the usage lines, if the parameters and options alone do not say it.
    var forms: [String] = []
    /// The help's text below the options.
    var notes = ""
    var run: @Sendable (Invocation) throws(Failure) -> Void
}

extension Command {
    /// The usage lines.
    var usage: [String] {
        guard forms.isEmpty else { return forms.map { "\(name) \($0)" } }
        return [([name] + parameters.map(\.form) + (options.isEmpty ? [] : ["[OPTIONS]"])).joined(separator: " ")]
    }
}

/// A word that a command takes by its position.
struct Parameter: Sendable {
    var name: String
    var kind: WordKind = .free
    var count = Count.one

    enum Count: Sendable {
        case one
        case optional
        case any
    }

    /// As in the usage line.
    var form: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        }
    }
}

/// An option, with or without a value.
struct Option: Sendable {
    var name: String
    var value: Parameter?
    var summary: String

    var form: String { value.map { "\(name) \($0.name)" } ?? name }
}

/// What a word stands for. Completion offers words by it.
enum WordKind: Sendable, Equatable {
    case free
    case control
    case input
    case file
    case words([String])
}
