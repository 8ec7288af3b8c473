/// The script that `wheelctl completion bash` prints.
enum BashCompletion {
    static var script: String {
        let names = Command.all.map(\.name).joined(separator: " ")
        let skipped = Shell.optionsWithValue.map(\.name).joined(separator: " | ")
        return """
            _wheelctl() {
                local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
                local command='' place=0 options='' words='' word skip='' names=()
                COMPREPLY=()
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    if [ -n "$skip" ]; then skip=''; continue; fi
                    case $word in
                    \(skipped)) skip=yes ;;
                    -*) ;;
                    *) if [ -z "$command" ]; then command=$word; else place=$((place + 1)); fi ;;
                    esac
                done
                case $command in
                '') options='\(Wheelctl.options.map(\.name).joined(separator: " ")) --version' words='\(names)' ;;
            \(options)    esac
                case $command:$place in
            \(places)    esac
                case $before in
            \(values)    *) case $current in -*) words="$options --help" ;; esac ;;
                esac
                case $words in
                @files) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
                @controls) mapfile -t names < <(\(Shell.controls)) ;;
                @inputs) mapfile -t names < <(\(Shell.inputs)) ;;
                *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"); return ;;
                esac
                # compgen -W would expand a command in a name.
                for word in "${names[@]}"; do
                    if [[ $word == "$current"* ]]; then COMPREPLY+=("$(printf %q "$word")"); fi
                done
            }
            complete -F _wheelctl wheelctl
            """
    }

    private static var options: String {
        var lines = ""
        for command in Command.all {
            let names = (command.options + Wheelctl.options).map(\.name).joined(separator: " ")
            lines += "    \(command.name)) options='\(names)' ;;\n"
        }
        return lines
    }

    /// A `case` branch for each word of each command, with its completions.
    private static var places: String {
        var lines = ""
        for command in Command.all {
            for (place, parameter) in command.parameters.enumerated() {
                guard let words = words(parameter.kind) else { continue }
                lines += "    \(command.name):\(parameter.count == .any ? "*" : "\(place)")) words=\(words) ;;\n"
            }
        }
        return lines
    }

    /// A `case` branch for the value of each option.
    private static var values: String {
        var lines = ""
        for option in Shell.optionsWithValue {
            lines += "    \(option.name)) words=\(option.value.flatMap { words($0.kind) } ?? "''") ;;\n"
        }
        return lines
    }

    private static func words(_ kind: WordKind) -> String? {
        switch kind {
        case .free: nil
        case .control: "@controls"
        case .input: "@inputs"
        case .file: "@files"
        case .words(let words): "'\(words.joined(separator: " "))'"
        }
    }
}
