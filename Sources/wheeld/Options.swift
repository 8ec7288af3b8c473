import LinuxSystem
import WheelConfiguration
import WheelCore

/// The command line of `wheeld`.
struct Options: Equatable {
    enum Task: Equatable {
        case run
        case checkConfiguration(String?)
        case replay(String)
        case version
        case help
    }

    var task = Task.run
    var configuration: String?
    var socket: String?
    var gpio: String?
    /// Whether this process becomes a panel in the terminal, which starts the daemon.
    var usesTerminal = false
    /// Whether the daemon has several controls to try if there is no configuration.
    var demonstrates = false
    var simulates = false
    /// The file for a recording of the session.
    var recording: String?
    /// How the terminal shows pictures; `nil` for the best way that the terminal supports.
    var graphics: TerminalGraphics?
    var logLevel: Log.Level?

    struct Mistake: Error, Equatable {
        var message: String
    }

    init(_ arguments: some Collection<String>) throws(Mistake) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": task = .help
            case "--version": task = .version
            case "--check-config":
                task = .checkConfiguration(rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 })
                if case .checkConfiguration(.some) = task { rest.removeFirst() }
            case "--config": configuration = try Options.argument(of: option, &rest)
            case "--socket": socket = try Options.argument(of: option, &rest)
            case "--gpio":
                let lines = try Options.argument(of: option, &rest)
                do throws(GPIOArgumentProblem) {
                    _ = try Configuration.settings(withGPIO: lines)
                } catch {
                    throw Mistake(message: "\(error)")
                }
                gpio = lines
            case "--terminal": usesTerminal = true
            case "--demonstration": demonstrates = true
            case "--simulate": simulates = true
            case "--record-session": recording = try Options.argument(of: option, &rest)
            case "--replay-session": task = .replay(try Options.argument(of: option, &rest))
            case "--graphics":
                let name = try Options.argument(of: option, &rest)
                guard let way = TerminalGraphics(rawValue: name) else {
                    throw Mistake(message: "--graphics takes kitty, sixel or cells, not '\(name)'")
                }
                graphics = way
            case "--log-level":
                let name = try Options.argument(of: option, &rest)
                guard let level = Log.Level(name) else {
                    throw Mistake(message: "--log-level takes error, warning, info or debug, not '\(name)'")
                }
                logLevel = level
            case let word where !word.hasPrefix("-"):
                throw Mistake(message: "'\(word)' is not an option; a configuration is named with --config \(word)")
            default: throw Mistake(message: "unknown option '\(option)' (see wheeld --help)")
            }
        }
        if graphics != nil, !usesTerminal { throw Mistake(message: "--graphics needs --terminal") }
    }

    private static func argument(of option: String, _ rest: inout ArraySlice<String>) throws(Mistake) -> String {
        guard let argument = rest.popFirst(), !argument.isEmpty else {
            throw Mistake(message: "\(option) needs an argument (see wheeld --help)")
        }
        return argument
    }

    static let help = """
        wheeld turns rotary encoders and touchscreens into precision values on a socket.

        usage: wheeld [--config FILE] [--socket PATH] [--gpio A,B[,BUTTON]]
                      [--terminal [--graphics kitty|sixel|cells]] [--demonstration] [--simulate]
                      [--log-level error|warning|info|debug] [--record-session FILE]
               wheeld --check-config [FILE]
               wheeld --replay-session FILE
               wheeld --version | --help

          --config FILE          the configuration, instead of /etc/wheeld/wheeld.toml
          --socket PATH          where to listen, instead of the usual place
          --gpio A,B[,BUTTON]    an encoder on these lines, by name or number: the quickest way to try one
          --terminal             shows the panel in this terminal: the same as wheelctl panel --run
          --graphics WAY         how the terminal shows the panel: kitty, sixel or cells; instead of asking it
          --demonstration        without a configuration, runs with several controls to try
          --simulate             opens no device: clients send the events of every input (wheelctl feed)
          --log-level LEVEL      how much to log on standard error (info)
          --record-session FILE  records all that devices and clients do, for wheelctl replay and wheelctl report
          --replay-session FILE  the same as wheelctl replay FILE
          --check-config [FILE]  checks the configuration and lists every mistake

        Without any configuration there is one control, angle 0…90 °, on every knob and touchscreen; with
        --terminal or --demonstration there are four more to try: a frequency, an azimuth, a mode and a volume.

        Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.
        """
}
