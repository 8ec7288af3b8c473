extension Command {
    static let completion = Command(
        name: "completion", summary: "prints what completes wheelctl's words in a shell",
        parameters: [Parameter(name: "SHELL", kind: .words(Shell.allCases.map(\.rawValue)))],
        notes: """
            bash: eval "$(wheelctl completion bash)" in ~/.bashrc
            zsh:  eval "$(wheelctl completion zsh)" in ~/.zshrc, behind compinit
            fish: wheelctl completion fish > ~/.config/fish/completions/wheelctl.fish
            """
    ) { invocation throws(Failure) in
        guard let shell = Shell(rawValue: invocation.words[0]) else {
            throw .usage("completion", "there is none for '\(invocation.words[0])'; there are: bash, zsh, fish")
        }
        Output.text(shell.script)
    }
}

/// The shells whose words can be completed; controls and inputs are asked for from the daemon as they are needed.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    var script: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }
}

extension Shell {
    static let controls = "wheelctl list --names 2>/dev/null"
    static let inputs = "wheelctl list --inputs 2>/dev/null"

    /// Every option that takes a value, of whichever command.
    static var optionsWithValue: [Option] {
        var known: [Option] = []
        for option in Command.all.flatMap(\.options) + Program.options
        where option.value != nil && !known.contains(where: { $0.name == option.name }) {
            known.append(option)
        }
        return known
    }
}

extension Parameter {
    /// Whether it stands for all words from its place on.
    var repeats: Bool {
        switch count {
        case .one, .optional: false
        case .oneOrMore, .any: true
        }
    }
}
