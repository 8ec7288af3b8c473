import LinuxSystem
import WheelCore
import WheelWire

/// Replays the recording of a session at full speed, with the daemon's own code: it neither opens a device nor waits.
///
/// The text is read line by line, since only the instrument at that moment can tell which indices a line may have. A
/// recording that a crash or a power cut has cut short is replayed up to its last whole line. A report of `wheelctl
/// report` contains a recording, which is replayed in the same way.
struct SessionPlayer {
    private var lines: Substring
    /// The number of the last line that was read.
    private var number = 0
    /// Whether the recording ends as the daemon did.
    private(set) var isWhole = false

    static let reportTitle = "wheeld-report 1"

    init(_ text: String) { lines = text[...] }

    /// Replays everything. `tap` gets the lines that clients got.
    mutating func play(_ tap: @escaping (UnsafeRawBufferPointer) -> Void) throws(SessionProblem) {
        do throws(SessionProblem) {
            try playLines(tap)
        } catch {
            var problem = error
            problem.line = max(number, 1)
            throw problem
        }
    }

    private mutating func playLines(_ tap: @escaping (UnsafeRawBufferPointer) -> Void) throws(SessionProblem) {
        try findTitle()
        var start = SessionStart()
        var line = nextLine()
        while let next = line, try start.read(next) { line = nextLine() }
        let daemon = try Self.daemon(start)
        daemon.startReplay(start.state, tap: tap)
        while let next = line {
            try play(next, daemon)
            line = nextLine()
        }
        daemon.endReplay()
    }

    private mutating func findTitle() throws(SessionProblem) {
        var line = nextLine()
        let isReport = line.map { $0 == Self.reportTitle } ?? false
        while isReport, let next = line, next != SessionStart.title { line = nextLine() }
        guard line.map({ $0 == SessionStart.title }) ?? false else {
            throw SessionProblem(
                isReport
                    ? "the report contains no session: wheelctl report --session FILE adds one"
                    : "is no recording of a session: its first line is not '\(SessionStart.title)'")
        }
    }

    private static func daemon(_ start: SessionStart) throws(SessionProblem) -> Daemon {
        let options: Options
        do throws(Options.Mistake) {
            options = try Options(start.options)
        } catch {
            throw SessionProblem(error.message)
        }
        var source = SettingsSource(
            gpio: options.gpio, demonstrates: options.demonstrates, simulates: options.simulates)
        let settings: Settings
        do throws(SettingsSource.Refusal) {
            settings = try source.ownSettings(start.configuration?.loaded)
        } catch {
            throw SessionProblem(error)
        }
        do {
            return try Daemon(settings, source: source, socketOption: nil, notify: try NotifySocket())
        } catch {
            throw SessionProblem("\(error)")
        }
    }

    private mutating func play(_ line: Substring, _ daemon: Daemon) throws(SessionProblem) {
        var words = SessionWords(line)
        let time = try words.time()
        let joins = words.skips("+")
        let entry = try SessionEntry(&words, daemon.instrument)
        isWhole = entry == .end
        try daemon.replay(entry, at: time, joins: joins)
    }

    /// The next line, without comments and empty lines. A last line without its newline was not written completely.
    private mutating func nextLine() -> Substring? {
        while let end = lines.utf8.firstIndex(of: UInt8(ascii: "\n")) {
            let line = lines[..<end]
            lines = lines[lines.utf8.index(after: end)...]
            number += 1
            if let start = line.utf8.first, start != UInt8(ascii: "#") { return line }
        }
        return nil
    }

    // MARK: The program

    /// `wheeld --replay-session`. Returns the exit status.
    static func run(_ path: String) -> Int32 {
        // The log of that time is not repeated.
        Log.level = .error
        do throws(Errno) {
            // A report is longer than its session.
            let text = String(decoding: try NamedFile.read(path, limit: SessionFile.longest * 2), as: UTF8.self)
            var player = SessionPlayer(text)
            let output = BufferedOutput()
            do throws(SessionProblem) {
                try player.play { output.append($0) }
            } catch {
                output.flush()
                StandardError.say("\(path): line \(error.line): \(error.message)")
                return 1
            }
            output.flush()
            if !player.isWhole { StandardError.say("\(path): the recording ends before the daemon did") }
            return 0
        } catch {
            StandardError.say("\(path): cannot be read: \(error)")
            return 1
        }
    }
}

/// Standard output, written in large parts.
private final class BufferedOutput {
    private var bytes: [UInt8] = []

    func append(_ line: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: line)
        if bytes.count > 1 << 16 { flush() }
    }

    /// A reader that has ended, as in `| head`, is no problem of the recording.
    func flush() {
        let output = Descriptor(owning: 1)
        try? output.writeAll(bytes)
        _ = output.release()
        bytes.removeAll(keepingCapacity: true)
    }
}
