internal import Glibc
internal import Synchronization
internal import WheelText

/// Says on standard error what happens: one event, one line, one write(2), whichever thread it comes from. It never waits
/// for a reader.
///
/// Where standard error is the journal, a line begins with its level as `<N>`, which journald reads; elsewhere with the
/// program's name and the level's.
public enum Log {
    public enum Level: Int, Comparable, CaseIterable, Sendable {
        case error, warning, info, debug

        /// By its name, as in `--log-level`.
        public init?(_ name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        public var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .info: "info"
            case .debug: "debug"
            }
        }

        /// The priority of syslog(3).
        var priority: Int32 {
            switch self {
            case .error: LOG_ERR
            case .warning: LOG_WARNING
            case .info: LOG_INFO
            case .debug: LOG_DEBUG
            }
        }

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    enum Style: Hashable, Sendable {
        case journal
        case plain(program: String)
    }

    /// What is said: this and what is more important. At first `.info`.
    public static var level: Level {
        get { Level(rawValue: currentLevel.load(ordering: .relaxed)) ?? .info }
        set { currentLevel.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// The text is not even made where its level is not said.
    public static func error(_ text: @autoclosure () -> String) { say(.error, text) }
    public static func warning(_ text: @autoclosure () -> String) { say(.warning, text) }
    public static func info(_ text: @autoclosure () -> String) { say(.info, text) }
    public static func debug(_ text: @autoclosure () -> String) { say(.debug, text) }

    /// The same, where the level is found out.
    public static func say(_ level: Level, _ text: @autoclosure () -> String) { say(level, text) }

    /// Keeps lines back while standard error shows something else: the terminal is full of a picture. Of more than two
    /// hundred the oldest are forgotten.
    public static func hold() { held.withLock { $0 = $0 ?? [] } }

    /// Says what was kept back, and from now on everything at once.
    public static func release() {
        let lines = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for line in lines { write(line) }
    }

    private static func say(_ level: Level, _ text: () -> String) {
        guard level <= self.level else { return }
        let line = line(level, text(), style)
        let isHeld = held.withLock { held in
            guard held != nil else { return false }
            held?.append(line)
            if let count = held?.count, count > mostHeld { held?.removeFirst(count - mostHeld) }
            return true
        }
        if !isHeld { write(line) }
    }

    /// Writes a line. If the write would have to wait, the line is lost; the next line that is written says how many
    /// were.
    private static func write(_ line: String) {
        let lost = lostLines.exchange(0, ordering: .relaxed)
        let text =
            lost == 0 ? line : Self.line(.warning, "\(lost) lines of the log were lost: nobody read them", style) + line
        var bytes = Array(text.utf8)
        if bytes.count > LogOutput.longestLine {
            bytes.removeSubrange((LogOutput.longestLine - cut.count)...)
            bytes += cut
        }
        if !bytes.withUnsafeBufferPointer(output.write) { lostLines.add(lost + 1, ordering: .relaxed) }
    }

    /// The line with its end. What comes from outside, such as a device's name, cannot begin another line or steer
    /// the terminal.
    static func line(_ level: Level, _ text: String, _ style: Style) -> String {
        let start =
            switch style {
            case .journal: "<\(level.priority)>"
            case .plain(let program): "\(program): \(level.name): "
            }
        return ForeignText(start + text).line + "\n"
    }

    /// systemd.exec(5): `JOURNAL_STREAM` holds device and inode of the journal's socket, and counts only if standard
    /// error is that: whoever redirects it leaves the variable behind.
    static func style(journalStream: String?, standardError: FileStatus?, program: String) -> Style {
        guard let journalStream, let identity = standardError?.identity,
            journalStream == "\(identity.device):\(identity.inode)"
        else { return .plain(program: program) }
        return .journal
    }

    /// Found out at the first line.
    private static let style = style(
        journalStream: Environment.value(of: "JOURNAL_STREAM"),
        standardError: try? FileStatus(number: STDERR_FILENO),
        program: CommandLine.arguments.first.map(FilePath.name) ?? "wheeld"
    )
}

/// Opened at the first line.
private let output = LogOutput()
private let lostLines = Atomic<Int>(0)
/// How a line ends that is too long.
private let cut = Array(" …\n".utf8)
private let mostHeld = 200
/// Nil while lines are said at once.
private let held = Mutex<[String]?>(nil)
private let currentLevel = Atomic<Int>(Log.Level.info.rawValue)
