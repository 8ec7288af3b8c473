import TestSupport
import Testing
import WheelCore
import WheelModel

@Suite("Quadrature: random walks") struct QuadraturePropertyTests {
    /// These encoders have a known state of the contacts at a detent.
    private static let aligned = EncoderRest.allCases.filter { $0 != .any }
    private static let encoders = [4, 2, 1].flatMap { transitions in aligned.map { (transitions, $0) } }

    @Test(
        "100 000 edges with bounce: the detents are exact after each",
        arguments: encoders, [false, true])
    func bounce(_ encoder: (transitionsPerDetent: Int, rest: EncoderRest), _ isReversed: Bool) {
        let transitionsPerDetent = encoder.transitionsPerDetent
        let problem = counterexample("bouncing edges, \(encoder)", seed: 51, cases: 1) { generator in
            var walk = QuadratureWalk(transitionsPerDetent: transitionsPerDetent, rest: encoder.rest)
            var decoder = QuadratureDecoder(
                transitionsPerDetent: transitionsPerDetent, rest: encoder.rest, isReversed: isReversed, a: walk.a,
                b: walk.b)
            var units = 0
            for number in 0..<100_000 {
                let edge = walk.step(&generator)
                for bounce in 0...(2 * generator.int(in: 0...3)) {
                    let level = bounce.isMultiple(of: 2) ? edge.level : !edge.level
                    units += decoder.edge(edge.line, level: level, at: Instant(microseconds: Int64(number)))
                }
                let expected = walk.detents * (isReversed ? -120 : 120)
                guard units == expected else { return "edge \(number): \(units) units, not \(expected)" }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("Reversed 1 000 times, an encoder of any rest loses no detent", arguments: [4, 2, 1], EncoderRest.allCases)
    func reversals(_ transitionsPerDetent: Int, _ rest: EncoderRest) {
        let problem = counterexample("reversals at \(rest)", seed: 59, cases: 1) { generator in
            var walk = QuadratureWalk(transitionsPerDetent: transitionsPerDetent, rest: rest)
            var decoder = QuadratureDecoder(
                transitionsPerDetent: transitionsPerDetent, rest: rest, a: walk.a, b: walk.b)
            var (units, isForward) = (0, true)
            for turn in 0..<1000 {
                // At `any` the shaft may stop a transition before or after its detent.
                let slack = rest == .any && transitionsPerDetent == 4 ? generator.int(in: -1...1) : 0
                let goal = walk.detents + generator.int(in: 1...3) * (isForward ? 1 : -1)
                while walk.position != goal * transitionsPerDetent + slack {
                    let isAhead = walk.position < goal * transitionsPerDetent + slack
                    let edge = walk.step(forward: isAhead)
                    for level in [edge.level, !edge.level, edge.level] {
                        units += decoder.edge(edge.line, level: level, at: Instant(microseconds: Int64(turn)))
                    }
                }
                guard units == goal * 120 else { return "turn \(turn): \(units) units, not \(goal * 120)" }
                isForward.toggle()
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("With a debounce, the detents are exact too, whether woken in time or not", arguments: [true, false])
    func debounced(_ isWoken: Bool) {
        let problem = counterexample("debounced walks, woken \(isWoken)", seed: 52) { generator in
            let transitionsPerDetent = generator.pick([4, 2, 1])
            let interval = generator.int(in: 1...10_000)
            var walk = QuadratureWalk(transitionsPerDetent: transitionsPerDetent)
            var decoder = QuadratureDecoder(
                transitionsPerDetent: transitionsPerDetent, debounce: Interval(microseconds: Int64(interval)),
                a: false, b: false)
            var (units, time) = (0, 0)
            for _ in 0..<generator.int(in: 1...24) {
                let edge = walk.step(&generator)
                for bounce in 0...(2 * generator.int(in: 0...3)) {
                    time += generator.int(in: 0...(interval - 1))
                    let level = bounce.isMultiple(of: 2) ? edge.level : !edge.level
                    units += decoder.edge(edge.line, level: level, at: Instant(microseconds: Int64(time)))
                }
                time += interval + generator.int(in: 0...5)
                if isWoken { units += decoder.wake(at: Instant(microseconds: Int64(time))) }
            }
            units += decoder.wake(at: Instant(microseconds: Int64(time)))
            guard decoder.deadline == nil else { return "still waiting" }
            return units == walk.detents * 120 ? nil : "\(units) units after \(walk.detents) detents"
        }
        #expect(problem == nil)
    }

    @Test("A shaft that turns faster than its debounce loses nothing if each contact rests for an eighth of it")
    func fasterThanTheDebounce() {
        let problem = counterexample("walks faster than their debounce", seed: 57) { generator in
            let transitionsPerDetent = generator.pick([4, 2, 1])
            let eighth = generator.int(in: 1...1250)
            var walk = QuadratureWalk(transitionsPerDetent: transitionsPerDetent)
            var decoder = QuadratureDecoder(
                transitionsPerDetent: transitionsPerDetent, debounce: Interval(microseconds: Int64(8 * eighth)),
                a: false, b: false)
            var (units, time) = (0, 0)
            var last = QuadratureLine.b
            for _ in 0..<generator.int(in: 1...60) {
                let edge = walk.step(&generator)
                // The shaft rests before it reverses.
                if edge.line == last { time += 8 * eighth }
                last = edge.line
                for bounce in 0...(2 * generator.int(in: 0...3)) {
                    time += generator.int(in: 0...(eighth - 1))
                    let level = bounce.isMultiple(of: 2) ? edge.level : !edge.level
                    units += decoder.edge(edge.line, level: level, at: Instant(microseconds: Int64(time)))
                }
                time += generator.int(in: eighth...(9 * eighth))
            }
            units += decoder.wake(at: Instant(microseconds: Int64(time + 8 * eighth)))
            return units == walk.detents * 120 ? nil : "\(units) units after \(walk.detents) detents"
        }
        #expect(problem == nil)
    }

    @Test("A disturbance of both lines that is shorter than an eighth of the debounce interval gives no units")
    func disturbance() {
        let problem = counterexample("disturbed lines", seed: 58) { generator in
            let transitionsPerDetent = generator.pick([4, 2, 1])
            var decoder = QuadratureDecoder(
                transitionsPerDetent: transitionsPerDetent, debounce: Interval(microseconds: 8000), a: false, b: false)
            var (units, time) = (0, 0)
            for _ in 0..<generator.int(in: 1...20) {
                let (first, second) = generator.pick([(QuadratureLine.a, QuadratureLine.b), (.b, .a)])
                // Both contacts change in quadrature order. Without a debounce this would count as a detent.
                for (line, level) in [(first, true), (second, true), (first, false), (second, false)] {
                    units += decoder.edge(line, level: level, at: Instant(microseconds: Int64(time)))
                    time += generator.int(in: 0...999)
                }
                time += generator.int(in: 0...20_000)
            }
            units += decoder.wake(at: Instant(microseconds: Int64(time + 8000)))
            return units == 0 ? nil : "\(units) units"
        }
        #expect(problem == nil)
    }

    @Test(
        "At most one lost edge per detent: an error of at most four transitions for each, and no drift afterwards",
        arguments: [Recovery.none, .levelsAtTheGap, .levelsAfterTheNextEdge])
    func lostEdges(_ recovery: Recovery) {
        let problem = counterexample("lost edges, \(recovery)", seed: 53) { generator in
            var hand = LossyHand(generator.pick([4, 2, 1]), generator.pick(Self.aligned), recovery)
            for _ in 0..<generator.int(in: 1...40) { hand.turn(&generator, losing: true) }
            guard hand.isWithinBounds else { return "\(hand)" }
            hand.turnToRest(&generator)
            guard hand.isWithinBounds else { return "\(hand)" }
            let distance = hand.distance
            for _ in 0..<generator.int(in: 1...40) { hand.turn(&generator, losing: false) }
            hand.turnToRest(&generator)
            return hand.distance == distance ? nil : "drifted from \(distance): \(hand)"
        }
        #expect(problem == nil)
    }

    @Test(
        "One lost edge in each detent, in one direction: nothing is lost if levels are read again",
        arguments: [Recovery.levelsAtTheGap, .levelsAfterTheNextEdge])
    func oneWay(_ recovery: Recovery) {
        let problem = counterexample("one lost edge in each detent, \(recovery)", seed: 54) { generator in
            var hand = LossyHand(4, generator.pick(Self.aligned), recovery)
            let isForward = Bool.random(using: &generator)
            for _ in 0..<generator.int(in: 1...8) {
                let lost = generator.int(in: 0...3)
                // No edge of the second detent is lost, so that no two lost edges are adjacent.
                for step in 0..<8 { hand.turn(forward: isForward, isLost: step == lost) }
            }
            return hand.distance == 0 ? nil : "\(hand)"
        }
        #expect(problem == nil)
    }

    @Test("Without detents the units are exact at every transition, so that forth and back agree, at any division")
    func detentless() {
        let problem = counterexample("forth and back without detents", seed: 55) { generator in
            let transitionsPerDetent = generator.pick([1, 3, 4, 7, 100, 121, 1023, 1024])
            var walk = QuadratureWalk(transitionsPerDetent: 1)
            var decoder = QuadratureDecoder(
                transitionsPerDetent: transitionsPerDetent, isDetentless: true, a: false, b: false)
            var units = 0
            for _ in 0..<generator.int(in: 1...200) {
                let edge = walk.step(&generator)
                units += decoder.edge(edge.line, level: edge.level, at: Instant(microseconds: 0))
                let exact = Double(walk.position) * 120 / Double(transitionsPerDetent)
                guard Double(units) == exact.rounded(.down) else { return "\(units) at \(walk.position)" }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("For any input it never traps, and never returns more than a detent per transition")
    func anything() {
        let problem = counterexample("random edges, levels and times", seed: 56) { generator in
            let isDetentless = generator.once(in: 3)
            var decoder = QuadratureDecoder(
                transitionsPerDetent: isDetentless ? generator.int(in: 1...1024) : generator.pick([4, 2, 1]),
                rest: generator.pick(EncoderRest.allCases), isDetentless: isDetentless,
                isReversed: .random(using: &generator),
                debounce: Interval(microseconds: generator.pick([0, 1, 10_000, .max, .min])),
                a: .random(using: &generator), b: .random(using: &generator))
            var (units, transitions) = (0, 0)
            for _ in 0..<generator.int(in: 1...60) {
                let time = Instant(microseconds: generator.pick([0, 1, 5000, 20_000, .max, .min, -7]))
                switch generator.int(in: 0...5) {
                case 0: units += decoder.wake(at: time)
                case 1:
                    units += decoder.resynchronise(
                        a: .random(using: &generator), b: .random(using: &generator))
                default:
                    let line = generator.pick([QuadratureLine.a, .b])
                    units += decoder.edge(line, level: .random(using: &generator), at: time)
                }
                transitions += 3  // at most: one for each line in a late wake-up, and one for an edge
                guard abs(units) <= transitions * 120 else { return "\(units) units after \(transitions)" }
            }
            return nil
        }
        #expect(problem == nil)
    }
}

/// The recovery after a lost edge.
enum Recovery: Sendable {
    /// The loss is not detected.
    case none
    /// The decoder gets the levels before the next edge.
    case levelsAtTheGap
    /// The decoder gets the levels after the next edge, before it gets this edge.
    case levelsAfterTheNextEdge
}

/// A walk, and a decoder that misses some of its edges.
private struct LossyHand: CustomStringConvertible {
    private var walk: QuadratureWalk
    private var decoder: QuadratureDecoder
    private let recovery: Recovery
    private var units = 0
    private var lost = 0
    private var isGap = false
    private var sinceLoss = Int.max

    init(_ transitionsPerDetent: Int, _ rest: EncoderRest, _ recovery: Recovery) {
        walk = QuadratureWalk(transitionsPerDetent: transitionsPerDetent, rest: rest)
        decoder = QuadratureDecoder(transitionsPerDetent: transitionsPerDetent, rest: rest, a: walk.a, b: walk.b)
        self.recovery = recovery
    }

    /// The distance from the true position, in transitions.
    var distance: Int { units * walk.transitionsPerDetent / 120 - walk.detents * walk.transitionsPerDetent }

    var isWithinBounds: Bool { abs(distance) <= 4 * lost }

    var description: String { "\(lost) lost, \(distance) away at \(walk.position)" }

    mutating func turn(_ generator: inout SeededGenerator, losing: Bool) {
        let isLost = losing && sinceLoss >= walk.transitionsPerDetent && generator.once(in: 3)
        var next = walk
        let edge = next.step(&generator)
        apply(next, edge, isLost: isLost)
    }

    mutating func turn(forward: Bool, isLost: Bool) {
        var next = walk
        let edge = next.step(forward: forward)
        apply(next, edge, isLost: isLost)
    }

    /// Turns by at least two detents in any direction, then on to a rest. No edge is lost, so the decoder sees an edge
    /// of each line.
    mutating func turnToRest(_ generator: inout SeededGenerator) {
        let isForward = Bool.random(using: &generator)
        for _ in 0..<8 { turn(forward: isForward, isLost: false) }
        while walk.position % 4 != 0 { turn(forward: isForward, isLost: false) }
    }

    private mutating func apply(
        _ next: QuadratureWalk, _ edge: (line: QuadratureLine, level: Bool), isLost: Bool
    ) {
        let before = walk
        walk = next
        guard !isLost else {
            (lost, isGap, sinceLoss) = (lost + 1, true, 1)
            return
        }
        if sinceLoss < .max { sinceLoss += 1 }
        if isGap {
            isGap = false
            switch recovery {
            case .none: break
            case .levelsAtTheGap: units += decoder.resynchronise(a: before.a, b: before.b)
            case .levelsAfterTheNextEdge: units += decoder.resynchronise(a: next.a, b: next.b)
            }
        }
        units += decoder.edge(edge.line, level: edge.level, at: Instant(microseconds: 0))
    }
}
