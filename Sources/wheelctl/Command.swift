/// The declaration of a command, from which its help, its completion and the check of its arguments are derived.
struct Command: Sendable {
    var name: String
    var summary: String
    var parameters: [Parameter] = []
    var options: [Option] = []
    /// The usage lines without the command's name, if they cannot be derived from the parameters and options.
    var forms: [String] = []
    var notes = ""
    var run: @Sendable (Invocation) throws(Failure) -> Void
}

extension Command {
    var usage: [String] {
        guard forms.isEmpty else { return forms.map { "\(name) \($0)" } }
        return [([name] + parameters.map(\.form) + (options.isEmpty ? [] : ["[OPTIONS]"])).joined(separator: " ")]
    }
}

/// A positional argument of a command.
struct Parameter: Sendable {
    var name: String
    var kind: WordKind
    var count: Count

    init(_ name: String, _ kind: WordKind = .free, count: Count = .one) {
        self.name = name
        self.kind = kind
        self.count = count
    }

    enum Count: Sendable {
        case one
        case optional
        case any
    }

    /// The parameter as the usage line shows it.
    var form: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        }
    }
}

struct Option: Sendable {
    var name: String
    /// The value, which is the next word or follows `=`; `nil` if the option takes no value or only an optional one.
    var value: Parameter?
    /// The name of an optional value, which is written after `=`.
    var optionalValue: String?
    var summary: String

    /// `form` is the name, with the name of the value if there is one: `--to VALUE` or `--locked[=NAME]`.
    init(_ form: String, _ summary: String, _ kind: WordKind = .free) {
        let words = form.split(separator: " ").map(String.init)
        let parts = words[0].split(separator: "[", maxSplits: 1).map(String.init)
        name = parts[0]
        value = words.count > 1 ? Parameter(words[1], kind) : nil
        optionalValue = parts.count > 1 ? String(parts[1].dropFirst().dropLast()) : nil
        self.summary = summary
    }

    var form: String { value.map { "\(name) \($0.name)" } ?? optionalValue.map { "\(name)[=\($0)]" } ?? name }
}

/// The meaning of a word, which decides what completion offers for it.
enum WordKind: Sendable, Equatable {
    case free
    case control
    case input
    case preset
    case file
    case words([String])

    static func names<Name: RawRepresentable<String> & CaseIterable>(of type: Name.Type) -> WordKind {
        .words(type.allCases.map(\.rawValue))
    }
}
