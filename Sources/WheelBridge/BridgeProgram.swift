import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// The part of a bridge's program that differs from bridge to bridge.
package protocol BridgeProgram {
    associatedtype Settings: Equatable
    /// The name of the program, such as `wheel-midi`.
    static var name: String { get }
    static var help: String { get }
    /// The program's own options with an argument, such as `--port`.
    static var options: [String] { get }
    /// The program's own options without an argument.
    static var flags: [String] { get }

    /// Reads the settings from the file and from the options. If both have mistakes, the mistakes of the options are
    /// reported.
    static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> Settings
    /// Names a missing setting without which the program cannot run; `nil` if none is missing.
    static func lack(_ settings: Settings) -> String?
    /// Performs the task of an option such as `--link` instead of the program's work; `nil` without such an option.
    static func errand(_ settings: Settings, _ options: BridgeOptions) -> BridgeExit?
    /// Creates the runner, which does the program's work until `end` is called.
    static func runner(
        _ settings: Settings, _ options: BridgeOptions, _ loop: EventLoop
    ) throws(SystemError) -> any LoopRunner
}

/// A program with one connection to the daemon for all its peers. In `wheel-web` each visitor has its own connection.
package protocol PeerProgram: BridgeProgram {
    static func bridge(_ settings: Settings, _ loop: EventLoop) throws(SystemError) -> any Bridge
}

extension PeerProgram {
    package static func runner(
        _ settings: Settings, _ options: BridgeOptions, _ loop: EventLoop
    ) throws(SystemError) -> any LoopRunner {
        BridgeRunner(try bridge(settings, loop), Link(socket: options.socket, loop: loop), loop)
    }
}

/// A program's work. `finish` is called after `run`.
package protocol LoopRunner: Replaceable {
    var isEnding: Bool { get }
    /// Makes `run` return soon. Called when the program must end, or when the configuration has changed.
    func end()
    func run() throws(SystemError)
}

extension BridgeProgram {
    package static var flags: [String] { [] }

    package static func errand(_ settings: Settings, _ options: BridgeOptions) -> BridgeExit? { nil }

    package static func lack(_ settings: Settings) -> String? { nil }

