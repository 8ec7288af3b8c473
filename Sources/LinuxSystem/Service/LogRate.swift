internal import WheelCore

/// How many lines one place of the program may log: many at once, as the warnings of a new configuration, but few in the long run
/// (`Budget.logLines`). A client that repeats a request would otherwise fill the disk, and hide all other lines.
struct LogRate {
    private static let cost = Int64(1_000_000 / Budget.logLines.perSecond)
    private static let full = Int64(Budget.logLines.atOnce) * cost

    /// In microseconds; each line takes `cost` of them.
    private var room = LogRate.full
    private var last: Instant?
    private var leftOut = 0

    /// Returns how many lines have been left out before this one; `nil` if this one is left out, too.
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

/// A place in the source.
struct LogSite: Hashable {
    private let file: Int
    private let line: UInt

    init(_ file: StaticString, _ line: UInt) {
        self.file = Int(bitPattern: file.utf8Start)
        self.line = line
    }
}
