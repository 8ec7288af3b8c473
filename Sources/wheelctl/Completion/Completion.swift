extension Command {
    static let completion = Command(
        name: "completion", summary: "prints the script that completes wheelctl's words in a shell",
        parameters: [Parameter(name: "SHELL", kind: .words(Shell.allCases.map(\.rawValue)))],
        notes: """
            bash: eval "$(wheelctl completion bash)" in ~/.bashrc
            zsh:  eval "$(wheelctl completion zsh)" in ~/.zshrc, after compinit
            fish: wheelctl completion fish > ~/.config/fish/completions/wheelctl.fish
            """
    ) { invocation throws(Failure) in
        guard let shell = Shell(rawValue: invocation.words[0]) else {
            throw .usage(
                "completion", "there is no completion for '\(invocation.words[0])'; there are: bash, zsh, fish")
        }
        Output.text(shell.script)
    }
}

/// The shells that completion supports. The scripts ask the daemon for the names of controls and inputs when needed.
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

    /// Every option of any command that takes a value, each once.
    static var optionsWithValue: [Option] {
        var known: [Option] = []
        for option in Command.all.flatMap(\.options) + Wheelctl.options
        where option.value != nil && !known.contains(where: { $0.name == option.name }) {
            known.append(option)
        }
        return known
    }
}
