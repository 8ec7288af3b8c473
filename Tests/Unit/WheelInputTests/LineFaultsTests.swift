import TestSupport
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

/// Checks all sequences of edges, of any length and in any directions, with up to two faults. The bounds that
/// docs/reliability.md promises are exact.
///
/// A shaft turns by one transition at a time, in either direction, and may pause at any time. The decoder is a finite
/// state machine, so the sequences need not be listed: a search visits each combination of the decoder's state, the
/// shaft's position and the faults so far once. The search terminates, because there are only finitely many
/// combinations.
///
/// Edges are 3 ms apart, longer than the debounce and shorter than the silence after which the levels are read.
struct LineFaultsTests {
    /// Each row: the transitions to a detent, `rest` if the contacts' levels at a detent are known, and the debounce in
    /// µs. The result has two numbers for each fault: by how many transitions the count differs at most from the shaft,
    /// first after a pause at a detent, then at any moment. `!` means that a detent may be counted in a direction in
    /// which the shaft has not turned since the previous detent.
    @Test(
        arguments: table(
            """
            4 rest 0    -> none 0 3, lost 4 7, dropped 4 7, merged 0 3, bounced 0 3, swapped 4 7
            4 any 0     -> none 0 2, lost 4 6 !, dropped 4 6 !, merged 0 2, bounced 0 2, swapped 4 6
            2 rest 0    -> none 0 1, lost 4 5 !, dropped 4 5 !, merged 0 1, bounced 0 1, swapped 4 5 !
            2 any 0     -> none 0 1, lost 4 5 !, dropped 4 5 !, merged 0 1, bounced 0 1, swapped 4 5 !
            1 rest 2000 -> none 0 0, lost 4 4 !, dropped 4 4 !, merged 0 0, bounced 0 0, swapped 4 4 !
            1 any 2000  -> none 0 0, lost 4 4 !, dropped 4 4 !, merged 0 0, bounced 0 0, swapped 4 4 !
            1 rest 0    -> none 0 0, lost 4 4 !, dropped 4 4 !, merged 0 0, bounced 0 0 !, swapped 4 4 !
            """))
    func noSequenceCostsMore(_ row: Row) {
        let (transitions, showsRest, debounce) = (Int(number(row.words[0])), row.words[1] == "rest", row.words[2])
        for rest in EncoderRest.allCases where (rest != .any) == showsRest {
            var search = Search(transitions, rest, debounce: Interval(microseconds: Int64(number(debounce))))
            search.run()
            #expect(search.written == row.output, "rest \(rest.rawValue), \(search.visited) states")
            #expect(search.costlyPairs == [], "rest \(rest.rawValue)")
        }
    }

    /// The decoder survives edges with impossible times and numbers.
    @Test func edgesAtTheEndsOfTimeAndOfTheirNumbers() {
        #expect(
            counterexample("edges with extreme times and numbers", seed: 61) { generator in
                let sink = Sink()
                let merger = InputMerger(index: 0, receiver: sink)
                let debounce = Interval(microseconds: generator.pick([0, 2000, 10_000]))
                var decoder = LineDecoder(
                    encoder: QuadratureDecoder(debounce: debounce, a: false, b: false),
                    button: Debouncer(interval: .milliseconds(20), level: false), buttonNumber: 0)
                for _ in 0..<generator.int(in: 1...30) {
                    let times: [Int64] = [.min, -1, 0, 1, 5000, 1 << 62, .max - 1, .max]
                    var edges = (0..<generator.int(in: 1...3)).map { _ in
                        LineEdge(
                            time: Instant(microseconds: generator.pick(times)),
                            role: generator.pick(LineRole.allCases),
                            sequence: generator.pick([0, 1, 2, .max - 1, .max]),
                            requestSequence: generator.pick([0, 1, 2, 1 << 31, .max - 1, .max]),
                            isClosed: .random(using: &generator))
                    }
                    let levels = generator.once(in: 2) ? LineLevels() : nil
                    edges.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { levels } }
                    let now = Instant(microseconds: generator.pick(times))
                    decoder.wake(at: now, merger: merger)
                    if decoder.wantsLook(at: now) { decoder.look(levels, at: now, merger: merger) }
                    guard decoder.deadline.map({ $0 > now || decoder.wantsLook(at: $0) }) ?? true else {
                        return "it waits for a time that has passed"
                    }
                }
                return sink.units.magnitude <= 120 * 180 ? nil : "\(sink.units) units"
            } == nil)
    }
}