    /// The argument of `--listen`, for all bridges that listen.
    package static func listener(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> ListeningPlace? {
        try argument(of: "--listen", options, takes: ListeningPlace.words) { ListeningPlace($0) }
    }

    /// The arguments of an option in their order; `nil` if the option was not given. `words` describes an argument in
    /// error messages, such as `HOST:PORT`.
    package static func arguments<Value>(
        of option: String, _ options: BridgeOptions, takes words: String, _ read: (String) -> Value?
    ) throws(BridgeFile.Refusal) -> [Value]? {
        guard let texts = options.all[option] else { return nil }
        var values: [Value] = []
        for text in texts {
            guard let value = read(text) else {
                throw BridgeFile.Refusal(usage: "\(name): \(option) takes \(words), not '\(ForeignText(text))'")
            }
            values.append(value)
        }
        return values
    }

    package static func argument<Value>(
        of option: String, _ options: BridgeOptions, takes words: String, _ read: (String) -> Value?
    ) throws(BridgeFile.Refusal) -> Value? { try arguments(of: option, options, takes: words, read)?.last }

    package static func port(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> UInt16? {
        try argument(of: "--port", options, takes: "a port from 1 to 65535") { HostPort.port($0) }
    }

    package static func main() -> Never { Program.exit(run(Program.arguments).rawValue) }

    package static func run(_ arguments: [String]) -> BridgeExit {
        let options: BridgeOptions
        do throws(BridgeOptions.Mistake) {
            options = try BridgeOptions(arguments, program: name, known: self.options, flags: flags)
        } catch {
            StandardError.say("\(name): \(error.message)")
            return .wrongUsage
        }
        if let level = options.logLevel { Log.level = level }
        switch options.task {
        case .help:
            print(help)
            return .asAsked
        case .version:
            print("\(name) \(Version.text)")
            return .asAsked
        case .checkConfiguration, .run: break
        }
        do throws(BridgeFile.Refusal) {
            let settings = try settings(options)
            guard options.task == .run else {
                let file = options.configuration ?? BridgeFile.presentFile
                print(
                    file.map { "\(ForeignText($0)): ok" }
                        ?? "\(BridgeFile.usual): not found, so \(name) runs without a configuration")
                if let lack = lack(settings) { print(lack) }
                return .asAsked
            }
            if let exit = errand(settings, options) { return exit }
            if let lack = lack(settings) { throw BridgeFile.Refusal(lines: ["\(name): \(lack)"]) }
            return serve(settings, options)
        } catch {
            for line in error.lines { StandardError.say(line) }
            return error.isUsage ? .wrongUsage : .wrongConfiguration
        }
    }

    private static func serve(_ settings: Settings, _ options: BridgeOptions) -> BridgeExit {
        var legacy: (any BridgeLegacy)?
        do {
            // If the reader of the log exits, the next log line must not end this program.
            Signal.ignore(.brokenPipe)
            let signals = try SignalDescriptor([.terminate, .interrupt, .hangup])
            let notify = try NotifySocket()
            let terminal = ControllingTerminal()
            var settings = settings
            while true {
                let loop = try EventLoop(eventsPerIteration: 16)
                defer { loop.end() }
                let runner = try runner(settings, options, loop)
                if let legacy { runner.consume(legacy) }
                legacy = nil
                var next: Settings?
                let handler = SignalHandler(signals) { signal in
                    guard signal == .hangup, !terminal.hasGone else {
                        next = nil
                        return runner.end()
                    }
                    guard !runner.isEnding else { return }
                    try? notify.reloading()
                    next = reload(options, from: settings)
                    if next == nil { try? notify.ready() } else { runner.end() }
                }
                _ = try loop.register(signals.descriptor, for: .readable, handler)
                try? notify.ready()
                try runner.run()
                runner.finish(isFollowed: next != nil)
                guard let following = next else { break }
                settings = following
                legacy = runner.legacy
            }
            try? notify.stopping()
            return .asAsked
        } catch {
            Log.error("\(error)")
            if let loss = legacy?.loss { Log.warning(loss) }
            return .couldNotGoOn
        }
    }

    /// Reads the configuration again. Returns `nil` if the settings are the same, or if the configuration has a
    /// mistake.
    private static func reload(_ options: BridgeOptions, from old: Settings) -> Settings? {
        do throws(BridgeFile.Refusal) {
            let new = try settings(options)
            if let lack = lack(new) { throw BridgeFile.Refusal(lines: ["\(name): \(lack)"]) }
            Log.info(new == old ? "the configuration is the same as before" : "the configuration has changed")
            return new == old ? nil : new
        } catch {
            for line in error.lines { Log.error(line) }
            Log.error("the configuration is refused, and nothing has changed")
            return nil
        }
    }
}

/// The exit status, for the shell and the service manager.
package enum BridgeExit: Int32 {
    case asAsked = 0
    case couldNotGoOn = 1
    case wrongUsage = 2
    case wrongConfiguration = 78
}

/// The terminal in which the program was started, if any. When the terminal closes, the program gets SIGHUP and must
/// end. Any other SIGHUP asks for a reload.
private struct ControllingTerminal {
    private let descriptor = [Int32(2), 0].first { Terminal.isTerminal($0) }

    var hasGone: Bool { descriptor.map { !Terminal.isTerminal($0) } ?? false }
}

private final class SignalHandler: EventHandler {
    private let signals: SignalDescriptor
    private let act: (Signal) -> Void

    init(_ signals: SignalDescriptor, _ act: @escaping (Signal) -> Void) {
        self.signals = signals
        self.act = act
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        while let signal = try? signals.next() { act(signal) }
    }
}
