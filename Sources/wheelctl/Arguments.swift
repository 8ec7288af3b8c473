/// The words and options after a command's name, parsed and checked according to the command's declaration.
struct Arguments {
    private(set) var words: [String] = []
    /// The values given to each option, in their order. An option without a value has an empty text here.
    private var values: [String: [String]] = [:]

    /// Options that print the help, wherever they occur before a `--`.
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
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = known.first(where: { $0.name == parts[0] }) else {
                let near = Failure.didYouMean(parts[0], known.map(\.name))
                throw .usage(command.name, "there is no option '\(parts[0])'\(near)")
            }
            switch (option.value, parts.count > 1) {
            case (nil, false): values[option.name, default: []].append("")
            case (nil, true) where option.optionalValue != nil: values[option.name, default: []].append(parts[1])
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
        let parameters = command.parameters
        if words.count < parameters.count(where: { $0.count == .one }) {
            throw .usage(command.name, "\(parameters[words.count].name) is missing")
        }
        if words.count > parameters.count, !parameters.contains(where: { $0.count == .any }) {
            throw .usage(command.name, "'\(words[parameters.count])' is one word too many")
        }
    }

    func has(_ option: String) -> Bool { values[option] != nil }

    /// The last value given to an option: a later value replaces an earlier one.
    func value(_ option: String) -> String? { values[option]?.last }

    func values(_ option: String) -> [String] { values[option] ?? [] }

    func number(_ option: String, of command: String) throws(Failure) -> Double? {
        guard let text = value(option) else { return nil }
        return try Self.number(text, option, of: command)
    }

    static func number(_ text: String, _ what: String, of command: String) throws(Failure) -> Double {
        guard let number = Double(text), number.isFinite else {
            throw .usage(command, "\(what) must be a number, not '\(text)'")
        }
        return number
    }

    static func integer(_ text: String, _ what: String, of command: String) throws(Failure) -> Int {
        guard let number = Int(text) else { throw .usage(command, "\(what) must be a whole number, not '\(text)'") }
        return number
    }
}
