/// The positions that an axis reported while it was turned clockwise.
struct PositionTrace: Equatable {
    let code: String
    private(set) var values: [Int]

    /// The positions of the axis that was moved farthest; `nil` if no axis reported at least three positions.
    static func longest(in events: [(code: String, value: Int)]) -> PositionTrace? {
        var traces: [PositionTrace] = []
        for (code, value) in events where isPosition(code) {
            if let index = traces.firstIndex(where: { $0.code == code }) {
                traces[index].values.append(value)
            } else {
                traces.append(PositionTrace(code: code, values: [value]))
            }
        }
        return traces.filter { $0.values.count >= 3 }.max { $0.way < $1.way }
    }

    /// Excludes the separate axes of fingers on a surface, and ABS_MISC, which reports whether a finger is on a ring.
    private static func isPosition(_ code: String) -> Bool {
        code.hasPrefix("ABS_") && !code.hasPrefix("ABS_MT_") && code != "ABS_MISC"
    }

    private var moves: [Int] { zip(values.dropFirst(), values).map { $0 - $1 } }

    private var span: Int { (values.max() ?? 0) - (values.min() ?? 0) }

    /// The moves without jumps to the other end. A jump is a move over more than half of the span.
    private var steps: [Int] { moves.filter { 2 * abs($0) <= span } }

    private var way: Int { steps.reduce(0) { $0 + abs($1) } }

    var isFalling: Bool { steps.reduce(0, +) < 0 }

    /// Whether the axis jumped to its other end. Such a jump has the opposite direction of the other moves.
    var wraps: Bool { moves.contains { 2 * abs($0) > span && ($0 < 0) != isFalling } && steps.count >= 3 }

    var places: Int { Set(values).count }
}
