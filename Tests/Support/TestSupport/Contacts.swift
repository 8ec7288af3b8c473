/// Simulates the contacts of a real encoder and its push button, from the hand to the edges that a chip reports.
///
/// A hand turns the shaft and pushes it. A contact that moves may bounce: it closes and opens several times, each time
/// for 20 µs to 0.9 ms, and in total for up to 5 ms. A closed contact pulls its line low at once. An open contact lets
/// the pull resistor charge the line, which takes some time. The chip then reports the edges of the lines: all of them,
/// or with the losses that real chips have.
///
/// All times are microseconds. The same seed makes the same edges.
public struct Contacts {
    public enum Line: Int, CaseIterable, Sendable {
        case a, b, button
    }

    public struct Edge: Equatable, Sendable {
        public var time: Int64
        public var line: Line
        public var isClosed: Bool
    }

    /// How contacts bounce.
    public struct Wear: Sendable, CustomStringConvertible {
        public var description: String
        /// In how many of ten moves a contact bounces.
        var bouncesInTen = 0
        /// `bounces` is how often the contact changes back, `length` how long each level lasts, and `longest` how long
        /// all bounces of a move take together at most.
        var bounces = 1...1
        var length: ClosedRange<Int64> = 20...20
        var longest: Int64 = 0
        /// The time that a line needs to reach its high level.
        var charging: Int64 = 0

        public static let none = Wear(description: "clean")
        /// The usual bounce of encoders in good state. Their data sheets allow 2 to 5 ms.
        public static let pec11 = Wear(
            description: "PEC11", bouncesInTen: 4, bounces: 1...4, length: 20...250, longest: 2000, charging: 5)
        public static let ec11 = Wear(
            description: "EC11, worn", bouncesInTen: 7, bounces: 1...8, length: 20...500, longest: 3000, charging: 40)
        /// A module with its own resistors of 10 kΩ, and with contacts of little force.
        public static let ky040 = Wear(
            description: "KY-040", bouncesInTen: 9, bounces: 1...14, length: 20...900, longest: 5000, charging: 10)
        public static let all = [pec11, ec11, ky040]
    }

    public enum Move: Sendable {
        /// Turns by this number of transitions, each of which takes `pace`.
        case turn(Int, pace: Int64)
        case press
        case release
        case pause(Int64)
        /// A contact of the shaft changes and changes back, as it may when the shaft is pushed.
        case flicker(Line)
    }

    /// The shaft's position, in transitions. At 0 both contacts are open, at 1 contact A is closed, at 2 both, at 3
    /// contact B.
    public private(set) var position: Int
    public private(set) var time: Int64 = 0
    private let wear: Wear
    private var generator: SeededGenerator
    /// For each line, every change of its contact in order of time, bounces included. The first entry is the state at
    /// the start. `edges` adds the charging of the line.
    private var moves: [[(time: Int64, isClosed: Bool)]] = [[], [], []]

    public init(_ wear: Wear, position: Int = 0, seed: UInt64) {
        self.wear = wear
        self.position = position
        generator = SeededGenerator(seed: seed)
        for line in Line.allCases { moves[line.rawValue].append((.min, Self.isClosed(line, at: position))) }
    }

    private static func isClosed(_ line: Line, at position: Int) -> Bool {
        switch line {
        case .a: [1, 2].contains(position & 3)
        case .b: [2, 3].contains(position & 3)
        case .button: false
        }
    }

    // MARK: The hand

    public mutating func perform(_ move: Move) {
        switch move {
        case .turn(let transitions, let pace):
            for _ in 0..<abs(transitions) {
                let before = position
                position += transitions.signum()
                let line: Line = Self.isClosed(.a, at: before) != Self.isClosed(.a, at: position) ? .a : .b
                bounce(line, to: Self.isClosed(line, at: position))
                time += pace
            }
        case .press: bounce(.button, to: true)
        case .release: bounce(.button, to: false)
        case .pause(let length): time += length
        case .flicker(let line):
            // Clean contacts do not flicker.
            guard wear.bouncesInTen > 0 else { return }
            let isClosed = moves[line.rawValue].last?.isClosed ?? false
            let length = Int64.random(in: 50...500, using: &generator)
            moves[line.rawValue].append((time, !isClosed))
            moves[line.rawValue].append((time + length, isClosed))
        }
    }

