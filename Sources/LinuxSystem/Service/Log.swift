internal import Glibc
internal import Synchronization
public import WheelCore

/// Writes messages to standard error, from any thread. Each message is a line that is written with one call. The log
/// never waits for a reader.
///
/// If standard error is the journal, a line begins with its level as `<N>`, which journald reads. Otherwise a line
/// begins with the name of the program and the name of the level.
public enum Log {
    public typealias Level = LogLevel

    enum Style: Hashable, Sendable {
        case journal
        case plain(program: String)
    }

    /// Messages of this level and of more important levels are written. The default is `.info`.
    public static var level: Level {
        get { Level(rawValue: currentLevel.load(ordering: .relaxed)) ?? .info }
        set { currentLevel.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// `text` is not evaluated if messages of this level are not written, or if this call site has logged too many
    /// lines.
    public static func error(_ text: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
        say(.error, LogSite(file, line), text)
    }

    public static func warning(_ text: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
        say(.warning, LogSite(file, line), text)
    }

    public static func info(_ text: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
        say(.info, LogSite(file, line), text)
    }

    /// Logs without a limit on the number of lines.
    public static func debug(_ text: @autoclosure () -> String) { say(.debug, nil, text) }

    public static func say(
        _ level: Level, _ text: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
    ) {
        say(level, LogSite(file, line), text)
    }

    private static func say(_ level: Level, _ site: LogSite?, _ text: () -> String) {
        guard level <= self.level else { return }
        if let site {
            let leftOut = rates.withLock { $0[site, default: LogRate()].admit(at: MonotonicClock.now) }
            guard let leftOut else { return }
            if leftOut > 0 { write(line(level, "\(leftOut) lines like the next one were left out", style)) }
        }
        write(line(level, text(), style))
    }

    /// Writes a line. If the write would block, the line is lost. The next line that is written reports how many lines
    /// were lost.
    private static func write(_ line: String) {
        let lost = lostLines.exchange(0, ordering: .relaxed)
        let text =
            lost == 0 ? line : Self.line(.warning, "\(lost) log lines were lost: nothing read them", style) + line
        var bytes = Array(text.utf8)
        if bytes.count > LogOutput.longestLine {
            bytes.removeSubrange((LogOutput.longestLine - cut.count)...)
            bytes += cut
        }
        if !bytes.withUnsafeBufferPointer(output.write) { lostLines.add(lost + 1, ordering: .relaxed) }
    }

    /// The line with its newline. Text from outside the program, such as a device's name, cannot begin another line or
    /// send control sequences to the terminal.
    static func line(_ level: Level, _ text: String, _ style: Style) -> String {
        let start =
            switch style {
            case .journal: "<\(level.priority)>"
            case .plain(let program): "\(program): \(level.name): "
            }
        return ForeignText(start + text).line + "\n"
    }

    /// systemd.exec(5): `JOURNAL_STREAM` contains the device and inode of the journal's socket. Standard error is
    /// compared with that socket, since a redirection leaves the variable unchanged.
    static func style(journalStream: String?, standardError: FileStatus?, program: String) -> Style {
        guard let journalStream, let identity = standardError?.identity,
            journalStream == "\(identity.device):\(identity.inode)"
        else { return .plain(program: program) }
        return .journal
    }

    private static let style = style(
        journalStream: Environment.value(of: "JOURNAL_STREAM"),
        standardError: try? FileStatus(number: STDERR_FILENO),
        program: Program.name ?? "wheeld"
    )
}

extension LogLevel {
    /// The priority of syslog(3).
    fileprivate var priority: Int32 {
        switch self {
        case .error: LOG_ERR
        case .warning: LOG_WARNING
        case .info: LOG_INFO
        case .debug: LOG_DEBUG
        }
    }
}

/// The output, which is opened when the first line is written.
private let output = LogOutput()
private let lostLines = Atomic<Int>(0)
/// The text that replaces the end of a line that is too long.
private let cut = Array(" …\n".utf8)
private let rates = Mutex<[LogSite: LogRate]>([:])
private let currentLevel = Atomic<Int>(Log.Level.info.rawValue)
