import LinuxSystem

/// The options of a bridge's command line: those that all bridges share, and the bridge's own options by name.
package struct BridgeOptions: Equatable {
    package enum Task: Equatable {
        case run
        case checkConfiguration
        case version
        case help
    }

    package private(set) var task = Task.run
    /// `nil`: the usual file, if it exists.
    package private(set) var configuration: String?
    package private(set) var socket: String?
    package private(set) var logLevel: Log.Level?
    /// The arguments of the bridge's own options. If an option was given several times, its last argument counts.
    package var own: [String: String] { all.compactMapValues(\.last) }
    /// All arguments of the bridge's own options, in their order.
    package private(set) var all: [String: [String]] = [:]

    package struct Mistake: Error, Equatable {
        package var message: String
    }

    /// Which of the bridge's own options without an argument were given.
    package private(set) var flags: Set<String> = []

    /// `known` are the bridge's own options with an argument, such as `--port`. `flags` are the options without an
    /// argument.
    package init(
        _ arguments: [String], program: String, known: [String], flags knownFlags: [String] = []
    ) throws(Mistake) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": task = .help
            case "--version": task = .version
            case "--check-config":
                task = .checkConfiguration
                if let file = rest.first, !file.hasPrefix("-") { configuration = rest.removeFirst() }
            case "--config": configuration = try Self.argument(of: option, program, &rest)
            case "--socket": socket = try Self.argument(of: option, program, &rest)
            case "--log-level":
                let name = try Self.argument(of: option, program, &rest)
                guard let level = Log.Level(name) else {
                    throw Mistake(message: "--log-level takes error, warning, info or debug, not '\(name)'")
                }
                logLevel = level
            case let word where knownFlags.contains(word): flags.insert(word)
            case let word where known.contains(word):
                all[word, default: []].append(try Self.argument(of: word, program, &rest))
            case let word where !word.hasPrefix("-"):
                throw Mistake(message: "'\(word)' is not an option (see \(program) --help)")
            default: throw Mistake(message: "unknown option '\(option)' (see \(program) --help)")
            }
        }
    }

    private static func argument(
        of option: String, _ program: String, _ rest: inout ArraySlice<String>
    ) throws(Mistake) -> String {
        guard let argument = rest.popFirst(), !argument.isEmpty else {
            throw Mistake(message: "\(option) needs an argument (see \(program) --help)")
        }
        return argument
    }

    /// The lines of `--help` about the options that all bridges share.
    package static let help = """
          --config FILE          the configuration, instead of \(BridgeFile.usual)
          --socket PATH          the daemon's socket, instead of the usual place
          --log-level LEVEL      how much to log on standard error: error, warning, info or debug (info)
          --check-config [FILE]  checks the configuration and lists every mistake
          --version, --help
        """
}
