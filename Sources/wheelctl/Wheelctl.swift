import WheelCore

/// The program: finds the command that its arguments name, and runs it.
enum Wheelctl {
    static let options = [
        Option("--socket PATH", "the daemon's socket (else $WHEELD_SOCKET, else the usual places)", .file),
        Option("--json", "print JSON, as the daemon sends it"),
    ]

    static func run(_ words: [String]) -> Exit {
        do throws(Failure) {
            try dispatch(words)
            return .done
        } catch {
            Output.error(error.text)
            return error.exit
        }
    }

    private static func dispatch(_ words: [String]) throws(Failure) {
        if words.first == Completion.option { return Completion.offer(for: Array(words.dropFirst())) }
        // The options that every command accepts may also precede the command.
        var rest = words[...]
        var before: [String] = []
        while let word = rest.first, word.hasPrefix("-") {
            rest.removeFirst()
            if Arguments.helpOptions.contains(word) { return Help.printOverview() }
            if word == "--version" { return Output.line("wheelctl \(Version.text)") }
            before.append(word)
            if word == "--socket", let path = rest.popFirst() { before.append(path) }
        }
        guard let name = rest.popFirst() else {
            if let option = before.first {
                guard let known = options.first(where: { $0.name == option }) else {
                    throw .usage(nil, "there is no option '\(option)'")
                }
                if let value = known.value, before.count == 1 {
                    throw .usage(nil, "\(option) needs a value, \(value.name)")
                }
            }
            throw .usage(nil, "a command is missing")
        }
        if name == "help" {
            guard let about = rest.first else { return Help.printOverview() }
            return Help.print(try command(about))
        }
        let command = try command(name)
        let given = rest.prefix { $0 != "--" }
        if given.contains(where: { Arguments.helpOptions.contains($0) }) { return Help.print(command) }
        let arguments = try Arguments(before + rest, of: command, also: options)
        try command.run(Invocation(command, arguments))
    }

    private static func command(_ name: String) throws(Failure) -> Command {
        if let command = Command.all.first(where: { $0.name == name }) { return command }
        let near = Failure.didYouMean(name, Command.all.map(\.name))
        throw Failure(.wrongUsage, name, "there is no such command\(near)", advice: "see wheelctl --help")
    }
}
