/// The script that `wheelctl completion fish` prints.
enum FishCompletion {
    static var script: String {
        var lines = ["complete -c wheelctl -f"]
        for option in Wheelctl.options { lines.append("complete -c wheelctl \(words(option))") }
        for command in Command.all {
            lines.append(
                "complete -c wheelctl -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
            let here = "complete -c wheelctl -n '__fish_seen_subcommand_from \(command.name)'"
            for option in command.options { lines.append("\(here) \(words(option))") }
            for parameter in command.parameters {
                if let choice = choice(parameter.kind) { lines.append("\(here) \(choice)") }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func words(_ option: Option) -> String {
        let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
        let value = option.value.map { " -r " + (choice($0.kind) ?? "") } ?? ""
        return "\(name) -d \(quoted(option.summary))\(value)"
    }

    private static func choice(_ kind: WordKind) -> String? {
        switch kind {
        case .free: nil
        case .control: "-a '(\(Shell.controls))'"
        case .input: "-a '(\(Shell.inputs))'"
        case .file: "-F"
        case .words(let words): "-a '\(words.joined(separator: " "))'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
}