private final class Sink: InputReceiver {
    /// The units of each turn since `take`.
    private(set) var turns: [Int] = []
    private(set) var units = 0

    func receive(_ event: InputEvent, from input: Int, at time: Instant) {
        guard case .turned(let turned, _) = event else { return }
        turns.append(turned)
        units += turned
    }

    func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }

    func take() -> [Int] {
        defer { turns.removeAll(keepingCapacity: true) }
        return turns
    }
}

private enum Fault: Int, CaseIterable, Comparable {
    /// The chip does not report the edge at all.
    case lost
    /// The edge did not fit into the kernel's buffer: the number of the line's next edge shows the gap.
    case dropped
    /// The line changes back before the kernel has handled the first change, and the kernel reports only the last
    /// level.
    case merged
    /// The contact closes, opens and closes.
    case bounced
    /// One interrupt reports two edges of a turn, and handles the line of the later edge first.
    case swapped

    static func < (left: Fault, right: Fault) -> Bool { left.rawValue < right.rawValue }
}

private struct Search {
    /// Everything on which the following states depend.
    private struct Place: Hashable {
        /// The index of the encoder's state in `encoders`. Everything else in the `LineDecoder` is the same before each
        /// step.
        var encoder = 0
        /// The shaft's transitions from the first rest, modulo 4, the length of a cycle.
        var phase = 0
        /// The counted detents minus the detents that the shaft has turned, in transitions.
        var away = 0
        /// Whether the shaft has turned forwards, and backwards, since the last detent that was counted.
        var hasTurned = [false, false]
        /// The edges of each line that were dropped since the line's last delivered edge.
        var gaps: [UInt32] = [0, 0]
        var faults: [Fault] = []
    }

    private struct Node {
        var decoder: LineDecoder
        var time: Int64
        /// The number of the last edge of each line.
        var numbers: [UInt32] = [0, 0]
        var place = Place()
    }

    /// The largest errors that a set of faults causes: after a pause at a detent, and at any moment.
    private struct Cost: Equatable {
        var atRest = 0
        var anywhere = 0
        var isAstray = false
    }

    private let transitions: Int
    /// The place of the first rest in the cycle of the contacts.
    private let start: Int
    private let sink = Sink()
    private let merger: InputMerger
    private var encoders: [QuadratureDecoder] = []
    private var seen: Set<Place> = []
    private var open: [Node] = []
    private var costs: [[Fault]: Cost] = [:]

    private static let pace: Int64 = 3000
    private static let sameInterrupt: Int64 = 2
    private static let mostFaults = 2

    init(_ transitions: Int, _ rest: EncoderRest, debounce: Interval) {
        self.transitions = transitions
        start = [.open, .a, .closed, .b].firstIndex(of: rest) ?? 0
        merger = InputMerger(index: 0, receiver: sink)
        var levels = LineLevels()
        for role in [LineRole.a, .b] { levels[role] = Self.isClosed(role, at: start) }
        let encoder = QuadratureDecoder(
            transitionsPerDetent: transitions, rest: rest, debounce: debounce, a: levels[.a], b: levels[.b])
        let decoder = LineDecoder(encoder: encoder, button: nil, buttonNumber: 0, levels: levels)
        visit(Node(decoder: decoder, time: 0))
    }

    var visited: Int { seen.count }

    mutating func run() {
        while let node = open.popLast() {
            pause(node)
            for way in [1, -1] {
                turn(node, way, nil)
                guard node.place.faults.count < Self.mostFaults else { continue }
                for fault in Fault.allCases { turn(node, way, fault) }
            }
        }
    }

    var written: String {
        let alone = Fault.allCases.map { ("\($0)", cost($0)) }
        return ([("none", costs[[]] ?? Cost())] + alone).map { name, cost in
            "\(name) \(cost.atRest) \(cost.anywhere)\(cost.isAstray ? " !" : "")"
        }.joined(separator: ", ")
    }

    /// The pairs of faults whose errors are larger than the sum of the two single errors.
    var costlyPairs: [String] {
        let none = costs[[]]?.anywhere ?? 0
        return costs.compactMap { faults, both in
            guard faults.count == 2 else { return nil }
            let (first, second) = (cost(faults[0]), cost(faults[1]))
            let isAlone = first.atRest == 0 || second.atRest == 0
            let isFair =
                both.atRest <= first.atRest + second.atRest
                && both.anywhere <= first.anywhere + second.anywhere - none
                && (!both.isAstray || !isAlone || first.isAstray || second.isAstray)
            return isFair ? nil : "\(faults[0]) and \(faults[1]): \(both)"
        }.sorted()
    }

