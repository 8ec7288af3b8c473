import TestSupport
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

/// Every kind of encoder, turned by the same hand with clean contacts and with contacts that bounce, flicker and wear:
/// the panel changes in the same way and order.
struct ContactTests {
    struct Kind: CustomStringConvertible, Sendable {
        var transitions: Int
        var rest = EncoderRest.open
        var isDetentless = false
        var debounce: Interval
        var detentsPerStep: Int

        /// If `debounce` is nil, the kind has the configuration's default.
        init(
            _ transitions: Int, rest: EncoderRest = .open, isDetentless: Bool = false, debounce: Int64? = nil,
            detentsPerStep: Int = 1
        ) {
            self.transitions = transitions
            self.detentsPerStep = detentsPerStep
            self.rest = rest
            self.isDetentless = isDetentless
            self.debounce =
                debounce.map(Interval.init(microseconds:))
                ?? GPIOEncoderSettings.usualDebounce(
                    detents: 24, transitionsPerDetent: transitions, isDetentless: isDetentless)
        }

        var description: String {
            "\(transitions) to a detent, rest \(rest.rawValue)\(isDetentless ? ", without detents" : ""), "
                + "\(detentsPerStep) detents to a step, debounce \(debounce.microseconds) µs"
        }

        /// The position at which the shaft rests at first, in transitions.
        var position: Int { [.open, .a, .closed, .b].firstIndex(of: rest) ?? 0 }

        var input: InputSettings {
            let encoder = GPIOEncoderSettings(
                a: .offset(0), b: .offset(1), transitionsPerDetent: transitions, rest: rest, debounce: debounce)
            return InputSettings(
                name: "knob", source: .gpio(GPIOSettings(encoder: encoder, button: .offset(2))), controls: [0],
                detentsPerStep: detentsPerStep, isDetentless: isDetentless,
                bindings: ButtonBindings(double: .emit, long: .emit))
        }
    }

    /// Kinds whose step needs several detents: a bounce that counted as a detent back would restart the step.
    static let grouped =
        EncoderRest.allCases.flatMap { rest in
            [4, 2].flatMap { transitions in
                [2, 3].map { Kind(transitions, rest: rest, debounce: 0, detentsPerStep: $0) }
            }
        } + [Kind(1, detentsPerStep: 2), Kind(4, debounce: 2000, detentsPerStep: 2)]

    static let kinds =
        grouped + EncoderRest.allCases.flatMap { rest in [4, 2].map { Kind($0, rest: rest) } }
        + [Kind(1), Kind(4, isDetentless: true), Kind(2, isDetentless: true), Kind(10, isDetentless: true)]
        + [1000, 2000, 5000].flatMap { debounce in
            [
                Kind(4, debounce: debounce), Kind(2, debounce: debounce), Kind(4, rest: .any, debounce: debounce),
                Kind(1, debounce: debounce), Kind(4, isDetentless: true, debounce: debounce),
            ]
        }

    /// The actions of a hand in some seconds. Pauses are longer than any bounce.
    private static func moves(_ kind: Kind, _ generator: inout SeededGenerator) -> [Contacts.Move] {
        var moves: [Contacts.Move] = []
        for _ in 0..<12 {
            let transitions = generator.int(in: 1...6) * kind.transitions * (generator.once(in: 2) ? 1 : -1)
            let turn = Contacts.Move.turn(transitions, pace: Int64(generator.int(in: 12_000...40_000)))
            let line = generator.pick([Contacts.Line.a, .b])
            switch generator.int(in: 1...5) {
            case 1, 2: moves += [turn]
            case 3: moves += [.press, .pause(60_000), .flicker(line), .pause(60_000), .release]
            case 4: moves += [.press, .pause(80_000), turn, .pause(80_000), .release]
            default: moves += [.press, .pause(100_000), .release, .pause(150_000), .press, .pause(100_000), .release]
            }
            moves.append(.pause(Int64(generator.int(in: 900_000...1_500_000))))
        }
        return moves
    }

    @Test(arguments: kinds) func wornContactsAreAsGoodAsCleanOnes(_ kind: Kind) throws {
        let problem = try counterexample("contacts", seed: 31, cases: 12) { generator in
            let moves = Self.moves(kind, &generator)
            let clean = try Self.played(moves, kind, .none, seed: 0)
            let wear = generator.pick(Contacts.Wear.all)
            let worn = try Self.played(moves, kind, wear, seed: generator.next())
            return worn.changes == clean.changes ? nil : "\(wear): \(worn.changes)\nnot\n\(clean.changes)"
        }
        #expect(problem == nil, "\(problem ?? "")")
    }

    /// Without a debounce every change counts: bounce turns the encoder forth and back, and each reversal discards the
    /// step that has begun.
    @Test(arguments: [
        Kind(1, debounce: 0), Kind(4, isDetentless: true, debounce: 0), Kind(1, debounce: 0, detentsPerStep: 2),
    ])
    func withoutItsDebounceBounceIsSeen(_ kind: Kind) throws {
        var generator = SeededGenerator(seed: 35)
        let moves = [Contacts.Move.turn(24, pace: 20_000), .pause(1_000_000)]
        let clean = try Self.played(moves, kind, .none, seed: 0)
        let worn = try Self.played(moves, kind, .ky040, seed: generator.next())
        #expect(worn.changes != clean.changes)
    }

