import TestSupport
import Testing
import WheelCore
import WheelModel

/// Input: `+@300` closes the line's contact at 300 µs, `-@300` opens it, `wake@300` is a wake-up. The line starts open.
/// Output, one word for each: `on@300` and `off@300` are accepted levels, `until300` is the deadline, `.` is nothing.
@Suite("Debounce: a level is accepted once it has been stable") struct DebouncerTests {
    @Test(
        "With 5000 µs",
        arguments: table(
            """
            +@0 wake@5000                    -> until5000 on@5000
            +@0 wake@4999 wake@5000          -> until5000 until5000 on@5000
            +@0 -@300 wake@5000              -> until5000 . .               # a glitch
            +@0 -@300 +@500 wake@5500        -> until5000 . until5500 on@5500
            +@0 +@400 wake@5400              -> until5000 until5400 on@5400 # the edge between them was lost
            +@0 wake@5000 -@6000 wake@11000  -> until5000 on@5000 until11000 off@11000
            +@0 wake@5000 -@6000 +@6100 wake@20000 -> until5000 on@5000 until11000 . .
            +@0 wake@9000                    -> until5000 on@5000           # late: the same edge and time
            +@0 -@5000                       -> until5000 on@5000,until10000  # an edge before the wake-up
            +@0 -@9000 wake@14000            -> until5000 on@5000,until14000 off@14000
            +@0 +@9000                       -> until5000 on@5000
            -@0                              -> .                           # it was open all the time
            wake@0                           -> .
            +@9000 -@100 wake@5100           -> until14000 . .              # time ran backwards
            +@9000 +@100 wake@5100           -> until14000 until5100 on@5100
            +@9223372036854775807 wake@9223372036854775807 -> until9223372036854775807 on@9223372036854775807
            """))
    func settling(_ row: Row) {
        #expect(played(row, interval: Interval(microseconds: 5000)) == row.output)
    }

    @Test(
        "With none, or a negative interval, every edge is accepted at once", arguments: [0, -5000],
        table(
            """
            +@0 -@1 +@2                      -> on@0 off@1 on@2
            +@7 +@8 wake@9                   -> on@7 . .
            """))
    func without(_ microseconds: Int64, _ row: Row) {
        #expect(played(row, interval: Interval(microseconds: microseconds)) == row.output)
    }

    @Test("A level that was read from the line is accepted at once")
    func reading() {
        var debouncer = Debouncer(interval: .milliseconds(5), level: false)
        _ = debouncer.edge(level: true, at: Instant(microseconds: 0))
        debouncer.reset(to: true)
        #expect(debouncer.level)
        #expect(debouncer.deadline == nil)
    }

    @Test("Levels are accepted exactly where the line was stable, woken in time, late, or never")
    func stability() {
        let problem = counterexample("debounced levels", seed: 42) { generator in
            let interval = generator.int(in: 1...50)
            var (raw, time, isFirst) = (false, 0, true)
            var edges: [(level: Bool, time: Int)] = []
            for _ in 0..<generator.int(in: 1...30) {
                time += generator.int(in: isFirst ? 0...99 : 1...99)
                isFirst = false
                if !generator.once(in: 8) { raw.toggle() }  // if it is the same level again, an edge was lost
                edges.append((raw, time))
            }
            let expected = stable(edges, interval: interval)
            for isWoken in [true, false] {
                let got = debounced(edges, interval: interval, isWoken: isWoken)
                guard got == expected else { return "\(interval) \(edges) woken \(isWoken): \(got), not \(expected)" }
            }
            return nil
        }
        #expect(problem == nil)
    }
}

/// By definition, an edge is accepted if its level is new and no edge follows within the interval.
private func stable(_ edges: [(level: Bool, time: Int)], interval: Int) -> [String] {
    var level = false
    return edges.indices.compactMap { index in
        let (edge, next) = (edges[index], index + 1 < edges.count ? edges[index + 1].time : .max)
        guard next - edge.time >= interval, edge.level != level else { return nil }
        level = edge.level
        return "\(level ? "on" : "off")@\(edge.time + interval)"
    }
}

private func debounced(_ edges: [(level: Bool, time: Int)], interval: Int, isWoken: Bool) -> [String] {
    var debouncer = Debouncer(interval: Interval(microseconds: Int64(interval)), level: false)
    var result: [Debouncer.Edge?] = []
    for edge in edges {
        let time = Instant(microseconds: Int64(edge.time))
        if isWoken, let deadline = debouncer.deadline, deadline < time { result.append(debouncer.wake(at: deadline)) }
        result.append(debouncer.edge(level: edge.level, at: time))
    }
    result.append(debouncer.wake(at: Instant(microseconds: .max)))
    return result.compactMap { $0 }.map(written)
}

private func played(_ row: Row, interval: Interval) -> String {
    var debouncer = Debouncer(interval: interval, level: false)
    return row.words.map { word in
        let parts = word.split(separator: "@")
        let time = Instant(microseconds: Int64(parts[1]) ?? 0)
        let edge = parts[0] == "wake" ? debouncer.wake(at: time) : debouncer.edge(level: parts[0] == "+", at: time)
        let deadline = debouncer.deadline.map { "until\($0.microseconds)" }
        let told = [edge.map(written), deadline].compactMap { $0 }
        return told.isEmpty ? "." : told.joined(separator: ",")
    }.joined(separator: " ")
}

private func written(_ edge: Debouncer.Edge) -> String {
    "\(edge.level ? "on" : "off")@\(edge.time.microseconds)"
}
