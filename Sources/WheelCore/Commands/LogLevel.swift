/// The importance of a log message. As a setting, the level is a threshold: messages of this level and of more
/// important levels are logged.
public enum LogLevel: Int, Comparable, CaseIterable, Sendable {
    case error, warning, info, debug

    /// The level with this name, as `--log-level` accepts it.
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

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

extension Request {
    public static func logLevel(_ level: LogLevel) -> Request { Request(.logLevel, ["level": .text(level.name)]) }

    public var logLevel: LogLevel { needed("level", LogLevel(neededText("level"))) }
}
