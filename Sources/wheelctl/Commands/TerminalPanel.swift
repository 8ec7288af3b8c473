import LinuxSystem
import WheelCore
import WheelPanel

extension Command {
    static let panel = Command(
        name: "panel", summary: "shows the panel in this terminal; keys and the mouse act as hands",
        options: [
            Option(
                "--graphics WAY", "kitty, sixel or cells, instead of asking the terminal",
                .names(of: TerminalGraphics.self)),
            Option(
                "--theme T", "dark, light or mono, instead of what suits the terminal", .names(of: ThemeName.self)),
            Option("--run", "starts wheeld, and stops it with the panel"),
            Option("--config FILE", "with --run: its configuration, instead of a demonstration", .file),
            Option("--gpio LINES", "with --run: an encoder on these lines, A,B or A,B,BUTTON"),
            Option("--simulate", "with --run: opens no device"),
            Option("--log-level LEVEL", "with --run: how much it logs, error, warning, info or debug"),
        ],
        notes: "The key ? lists the keys. q leaves the panel; the daemon keeps running, unless --run has started it."
    ) { invocation throws(Failure) in
        let arguments = invocation.arguments
        var options = PanelOptions(socket: arguments.value("--socket"))
        if let word = arguments.value("--graphics") {
            guard let graphics = TerminalGraphics(rawValue: word) else {
                throw .usage("panel", "--graphics takes kitty, sixel, cells, not '\(word)'")
            }
            options.graphics = graphics
        }
        if let word = arguments.value("--theme") {
            guard let theme = ThemeName(rawValue: word) else {
                throw .usage("panel", "--theme takes dark, light or mono, not '\(word)'")
            }
            options.theme = theme
        }
        options.daemon = try daemon(arguments)
        if options.daemon != nil, options.socket == nil { options.socket = ownSocket(arguments.value("--config")) }
        do throws(PanelFailure) {
            LinuxSystem.Program.exit(try PanelProgram.run(options))
        } catch {
            switch error {
            case .noDaemon(let reason): throw Failure("panel", reason)
            case .noTerminal(let reason), .failed(let reason): throw Failure(.refused, "panel", reason)
            }
        }
    }

    /// The socket of the daemon that `--run` starts: not the system's socket, which another daemon may use. `nil` if
    /// neither the configuration nor XDG_RUNTIME_DIR gives a path.
    private static func ownSocket(_ file: String?) -> String? {
        if let path = ConfigurationFile.read(file).settings?.socket.path { return path }
        guard let folder = Environment.value(of: "XDG_RUNTIME_DIR"), !folder.isEmpty else { return nil }
        return folder + "/wheeld.sock"
    }

    private static func daemon(_ arguments: Arguments) throws(Failure) -> [String]? {
        let ofDaemon = ["--config", "--gpio", "--log-level"]
        guard arguments.has("--run") else {
            if let other = (ofDaemon + ["--simulate"]).first(where: arguments.has) {
                throw .usage("panel", "\(other) needs --run")
            }
            return nil
        }
        var words = arguments.has("--config") ? [] : ["--demonstration"]
        for option in ["--socket"] + ofDaemon {
            if let value = arguments.value(option) { words += [option, value] }
        }
        return arguments.has("--simulate") ? words + ["--simulate"] : words
    }
}
