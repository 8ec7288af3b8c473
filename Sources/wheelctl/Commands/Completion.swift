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
        Output.line(shell.script)
    }
}

/// The shells whose words can be completed; controls are asked for from the daemon as they are needed.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: "autoload -Uz bashcompinit && bashcompinit\n" + Self.bashScript
        case .fish: Self.fishScript
        }
    }

    // MARK: bash, and zsh by its bashcompinit.

    private static var bashScript: String {
        var cases = ""
        for command in Command.all {
            let options = (command.options + Program.options).map(\.name).joined(separator: " ")
            cases += "    \(command.name)) options='\(options)' words=\(bashWords(command.parameters)) ;;\n"
        }
        var values = ""
        for option in allOptions {
            let found: String
            switch option.value?.kind {
            case .words(let words): found = "-W '\(words.joined(separator: " "))'"
            case .file: found = "-f"
            case .free, .control, nil: found = "-W ''"
            }
            values += "    \(option.name)) mapfile -t COMPREPLY < <(compgen \(found) -- \"$current\"); return ;;\n"
        }
        return """
            _wheelctl() {
                local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
                local command= options= words= word skip=
                COMPREPLY=()
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    if [ -n "$skip" ]; then skip=; continue; fi
                    case $word in
                    --socket) skip=yes ;;
                    -*) ;;
                    *) command=$word; break ;;
                    esac
                done
                case $before in
            \(values)    esac
                case $command in
                '') options='--socket --json --help --version' words='\(Command.all.map(\.name).joined(separator: " "))' ;;
            \(cases)    esac
                if [ "$words" = @files ]; then
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                fi
                case $current in
                -*) words="$options --help" ;;
                *) [ "$words" != @controls ] || words=$(wheelctl list --names 2>/dev/null) ;;
                esac
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            }
            complete -F _wheelctl wheelctl
            """
    }

    private static func bashWords(_ parameters: [Parameter]) -> String {
        for parameter in parameters {
            switch parameter.kind {
            case .control: return "@controls"
            case .file: return "@files"
            case .words(let words): return "'\(words.joined(separator: " "))'"
            case .free: continue
            }
        }
        return ""
    }

    private static var allOptions: [Option] {
        var known: [Option] = []
        for option in Command.all.flatMap(\.options) + Program.options
        where option.value != nil && !known.contains(where: { $0.name == option.name }) {
            known.append(option)
        }
        return known
    }

    // MARK: fish.

    private static var fishScript: String {
        var lines = ["complete -c wheelctl -f"]
        for option in Program.options { lines.append("complete -c wheelctl " + fishOption(option)) }
        for command in Command.all {
            lines.append(
                "complete -c wheelctl -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
            let here = "complete -c wheelctl -n '__fish_seen_subcommand_from \(command.name)' "
            for option in command.options { lines.append(here + fishOption(option)) }
            switch command.parameters.first(where: { $0.kind != .free })?.kind {
            case .control: lines.append(here + "-a '(wheelctl list --names 2>/dev/null)'")
            case .file: lines.append(here + "-F")
            case .words(let words): lines.append(here + "-a '\(words.joined(separator: " "))'")
            case .free, nil: break
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func fishOption(_ option: Option) -> String {
        var words = "-l \(option.name.dropFirst(2)) -d \(quoted(option.summary))"
        switch option.value?.kind {
        case .words(let names): words += " -x -a '\(names.joined(separator: " "))'"
        case .file: words += " -r -F"
        case .free, .control: words += " -x"
        case nil: break
        }
        return words
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
}