    private mutating func bounce(_ line: Line, to isClosed: Bool) {
        var moment = time
        moves[line.rawValue].append((moment, isClosed))
        guard generator.int(in: 1...10) <= wear.bouncesInTen else { return }
        for _ in 0..<generator.int(in: wear.bounces) {
            let away = Int64.random(in: wear.length, using: &generator)
            let back = Int64.random(in: wear.length, using: &generator)
            guard moment + away + back <= time + wear.longest else { return }
            moves[line.rawValue].append((moment + away, !isClosed))
            moves[line.rawValue].append((moment + away + back, isClosed))
            moment += away + back
        }
    }

    // MARK: The lines

    /// The edges of all lines, in the order of their times.
    public var edges: [Edge] {
        Line.allCases.flatMap(edges).sorted { ($0.time, $0.line.rawValue) < ($1.time, $1.line.rawValue) }
    }

    /// An opening is reported once the line is charged, unless the contact has closed again by then.
    private func edges(of line: Line) -> [Edge] {
        let moves = moves[line.rawValue]
        var level = moves[0].isClosed
        var edges: [Edge] = []
        for (index, move) in moves.enumerated().dropFirst() {
            let seen = move.isClosed ? move.time : move.time + wear.charging
            if index + 1 < moves.count, moves[index + 1].time <= seen { continue }
            if move.isClosed != level { edges.append(Edge(time: seen, line: line, isClosed: move.isClosed)) }
            level = move.isClosed
        }
        return edges
    }

    /// Whether a contact is closed at the start.
    public func isClosedAtStart(_ line: Line) -> Bool { moves[line.rawValue][0].isClosed }
}

/// Each function adds a fault that GPIO chips have.
extension [Contacts.Edge] {
    /// On average one of `times` pauses loses the last edge before the pause.
    public func losingLast(once times: Int, pause: Int64, _ generator: inout SeededGenerator) -> [Contacts.Edge] {
        enumerated().compactMap { index, edge in
            let isLast = index + 1 == count || self[index + 1].time - edge.time >= pause
            return isLast && edge.line != .button && generator.once(in: times) ? nil : edge
        }
    }

    /// Edges of a line that arrive while the previous edge is still being handled are merged with that edge.
    public func merging(within latency: Int64) -> [Contacts.Edge] {
        var kept: [Contacts.Edge] = []
        for edge in self {
            if let index = kept.lastIndex(where: { $0.line == edge.line }), edge.time - kept[index].time < latency {
                kept[index].isClosed = edge.isClosed
            } else {
                kept.append(edge)
            }
        }
        return kept
    }

    /// Sometimes, while the shaft turns, the processor is busy for this time. The edges that arrive meanwhile are
    /// handled in one interrupt, in the order of their lines, and get the time of their handling.
    public func delaying(for busy: Int64, once times: Int, _ generator: inout SeededGenerator) -> [Contacts.Edge] {
        var result: [Contacts.Edge] = []
        var index = 0
        while index < count {
            let end = self[index].time + busy
            let turns = index > 0 && self[index].time - self[index - 1].time < 10_000
            let isLate = turns && generator.once(in: times)
            let late = isLate ? self[index...].prefix { $0.time <= end } : self[index...index]
            index += late.count
            guard late.count > 1 else {
                result += late
                continue
            }
            for (place, edge) in late.sorted(by: { $0.line.rawValue < $1.line.rawValue }).enumerated() {
                result.append(Contacts.Edge(time: end + 2 * Int64(place), line: edge.line, isClosed: edge.isClosed))
            }
        }
        return result
    }
}
