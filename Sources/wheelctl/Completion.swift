import WheelClient
import WheelModel

/// The completion of a command line in a shell.
///
/// A shell's script calls `wheelctl --complete WORD…` and offers the output: on each line a completion of the last
/// word, with a description after a tab, or the line `@files` for file names.
enum Completion {
    static let option = "--complete"
    private static let files = "@files"

    static func offer(for words: [String]) {
        let current = words.last ?? ""
        var command: Command?
        var place = 0
        var socket: String?
        // The option whose value is the next word.
        var pending: Option?
        for word in words.dropLast() {
            if let option = pending {
                if option.name == "--socket" { socket = word }
                pending = nil
            } else if word.hasPrefix("-") {
                pending = options(of: command).first { $0.name == word && $0.value != nil }
            } else if command != nil {
                place += 1
            } else if word != "help" {
                command = Command.all.first { $0.name == word }
                if command == nil { return }
            }
        }
        if let value = pending?.value { return offer(value.kind, for: current, socket) }
        if current.hasPrefix("-") {
            return offer(
                options(of: command).map { ($0.name, $0.summary) } + [("--help", "print the help")], for: current)
        }
        guard let command else { return offer(Command.all.map { ($0.name, $0.summary) }, for: current) }
        let parameters = command.parameters
        let parameter = place < parameters.count ? parameters[place] : parameters.last { $0.count == .any }
        if let parameter { offer(parameter.kind, for: current, socket) }
    }

    private static func options(of command: Command?) -> [Option] {
        (command?.options ?? [Option("--version", "print the version")]) + Wheelctl.options
    }

    private static func offer(_ kind: WordKind, for current: String, _ socket: String?) {
        let names: [String]
        switch kind {
        case .free: return
        case .file: return Output.line(files)
        case .words(let words): names = words
        case .control: names = listing(socket)?.controls.map(\.name) ?? []
        case .input: names = listing(socket)?.inputs.map(\.name) ?? []
        case .preset: names = listing(socket)?.presets.map(\.name) ?? []
        }
        offer(names.map { ($0, "") }, for: current)
    }

    private static func listing(_ socket: String?) -> Listing? {
        try? Connection(socket: socket, timeout: .seconds(1)).hello.listing
    }

    private static func offer(_ completions: [(word: String, summary: String)], for current: String) {
        for (word, summary) in completions where word.hasPrefix(current) { Output.line(word, summary) }
    }
}

extension Command {
    static let completion = Command(
        name: "completion", summary: "prints the script that completes wheelctl's words in a shell",
        parameters: [Parameter("SHELL", .names(of: Shell.self))],
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

enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    var script: String {
        switch self {
        case .bash:
            #"""
            _wheelctl() {
                local word words=()
                mapfile -t words < <(wheelctl --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                COMPREPLY=()
                if [ "${words[0]-}" = @files ]; then
                    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
                    return
                fi
                for word in "${words[@]}"; do COMPREPLY+=("$(printf %q "${word%%$'\t'*}")"); done
            }
            complete -F _wheelctl wheelctl
            """#
        case .zsh:
            // The script also works as a file in zsh's `fpath`.
            #"""
            #compdef wheelctl
            _wheelctl() {
                local line
                local -a lines names texts
                lines=(${(f)"$(wheelctl --complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
                if [[ $lines[1] = @files ]]; then _files; return; fi
                for line in $lines; do
                    names+=("${line%%$'\t'*}")
                    texts+=("${line/$'\t'/  }")
                done
                compadd -l -d texts -a names
            }
            if [[ $funcstack[1] = _wheelctl ]]; then _wheelctl "$@"; else compdef _wheelctl wheelctl; fi
            """#
        case .fish:
            #"""
            function __wheelctl_complete
                set -l current (commandline -ct)
                set -l lines (wheelctl --complete (commandline -opc)[2..-1] "$current" 2>/dev/null)
                if test "$lines[1]" = @files
                    __fish_complete_path "$current"
                else
                    string join \n -- $lines
                end
            end
            complete -c wheelctl -f -a '(__wheelctl_complete)'
            """#
        }
    }
}