    private func cost(_ fault: Fault) -> Cost { costs[[fault]] ?? Cost() }

    // MARK: Steps

    /// Turns the shaft by a transition, or by two if the fault concerns two edges.
    private mutating func turn(_ before: Node, _ way: Int, _ fault: Fault?) {
        var node = before
        if let fault { node.place.faults = (node.place.faults + [fault]).sorted() }
        node.time += Self.pace
        let role = move(&node, way)
        let level = isClosed(role, node)
        var edges: [LineEdge] = []
        switch fault {
        case nil: edges = [edge(role, level, &node)]
        case .lost: break
        case .dropped:
            node.numbers[role.rawValue] += 1
            node.place.gaps[role.rawValue] += 1
        case .merged:
            _ = move(&node, -way)
            edges = [edge(role, !level, &node)]
        case .bounced:
            for (place, isClosed) in [level, !level, level].enumerated() {
                edges.append(edge(role, isClosed, after: Int64(place) * 100, &node))
            }
        case .swapped:
            let other = move(&node, way)
            edges = [
                edge(other, isClosed(other, node), &node), edge(role, level, after: Self.sameInterrupt, &node),
            ]
        }
        var levels = LineLevels()
        for role in [LineRole.a, .b] { levels[role] = isClosed(role, node) }
        edges.withUnsafeMutableBufferPointer { node.decoder.apply($0, merger: merger) { levels } }
        node.decoder.wake(at: Instant(microseconds: node.time + Self.pace - 1), merger: merger)
        arrive(node)
    }

    /// The shaft pauses until nothing is due any more.
    private mutating func pause(_ before: Node) {
        var node = before
        var levels = LineLevels()
        for role in [LineRole.a, .b] { levels[role] = isClosed(role, node) }
        while let due = node.decoder.deadline {
            node.decoder.wake(at: due, merger: merger)
            if node.decoder.wantsLook(at: due) { node.decoder.look(levels, at: due, merger: merger) }
            node.time = max(node.time, due.microseconds)
        }
        arrive(node, isPaused: true)
    }

    /// Moves the shaft by one transition. Returns the line that changes.
    private func move(_ node: inout Node, _ way: Int) -> LineRole {
        let was = Self.isClosed(.a, at: start + node.place.phase)
        node.place.phase = (node.place.phase + way) & 3
        node.place.away -= way
        node.place.hasTurned[way > 0 ? 0 : 1] = true
        return Self.isClosed(.a, at: start + node.place.phase) == was ? .b : .a
    }

    private func edge(_ role: LineRole, _ level: Bool, after: Int64 = 0, _ node: inout Node) -> LineEdge {
        node.numbers[role.rawValue] += 1
        node.place.gaps[role.rawValue] = 0
        return LineEdge(
            time: Instant(microseconds: node.time + after), role: role, sequence: node.numbers[role.rawValue],
            isClosed: level)
    }

    private func isClosed(_ role: LineRole, _ node: Node) -> Bool {
        Self.isClosed(role, at: start + node.place.phase)
    }

    private static func isClosed(_ role: LineRole, at position: Int) -> Bool {
        // At the places 1 and 2 of the cycle A is closed, at 2 and 3 B.
        (position + (role == .a ? 1 : 0)) & 2 != 0
    }

    // MARK: Accounts

    private mutating func arrive(_ arrived: Node, isPaused: Bool = false) {
        var node = arrived
        var cost = costs[node.place.faults] ?? Cost()
        for units in sink.take() {
            node.place.away += units * transitions / QuadratureDecoder.unitsPerDetent
            if !node.place.hasTurned[units > 0 ? 0 : 1] { cost.isAstray = true }
            node.place.hasTurned = [false, false]
        }
        let away = abs(node.place.away)
        cost.anywhere = max(cost.anywhere, away)
        if isPaused, node.place.phase % transitions == 0 { cost.atRest = max(cost.atRest, away) }
        costs[node.place.faults] = cost
        visit(node)
    }

    private mutating func visit(_ visited: Node) {
        var node = visited
        guard let encoder = node.decoder.encoder else { return }
        node.place.encoder = encoders.firstIndex(of: encoder) ?? encoders.count
        if node.place.encoder == encoders.count { encoders.append(encoder) }
        if seen.insert(node.place).inserted { open.append(node) }
    }
}
