import WheelModel

/// The words of a command line, told apart by a command's declaration.
struct Arguments {
    private(set) var words: [String] = []
    /// All that were given to an option, in their order.
    private var values: [String: [String]] = [:]

    /// The word that asks for help, wherever it stands.
    static let helpOptions = ["--help", "-h"]

    init(_ rest: [String], of command: Command, also global: [Option]) throws(Failure) {
        let known = command.options + global
        var rest = rest[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            guard !optionsEnded, word.hasPrefix("--") || known.contains(where: { $0.name == word }) else {
                words.append(word)
                continue
            }
            if word == "--" {
                optionsEnded = true
                continue
            }
            // Both `--to 5` and `--to=5`.
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = known.first(where: { $0.name == parts[0] }) else {
                let near = NearestName.of(parts[0], in: known.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
                throw .usage(command.name, "there is no option '\(parts[0])'\(near)")
            }
            switch (option.value, parts.count > 1) {
            case (nil, false): values[option.name, default: []].append("")
            case (nil, true): throw .usage(command.name, "\(option.name) takes no value")
            case (.some, true): values[option.name, default: []].append(parts[1])
            case (.some(let parameter), false):
                guard let value = rest.popFirst() else {
                    throw .usage(command.name, "\(option.name) needs a value, \(parameter.name)")
                }
                values[option.name, default: []].append(value)
            }
        }
        try check(command)
    }

    private func check(_ command: Command) throws(Failure) {
        var least = 0
        var most: Int? = 0
        for parameter in command.parameters {
            switch parameter.count {
            case .one: (least, most) = (least + 1, most.map { $0 + 1 })
            case .optional: most = most.map { $0 + 1 }
            case .oneOrMore: (least, most) = (least + 1, nil)
            case .any: most = nil
            }
        }
        if words.count < least {
            throw .usage(command.name, "\(command.parameters[words.count].name) is missing")
        }
        if let most, words.count > most {
            throw .usage(command.name, "'\(words[most])' is one word too many")
        }
    }

    func has(_ option: String) -> Bool { values[option] != nil }

    /// The last value of an option, which is the one that counts.
    func value(_ option: String) -> String? { values[option]?.last }

    /// All values of an option that may be given several times.
    func values(_ option: String) -> [String] { values[option] ?? [] }

    func number(_ option: String, of command: String) throws(Failure) -> Double? {
        guard let text = value(option) else { return nil }
        return try Self.number(text, option, of: command)
    }

    static func number(_ text: String, _ what: String, of command: String) throws(Failure) -> Double {
        guard let number = Double(text), number.isFinite else {
            throw .usage(command, "\(what) is a number, which '\(text)' is not")
        }
        return number
    }

    static func integer(_ text: String, _ what: String, of command: String) throws(Failure) -> Int {
        guard let number = Int(text) else { throw .usage(command, "\(what) is a whole number, which '\(text)' is not") }
        return number
    }
}

extension Failure {
    static func usage(_ command: String, _ why: String) -> Failure {
        Failure(.wrongUsage, command, why, advice: "see wheelctl \(command) --help")
    }
}
