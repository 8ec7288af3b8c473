import WheelCore
import WheelWire

/// Times, counted in the rows of a table.
///
/// The rows begin at 0, 10, 15, 20, 30, 50, 70, 100, 150, … microseconds. These limits are the same in every
/// measurement, so that measurements can be compared row by row.
struct Histogram {
    private var times: [Int64] = []

    struct Row: Equatable {
        var from: Int64
        var to: Int64
        var count: Int
    }

    private static let limits: [Int64] = {
        var limits: [Int64] = [0]
        var decade: Int64 = 10
        while decade < 1_000_000_000 {
            limits += [10, 15, 20, 30, 50, 70].map { $0 * decade / 10 }
            decade *= 10
        }
        return limits + [.max]
    }()
    private static let widestBar = 40

    mutating func add(_ time: Interval) { times.append(max(0, time.microseconds)) }

    var count: Int { times.count }

    /// The time that this fraction of the times does not exceed, in microseconds; 0 if no time was added.
    func quantile(_ fraction: Double) -> Int64 {
        let sorted = times.sorted()
        return sorted.isEmpty ? 0 : sorted[max(0, Int((Double(sorted.count) * fraction).rounded(.up)) - 1)]
    }

    var rows: [Row] {
        let limits = Self.limits
        let rows = zip(limits, limits.dropFirst()).map { from, to in
            Row(from: from, to: to, count: times.count { (from..<to).contains($0) })
        }
        guard let first = rows.firstIndex(where: { $0.count > 0 }), let last = rows.lastIndex(where: { $0.count > 0 })
        else { return [] }
        return Array(rows[first...last])
    }

    /// A line with the quantiles, and a line with a bar for each row.
    func lines(_ title: String) -> [String] {
        let marks: [(String, Double)] = [("min", 0), ("median", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("max", 1)]
        let quantiles = marks.map { "\($0) \(quantile($1))" }.joined(separator: ", ")
        var table = TextTable()
        let most = rows.map(\.count).max() ?? 1
        for row in rows {
            // Even a single time has a visible bar.
            let bar = String(repeating: "#", count: (row.count * Self.widestBar + most - 1) / most)
            table.add(["  from \(row.from) µs", "\(row.count)", bar])
        }
        return ["\(title), \(count) values: \(quantiles) µs"] + table.lines
    }

    var json: String {
        let rows = rows.map { "{\"from\":\($0.from),\"to\":\($0.to),\"count\":\($0.count)}" }.joined(separator: ",")
        return "{\"count\":\(count),\"min\":\(quantile(0)),\"median\":\(quantile(0.5)),\"p90\":\(quantile(0.9)),"
            + "\"p99\":\(quantile(0.99)),\"max\":\(quantile(1)),\"rows\":[\(rows)]}"
    }
}
