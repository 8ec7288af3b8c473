import LinuxSystem
import WheelClient
import WheelGeometry
import WheelProtocol
import WheelSettings
import WheelText

/// What is particular to the program of one bridge.
package protocol BridgeProgram {
    associatedtype Settings
    /// As `wheel-midi`.
    static var name: String { get }
    static var help: String { get }
    /// Its own options, as `--port`. Each has an argument.
    static var options: [String] { get }

    /// The settings of the file, with the options.
    static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> Settings
    static func bridge(_ settings: Settings, _ loop: EventLoop) throws(SystemError) -> any Bridge
}

extension BridgeProgram {
    /// Runs the program, and exits with its status.
    package static func main() -> Never { Program.exit(run(Program.arguments).rawValue) }

    package static func run(_ arguments: [String]) -> BridgeExit {
        let options: BridgeOptions
        do throws(BridgeOptions.Mistake) {
            options = try BridgeOptions(arguments, program: name, known: self.options)
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
                        ?? "\(BridgeFile.usual): not there, so \(name) runs without a configuration")
                return .asAsked
            }
            return serve(settings, options)
        } catch {
            for line in error.lines { StandardError.say(line) }
            return error.isUsage ? .wrongUsage : .wrongConfiguration
        }
    }

    private static func serve(_ settings: Settings, _ options: BridgeOptions) -> BridgeExit {
        do {
            // The reader of the log may leave.
            Signal.ignore(.brokenPipe)
            let signals = try SignalDescriptor([.terminate, .interrupt])
            let loop = try EventLoop(eventsPerIteration: 16)
            let bridge = try bridge(settings, loop)
            let runner = BridgeRunner(bridge, Link(socket: options.socket, loop: loop), loop)
            let ending = EndingSignal(runner, signals)
            _ = try loop.register(signals.descriptor, for: .readable, ending)
            let notify = try NotifySocket()
            try? notify.ready()
            try runner.run()
            try? notify.stopping()
            return .asAsked
        } catch {
            Log.error("\(error)")
            return .couldNotGoOn
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

private final class EndingSignal: EventHandler {
    private let runner: BridgeRunner
    private let signals: SignalDescriptor

    init(_ runner: BridgeRunner, _ signals: SignalDescriptor) {
        self.runner = runner
        self.signals = signals
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        if (try? signals.next()) != nil { runner.end() }
    }
}