    /// If the chip loses the last edge of a turn, the decoder reads the levels again. The loss of a turn's only edge
    /// would go unnoticed, so each turn has at least two.
    @Test(arguments: kinds) func aLostLastEdgeCostsNothing(_ kind: Kind) throws {
        let problem = try counterexample("lost last edges", seed: 32, cases: 12) { generator in
            var moves: [Contacts.Move] = []
            for _ in 0..<20 {
                let least = kind.transitions == 1 ? 2 : 1
                moves.append(.turn(kind.transitions * least * generator.pick([1, 2, -1, -3]), pace: 3000))
                moves.append(.pause(Int64(generator.int(in: 30_000...900_000))))
            }
            let clean = try Self.played(moves, kind, .none, seed: 0)
            var choices = SeededGenerator(seed: generator.next())
            let lossy = try Self.played(moves, kind, .none, seed: 0) {
                $0.losingLast(once: 3, pause: 20_000, &choices)
            }
            guard lossy.count == clean.count else { return "\(lossy.count), not \(clean.count)" }
            return lossy.dropped > 0 ? nil : "none was lost"
        }
        #expect(problem == nil, "\(problem ?? "")")
    }

    /// The kernel merges the edges of a bounce that are less than 100 µs apart.
    @Test(arguments: kinds) func mergedBounceCostsNothing(_ kind: Kind) throws {
        let problem = try counterexample("merged bounce", seed: 33, cases: 6) { generator in
            let moves = Self.moves(kind, &generator)
            let clean = try Self.played(moves, kind, .none, seed: 0)
            let worn = try Self.played(moves, kind, .ec11, seed: generator.next()) { $0.merging(within: 100) }
            return worn.changes == clean.changes ? nil : "\(worn.changes)\nnot\n\(clean.changes)"
        }
        #expect(problem == nil, "\(problem ?? "")")
    }

    /// An optical encoder of 400 pulses at ten turns a second, on a processor that is sometimes busy for a moment, but
    /// never at a reversal. One interrupt then reports several edges.
    @Test(arguments: [Kind(4, debounce: 0), Kind(10, isDetentless: true, debounce: 0)])
    func edgesOfOneInterruptTurnOn(_ kind: Kind) throws {
        let problem = try counterexample("one interrupt", seed: 34, cases: 10) { generator in
            let moves: [Contacts.Move] = [
                .turn(4000, pace: 62), .pause(50_000), .turn(-2000, pace: 62), .pause(50_000), .turn(800, pace: 90),
            ]
            var choices = SeededGenerator(seed: generator.next())
            let played = try Self.played(moves, kind, .none, seed: 0) {
                $0.delaying(for: 100, once: 20, &choices)
            }
            let clean = try Self.played(moves, kind, .none, seed: 0)
            return played.count == clean.count ? nil : "\(played.count), not \(clean.count)"
        }
        #expect(problem == nil, "\(problem ?? "")")
    }

    private struct Outcome {
        var changes: String
        var count: Int
        var dropped: Int
    }

    /// Plays the edges as a hub does, which wakes the decoder at its deadlines and reads the levels for it.
    private static func played(
        _ moves: [Contacts.Move], _ kind: Kind, _ wear: Contacts.Wear, seed: UInt64,
        chip: ([Contacts.Edge]) -> [Contacts.Edge] = { $0 }
    ) throws -> Outcome {
        var contacts = Contacts(wear, position: kind.position, seed: seed)
        for move in moves { contacts.perform(move) }
        let instrument = try Instrument(inputs: [kind.input])
        instrument.keepsChanges = true
        guard case .gpio(let settings) = kind.input.source else { preconditionFailure() }
        var levels = LineLevels()
        for line in Contacts.Line.allCases { levels[line.role] = contacts.isClosedAtStart(line) }
        let merger = InputMerger(index: 0, receiver: instrument)
        var decoder = LineDecoder(
            settings, isDetentless: kind.isDetentless, buttonDebounce: .milliseconds(20), levels, merger)
        var physical = contacts.edges[...]
        func wake(until time: Instant) {
            while let due = decoder.deadline, due <= time {
                while let edge = physical.first, edge.time <= due.microseconds {
                    levels[edge.line.role] = edge.isClosed
                    physical.removeFirst()
                }
                decoder.wake(at: due, merger: merger)
                if decoder.wantsLook(at: due) { decoder.look(levels, at: due, merger: merger) }
            }
        }
        var numbers: [LineRole: UInt32] = [:]
        var reported = chip(contacts.edges)[...]
        while let first = reported.first {
            // The edges of one interrupt are read together. An edge at the time of a deadline is read before the
            // deadline is handled.
            let together = reported.prefix { $0.time - first.time < 10 }
            reported = reported.dropFirst(together.count)
            wake(until: Instant(microseconds: first.time - 1))
            var batch = together.map { edge in
                numbers[edge.line.role, default: 0] += 1
                return LineEdge(
                    time: Instant(microseconds: edge.time), role: edge.line.role,
                    sequence: numbers[edge.line.role, default: 0], isClosed: edge.isClosed)
            }
            batch.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { levels } }
        }
        let end = Instant(microseconds: contacts.time + 3_000_000)
        wake(until: end)
        instrument.pass(until: end)
        let changes = instrument.changeLines.map { $0.drop { $0 != " " }.dropFirst() }.joined(separator: ", ")
        return Outcome(changes: changes, count: instrument.count, dropped: instrument.dropped)
    }
}

extension Contacts.Line {
    fileprivate var role: LineRole {
        switch self {
        case .a: .a
        case .b: .b
        case .button: .button
        }
    }
}
