import LinuxSystem
import WheelCore
import WheelScreen

/// The program `wheeld`, except its `main.swift`.
enum DaemonProgram {
    private enum Exit: Int32 {
        case asAsked = 0
        case couldNotGoOn = 1
        case wrongUsage = 2
        case wrongConfiguration = 78
    }

    static func main() -> Never { Program.exit(run(Program.arguments)) }

    /// Runs the program, and returns its exit status.
    static func run(_ arguments: [String]) -> Int32 {
        let options: Options
        do throws(Options.Mistake) {
            options = try Options(arguments)
        } catch {
            StandardError.say("wheeld: \(error.message)")
            return Exit.wrongUsage.rawValue
        }
        if let level = options.logLevel { Log.level = level }
        switch options.task {
        case .help:
            print(Options.help)
            return Exit.asAsked.rawValue
        case .version:
            print("wheeld \(Version.text)")
            return Exit.asAsked.rawValue
        case .checkConfiguration(let file): return check(file ?? options.configuration).rawValue
        case .replay(let file): return SessionPlayer.run(file)
        case .run where options.usesTerminal: return becomePanel(arguments).rawValue
        case .run: return serve(options).rawValue
        }
    }

    /// For `--terminal`: executes the panel, which starts wheeld as the daemon.
    private static func becomePanel(_ arguments: [String]) -> Exit {
        guard let path = OtherProgram.path(ofCompanion: "wheelctl") else {
            Log.error("--terminal: wheelctl is not installed")
            return .couldNotGoOn
        }
        let words = arguments.filter { !["--terminal", "--demonstration"].contains($0) }
        Log.error("--terminal: \(path): \(OtherProgram.become(path, ["panel", "--run"] + words))")
        return .couldNotGoOn
    }

    private static func check(_ file: String?) -> Exit {
        do throws(SettingsSource.Refusal) {
            guard let path = try SettingsSource.path(file) else {
                print("\(SettingsSource.usualFile): not found, so the daemon runs without a configuration")
                return .asAsked
            }
            var source = SettingsSource(file: path)
            let socket = try source.load().socket
            for unknown in UserDatabase.unknownAccounts(
                group: socket.group, writers: (socket.writers ?? []) + (socket.definers ?? []))
            {
                StandardError.say("\(path): \(unknown) (warning)")
            }
            print("\(ForeignText(path)): ok")
            return .asAsked
        } catch {
            return refused(error)
        }
    }

    /// After status 78 the service manager does not start wheeld again, so a transient problem has another status.
    private static func refused(_ refusal: SettingsSource.Refusal) -> Exit {
        for line in refusal.lines { StandardError.say(line) }
        return refusal.isTransient ? .couldNotGoOn : .wrongConfiguration
    }

    private static func serve(_ options: Options) -> Exit {
        Program.returnLargeMemory()
        var source = SettingsSource(
            file: options.configuration, gpio: options.gpio, demonstrates: options.demonstrates,
            simulates: options.simulates)
        let settings: Settings
        do throws(SettingsSource.Refusal) {
            settings = try source.load()
        } catch {
            return refused(error)
        }
        do {
            // The reader of the log may end, as in `wheeld 2>&1 | less`. A failed write must not end the daemon.
            Signal.ignore(.brokenPipe)
            // Any other thread could receive the signals, so they are blocked before another thread exists.
            let signals = try SignalDescriptor([.terminate, .interrupt, .hangup])
            let daemon = try Daemon(
                settings, source: source, socketOption: options.socket, notify: try NotifySocket())
            daemon.recordingPath = options.recording
            let handler = SignalHandler(
                daemon, signals, needsTerminal: Terminal.isTerminal(0) && !daemon.notify.isActive)
            _ = try daemon.loop.register(signals.descriptor, for: .readable, handler)
            try daemon.start()
            try daemon.run()
            return .asAsked
        } catch {
            Log.error("\(error)")
            return .couldNotGoOn
        }
    }
}
