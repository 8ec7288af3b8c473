/// The script that `wheelctl completion zsh` prints, for `eval` or as a file in `fpath`.
enum ZshCompletion {
    static var script: String {
        """
        #compdef wheelctl
        _wheelctl_controls() { local -a names=(${(f)"$(\(Shell.controls))"}); compadd "$@" -a names }
        _wheelctl_inputs() { local -a names=(${(f)"$(\(Shell.inputs))"}); compadd "$@" -a names }
        _wheelctl() {
            local curcontext=$curcontext state line
            typeset -A opt_args
            local -a commands=(
        \(commands)    )
            _arguments -C \(options(Wheelctl.options)) '--version' '--help' '1: :->command' '*:: :->words'
            case $state in
            command) _describe command commands ;;
            words)
                case $words[1] in
        \(cases)        esac ;;
            esac
        }
        if [[ $funcstack[1] = _wheelctl ]]; then _wheelctl "$@"; else compdef _wheelctl wheelctl; fi
        """
    }

    private static var commands: String {
        Command.all.map { "        \(quoted("\($0.name):\($0.summary)"))\n" }.joined()
    }

    private static var cases: String {
        var lines = ""
        for command in Command.all {
            var words = [options(command.options + Wheelctl.options), "'--help'"]
            for (place, parameter) in command.parameters.enumerated() {
                let number = parameter.count == .any ? "*" : "\(place + 1)"
                words.append(quoted("\(number):\(escaped(parameter.name)):\(action(parameter.kind))"))
            }
            lines += "        \(command.name)) _arguments \(words.joined(separator: " ")) ;;\n"
        }
        return lines
    }

    private static func options(_ options: [Option]) -> String {
        options.map { option in
            let value = option.value.map { ":\(escaped($0.name)):\(action($0.kind))" } ?? ""
            let sign = option.value != nil && option.name.hasPrefix("--") ? "=" : ""
            return quoted("\(option.name)\(sign)[\(escaped(option.summary))]\(value)")
        }.joined(separator: " ")
    }

    private static func action(_ kind: WordKind) -> String {
        switch kind {
        case .free: " "
        case .control: "_wheelctl_controls"
        case .input: "_wheelctl_inputs"
        case .file: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// Brackets and colons are special in the arguments of `_arguments`.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if "[]:\\".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
