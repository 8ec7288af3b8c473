import WheelModel

/// The program, but for its `main.swift`.
enum Program {
    static let version = "0.1.0"

    /// Options that every command takes.
    static let options = [
        Option(
            name: "--socket", value: Parameter(name: "PATH", kind: .file),
            summary: "the daemon's socket (else $WHEELD_SOCKET, else the usual places)"),
        Option(name: "--json", summary: "print the daemon's own lines"),
    ]

    static func run(_ words: [String]) -> Exit {
        do throws(Failure) {
            try follow(words)
            return .done
        } catch {
            Output.error(error.text)
            return error.exit
        }
    }

    private static func follow(_ words: [String]) throws(Failure) {
        // Global options may stand before the command.
        var rest = words[...]
        var before: [String] = []
        while let word = rest.first, word.hasPrefix("-") {
            rest.removeFirst()
            if Arguments.helpOptions.contains(word) { return Help.printOverview() }
            if word == "--version" { return Output.line("wheelctl \(version)") }
            before.append(word)
            if word == "--socket", let path = rest.popFirst() { before.append(path) }
        }
        guard let name = rest.popFirst() else {
            if let option = before.first(where: { $0.hasPrefix("-") }) {
                guard let known = options.first(where: { $0.name == option }) else {
                    throw Failure(
                        .wrongUsage, "usage", "there is no option '\(option)'", advice: "see wheelctl --help")
                }
                if let value = known.value, before.last == option {
                    throw Failure(
                        .wrongUsage, "usage", "\(option) needs a value, \(value.name)", advice: "see wheelctl --help")
                }
            }
            throw Failure(.wrongUsage, "usage", "a command is missing", advice: "see wheelctl --help")
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
        let near = NearestName.of(name, in: Command.all.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw Failure(.wrongUsage, name, "there is no such command\(near)", advice: "see wheelctl --help")
    }
}
