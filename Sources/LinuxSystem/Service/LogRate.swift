internal import WheelCore

/// Limits how many lines one call site may log: many at once, such as the warnings about a new configuration, but few
/// in the long run (`Budget.logLines`). Without the limit, a client that repeats a request could fill the disk and bury
/// all other lines.
struct LogRate {
    private static let cost = Int64(1_000_000 / Budget.logLines.perSecond)
    private static let full = Int64(Budget.logLines.atOnce) * cost

    /// The unused budget for lines, in microseconds. Each line uses `cost`, and time restores the budget up to `full`.
    private var room = LogRate.full
    private var last: Instant?
    private var leftOut = 0

    /// Returns how many lines were left out directly before this line; `nil` if this line is left out too.
    mutating func admit(at now: Instant) -> Int? {
        if let last { room = min(room + (now - last).microseconds, LogRate.full) }
        last = now
        guard room >= LogRate.cost else {
            leftOut += 1
            return nil
        }
        room -= LogRate.cost
        defer { leftOut = 0 }
        return leftOut
    }
}

struct LogSite: Hashable {
    private let file: Int
    private let line: UInt

    init(_ file: StaticString, _ line: UInt) {
        self.file = Int(bitPattern: file.utf8Start)
        self.line = line
    }
}
