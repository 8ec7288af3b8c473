import LinuxSystem
import WheelCore
import WheelInput
import WheelWire

/// Replays the recording of a session at full speed, with the daemon's own code: it neither opens a device nor waits.
///
/// The text is read line by line, since the indices that a line may have depend on the entries before it. A recording
/// that a crash or a power cut has cut short is replayed up to its last whole line. A report of `wheelctl report`
/// contains a recording, which is replayed in the same way.
struct SessionPlayer {
    static let title = "wheeld-session 1"
    static let reportTitle = "wheeld-report 1"

    private var lines: Substring
    /// The number of the last line that was read.
    private var number = 0
    /// Whether the last entry is the end of the daemon.
    private var isWhole = false

    init(_ text: String) { lines = text[...] }

    /// Replays everything. `tap` gets the lines that clients got.
    mutating func play(_ tap: @escaping (UnsafeRawBufferPointer) -> Void) throws(RecordingProblem) {
        do throws(RecordingProblem) {
            var line = nextLine()
            let isReport = line == Self.reportTitle[...]
            while isReport, let next = line, next != Self.title { line = nextLine() }
            guard line == Self.title[...] else {
                throw RecordingProblem(
                    message: isReport
                        ? "the report contains no session: wheelctl report --session FILE adds one"
                        : "is no recording of a session: its first line is not '\(Self.title)'")
            }
            let daemon = try start(tap)
            while let next = nextLine() {
                var line = try SessionLine(next)
                if !line.joins { daemon.publishChanges() }
                let entry = try SessionEntry(&line, daemon)
                isWhole = if case .end = entry { true } else { false }
                daemon.replay(entry, at: line.time)
            }
            daemon.publishChanges()
            daemon.server?.flush(at: daemon.now)
        } catch {
            throw RecordingProblem(line: max(number, 1), message: error.message)
        }
    }

    /// The daemon with the recorded settings and state, without devices, displays and clients.
    private mutating func start(_ tap: @escaping (UnsafeRawBufferPointer) -> Void) throws(RecordingProblem) -> Daemon {
        var (options, configuration, state) = (try start("options"), try start("configuration"), try start("state"))
        let document = Array(state.rest().utf8)
        do {
            let chosen = try Options(try options.list(0...10))
            var source = SettingsSource(
                gpio: chosen.gpio, demonstrates: chosen.demonstrates, simulates: chosen.simulates)
            let settings = try source.ownSettings(try configuration.configuration())
            let daemon = try Daemon(settings, source: source, socketOption: nil, notify: try NotifySocket())
            daemon.startReplay(try document.withUnsafeBytes { try StateDocument(reading: $0) }, tap: tap)
            return daemon
        } catch let problem as RecordingProblem {
            throw problem
        } catch let refusal as SettingsSource.Refusal {
            throw RecordingProblem(refusal)
        } catch let mistake as Options.Mistake {
            throw RecordingProblem(message: mistake.message)
        } catch let problem as StateProblem {
            throw RecordingProblem(message: "the state cannot be read: \(problem.message)")
        } catch {
            throw RecordingProblem(message: "\(error)")
        }
    }

    private mutating func start(_ word: String) throws(RecordingProblem) -> SessionLine {
        guard let line = nextLine(), line.hasPrefix("\(word) ") else {
            throw RecordingProblem(message: "this line does not begin with '\(word)'")
        }
        return try SessionLine(line, hasTime: false)
    }

    /// The next line that is neither a comment nor empty. A last line without its newline was not written completely.
    private mutating func nextLine() -> Substring? {
        while let end = lines.utf8.firstIndex(of: UInt8(ascii: "\n")) {
            let line = lines[..<end]
            lines = lines[lines.utf8.index(after: end)...]
            number += 1
            if let start = line.utf8.first, start != UInt8(ascii: "#") { return line }
        }
        return nil
    }

    /// Performs `wheeld --replay-session`. Returns the exit status.
    static func run(_ path: String) -> Int32 {
        // The replay prints events. The log of the recorded session is not printed again.
        Log.level = .error
        var output: [UInt8] = []
        // A reader that has ended, as in `| head`, is not a fault of the recording, so a failed write is ignored.
        func flush() {
            let standardOutput = Descriptor(owning: 1)
            try? standardOutput.writeAll(output)
            _ = standardOutput.release()
            output.removeAll(keepingCapacity: true)
        }
        defer { flush() }
        do {
            // A report of `wheelctl report` is longer than the session that it contains, so the limit is doubled.
            let text = String(decoding: try NamedFile.read(path, limit: SessionFile.longest * 2), as: UTF8.self)
            var player = SessionPlayer(text)
            try player.play { line in
                output.append(contentsOf: line)
                if output.count > 1 << 16 { flush() }
            }
            if !player.isWhole { StandardError.say("\(path): the recording ends before the daemon did") }
            return 0
        } catch let problem as RecordingProblem {
            StandardError.say("\(path): \(problem)")
        } catch {
            StandardError.say("\(path): cannot be read: \(error)")
        }
        return 1
    }
}
