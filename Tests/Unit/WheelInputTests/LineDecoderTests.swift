import TestSupport
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

/// Edges as the kernel may deliver them: out of order, and with gaps.
struct LineDecoderTests {
    private final class Sink: InputReceiver {
        var lines: [String] = []
        var recording = Recording(input: "knob", type: "gpio")

        func receive(_ event: InputEvent, from input: Int, at time: Instant) {
            switch event {
            case .turned(let units, _): lines.append("turned \(units) @\(time.microseconds)")
            case .pressed: lines.append("pressed @\(time.microseconds)")
            case .level(_, let isDown): lines.append("level \(isDown) @\(time.microseconds)")
            case .released: lines.append("released @\(time.microseconds)")
            case .dropped(let count): lines.append("dropped \(count)")
            case .merged(let count): lines.append("merged \(count)")
            case .raw(let code, let value): recording.append(code: code, value: value, at: time)
            case .settling, .moved, .touched, .touchesCancelled, .surface, .state: break
            }
        }

        func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
    }

    /// Each word is an edge: the line, `+` for closed or `-` for open, the edge's number, and its time. The edges up to
    /// a bar are read together. `now` has the lines that are closed at the end.
    @Test(arguments: [
        ("a detent", "A+1@1 B+1@2 A-2@3 B-2@4", "", "turned 120 @4"),
        ("backwards", "B+1@1 A+1@2 B-2@3 A-2@4", "", "turned -120 @4"),
        ("in the wrong order", "B+1@2 A+1@1 B-2@4 A-2@3", "", "turned 120 @4"),
        ("a button", "P+1@1 P-2@5", "", "pressed @1, released @5"),
        (
            "a gap of whole cycles costs what was in it", "A+1@1 B+1@2 A-2@3 B-2@4 | A+7@10 B+7@11 A-8@12 B-8@13", "",
            "turned 120 @4, dropped 4, dropped 4, turned 120 @13"
        ),
        ("a gap inside a detent", "A+1@1 B+1@2 B-4@10 A-2@11", "A", "dropped 2"),
        ("a gap that ends where it must be read", "A+1@1 | B-4@10", "", "dropped 3, turned 120 @10"),
        ("a button's gap", "P+1@1 | P+3@9", "P", "pressed @1, dropped 1, released @9, pressed @9"),
    ])
    func edgesBecomeEvents(_ title: String, _ edges: String, _ now: String, _ expected: String) {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(a: false, b: false), button: Debouncer(interval: .zero, level: false),
            buttonNumber: 0)
        var levels = LineLevels()
        for role in LineRole.allCases { levels[role] = now.contains(Self.letter(role)) }
        for batch in edges.split(separator: "|") {
            var list = batch.split(separator: " ").map(Self.edge)
            list.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { levels } }
        }
        #expect(sink.lines.joined(separator: ", ") == expected, "\(title)")
    }

    /// The words of the first test, with the edge's number in the request after a slash. Two changes that become one
    /// edge leave a gap only in the request's numbers. A number that arrives late is no gap.
    @Test(arguments: [
        ("nothing is missing", "A+1/1@1 | B+1/2@2 | A-2/3@3 | B-2/4@4", "turned 120 @4"),
        ("two changes of A became one", "A+1/1@1 | A+2/4@3 | B+1/5@5", "merged 1, merged 1"),
        ("as many as even keep the level's turn", "A+1/3@1 | B+1/4@2 | A-2/5@3 B-2/6@4", "merged 2, turned 120 @4"),
        ("a number comes late", "P+1/2@2 | A+1/1@1 | B+1/3@3 | A-2/4@4 | B-2/5@5", "pressed @2, turned 120 @5"),
        ("a repeated level without a number", "A+1/1@1 A+2/2@3 A-3/3@4", "merged 1"),
        ("the first edge repeats what was read with it", "P+1/1@1 P-2/2@2", "pressed @1, released @2"),
        (
            "a full buffer is counted once", "A+1/1@1 | P+3/6@6 | P-4/7@7 | A-4/8@8",
            "dropped 2, pressed @6, released @7, merged 2"
        ),
    ])
    func mergedEdgesAreCounted(_ title: String, _ edges: String, _ expected: String) {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(a: false, b: false), button: Debouncer(interval: .zero, level: false),
            buttonNumber: 0)
        for batch in edges.split(separator: "|") {
            var list = batch.split(separator: " ").map(Self.edge)
            list.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { LineLevels() } }
        }
        #expect(sink.lines.joined(separator: ", ") == expected, "\(title)")
    }

    /// Reads all edges at once, and wakes the decoder at each deadline up to `end`.
    private static func play(
        _ edges: String, on decoder: inout LineDecoder, until end: Int64 = 0, to sink: Sink
    ) {
        let merger = InputMerger(index: 0, receiver: sink)
        merger.reportsRaw = true
        for batch in edges.split(separator: "|") {
            var list = batch.split(separator: " ").map(edge)
            list.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { LineLevels() } }
        }
        while let due = decoder.deadline, due <= Instant(microseconds: end), !decoder.wantsLook(at: due) {
            decoder.wake(at: due, merger: merger)
        }
    }

    /// The levels are read even if the encoder seems to be at a detent, since the first edge towards the next detent
    /// may be lost.
    @Test func levelsAreReadOnceAfterTheLastEdge() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(transitionsPerDetent: 2, a: false, b: false), button: nil, buttonNumber: 0)
        Self.play("A+1@0 A-2@150", on: &decoder, to: sink)
        let quiet = Instant(microseconds: 5150)
        #expect(decoder.deadline == quiet && decoder.wantsLook(at: quiet))
        decoder.look(LineLevels(), at: quiet, merger: merger)
        #expect(decoder.deadline == nil)
        #expect(sink.lines.isEmpty)
    }

    @Test func anEdgeAfterADetentThatIsLostCostsNothing() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(transitionsPerDetent: 2, a: false, b: false), button: nil, buttonNumber: 0)
        // Bounce of A, whose last edge is lost.
        Self.play("A+1@0 A-2@150", on: &decoder, to: sink)
        var levels = LineLevels()
        levels[.a] = true
        while let due = decoder.deadline, due <= Instant(microseconds: 20_000) {
            decoder.look(levels, at: due, merger: merger)
        }
        Self.play("B+1@30000", on: &decoder, to: sink)
        #expect(sink.lines == ["dropped 1", "turned 120 @30000"])
    }

    /// Levels that cannot be read do not count as open contacts. The decoder reads them again later.
    @Test func aFailedReadChangesNothing() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(a: false, b: false), button: Debouncer(interval: .zero, level: false),
            buttonNumber: 0)
        Self.play("P+1@0", on: &decoder, to: sink)
        decoder.look(nil, at: Instant(microseconds: 5000), merger: merger)
        #expect(decoder.deadline == Instant(microseconds: 10_000))
        #expect(decoder.wantsLook(at: Instant(microseconds: 10_000)))

        var edges = "A+3@20000".split(separator: " ").map(Self.edge)
        edges.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { nil } }
        #expect(sink.lines == ["pressed @0", "dropped 2"])
    }

    /// The pauses between attempts to read the levels grow, until an edge shows that the bus works again.
    @Test func levelsOfABusThatKeepsFailingAreReadLessAndLessOften() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(transitionsPerDetent: 2, a: false, b: false), button: nil, buttonNumber: 0)
        func pauses(_ count: Int) -> [Int64] {
            (0..<count).compactMap { _ in
                guard let due = decoder.deadline else { return nil }
                decoder.look(nil, at: due, merger: merger)
                return decoder.deadline.map { ($0 - due).microseconds / 1000 }
            }
        }
        Self.play("A+1@0 A-2@150", on: &decoder, to: sink)
        #expect(pauses(10) == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1280])
        Self.play("A+3@9000000 A-4@9000150", on: &decoder, to: sink)
        #expect(pauses(2) == [5, 10])
        if let due = decoder.deadline { decoder.look(LineLevels(), at: due, merger: merger) }
        #expect(decoder.deadline == nil)
    }

    /// A turn waits at most the debounce interval for a press. The button bounces again at 10 ms, so only the first
    /// turn is sent before the press.
    @Test func aTurnDoesNotOvertakeAPress() {
        let sink = Sink()
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(transitionsPerDetent: 1, a: false, b: false),
            button: Debouncer(interval: .milliseconds(20), level: false), buttonNumber: 0)
        Self.play("P+1@0 A+1@1000 P+2@10000 B+1@12000", on: &decoder, until: 40_000, to: sink)
        #expect(sink.lines == ["merged 1", "turned 120 @1000", "pressed @10000", "turned 120 @12000"])
    }

    /// A batch that is read late has the same results and times as one that is read in time.
    @Test(arguments: [
        ("a press after a turn", "A+1@0 P+1@5000 A-2@30000", "turned 120 @2000, pressed @5000, turned -120 @32000"),
        ("two turns", "A+1@0 B+1@5000 B-2@30000", "turned 120 @2000, turned 120 @7000, turned -120 @32000"),
        ("a release, then a turn", "P+1@0 P-2@30000 A+1@60000", "pressed @0, released @30000, turned 120 @62000"),
    ])
    func aLateBatchKeepsOrderAndTimes(_ title: String, _ edges: String, _ expected: String) {
        for edges in [edges, edges.split(separator: " ").joined(separator: " | ")] {
            let sink = Sink()
            var decoder = LineDecoder(
                encoder: QuadratureDecoder(
                    transitionsPerDetent: 1, debounce: .milliseconds(2), a: false, b: false),
                button: Debouncer(interval: .milliseconds(20), level: false), buttonNumber: 0)
            Self.play(edges, on: &decoder, until: 100_000, to: sink)
            #expect(sink.lines.joined(separator: ", ") == expected, "\(title)")
        }
    }

    /// Changes that are found by reading the levels are in a recording, so that its replay has the same results.
    @Test(arguments: [
        ("a button", "P+1@0 P-2@100", "P", "dropped 1, pressed @6100"),
        ("an encoder and a button", "A+1@0 A-2@150", "AP", "dropped 2, pressed @6150"),
    ])
    func aReplayHasTheEdgesThatReadingTheLevelsFound(
        _ title: String, _ edges: String, _ now: String, _ expected: String
    ) {
        let live = Sink()
        let merger = InputMerger(index: 0, receiver: live)
        merger.reportsRaw = true
        let settings = GPIOSettings(
            encoder: GPIOEncoderSettings(a: .offset(0), b: .offset(1), debounce: .zero), button: .offset(2))
        var decoder = LineDecoder(
            settings, isDetentless: false, buttonDebounce: .milliseconds(20), LineLevels(), merger)
        decoder.reportLevels(LineLevels(), at: Instant(microseconds: 0), merger)
        Self.play(edges, on: &decoder, to: live)
        var levels = LineLevels()
        for role in LineRole.allCases { levels[role] = now.contains(Self.letter(role)) }
        while let due = decoder.deadline, due <= Instant(microseconds: 100_000) {
            decoder.wake(at: due, merger: merger)
            if decoder.wantsLook(at: due) { decoder.look(levels, at: due, merger: merger) }
        }
        #expect(live.lines.joined(separator: ", ") == expected, "\(title)")

        let replayed = Sink()
        let replay = Replay(
            live.recording, as: InputSettings(name: "knob", source: .gpio(settings)), from: Instant(microseconds: 0),
            receiver: replayed)
        replay.play()
        replay.wake(upTo: Instant(microseconds: 100_000))
        #expect(replayed.lines == live.lines, "\(title)")
    }

    /// With debounce the result does not depend on how edges are read together or how late the decoder is woken. A
    /// debounce that is too long for the speed loses turns, but reverses at most one detent.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func aDebounceNeverReverses(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let debounce = Interval(microseconds: Int64.random(in: 1...10_000, using: &generator))
            let pace = Int64.random(in: 100...5000, using: &generator)
            var edges: [LineEdge] = []
            var time = Int64(0)
            for step in 0..<400 {
                time += Int64.random(in: pace / 2...pace * 3 / 2, using: &generator)
                let line: LineRole = step % 2 == 0 ? .a : .b
                let number = UInt32(step / 2 + 1)
                edges.append(
                    LineEdge(
                        time: Instant(microseconds: time), role: line, sequence: number, isClosed: step % 4 < 2))
            }
            let end = Instant(microseconds: time + 20_000)
            let atOnce = Self.units(edges, debounce, portions: [edges.count], wokenUpTo: end)
            var portions: [Int] = []
            while portions.reduce(0, +) < edges.count {
                portions.append(
                    min(Int.random(in: 1...9, using: &generator), edges.count - portions.reduce(0, +)))
            }
            #expect(Self.units(edges, debounce, portions: portions, wokenUpTo: end) == atOnce)
            #expect((-120...100 * 120).contains(atOnce), "debounce \(debounce), pace \(pace)")
            // Every level that lasts longer than the debounce counts.
            if debounce.microseconds < pace { #expect(atOnce == 100 * 120) }
        }
    }

    private static func units(
        _ edges: [LineEdge], _ debounce: Interval, portions: [Int], wokenUpTo end: Instant
    ) -> Int {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(debounce: debounce, a: false, b: false), button: nil, buttonNumber: 0)
        var rest = edges[...]
        for count in portions {
            var batch = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            // Each batch is handled before the time of the next edge.
            let now = batch.last?.time ?? end
            batch.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { LineLevels() } }
            decoder.wake(at: now, merger: merger)
        }
        decoder.wake(at: end, merger: merger)
        return sink.lines.reduce(0) { sum, line in sum + (Int(line.split(separator: " ")[1]) ?? 0) }
    }

    private static func letter(_ role: LineRole) -> Character {
        switch role {
        case .a: "A"
        case .b: "B"
        case .button: "P"
        }
    }

    private static func edge(_ word: Substring) -> LineEdge {
        let parts = word.dropFirst(2).split(separator: "@").map { $0.split(separator: "/").map { Int(number($0)) } }
        guard let role = LineRole.allCases.first(where: { letter($0) == word.first }) else {
            preconditionFailure("no line: \(word)")
        }
        return LineEdge(
            time: Instant(microseconds: Int64(parts[1][0])), role: role, sequence: UInt32(parts[0][0]),
            requestSequence: parts[0].count > 1 ? UInt32(parts[0][1]) : 0, isClosed: word.dropFirst().first == "+")
    }

    /// Edges are read in portions, and the kernel drops some of them. The delivered edges and the reported losses add
    /// up to all edges.
    @Test(arguments: [1, 2, 3] as [UInt64]) func reportedAndDeliveredEdgesAreAllEdges(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(
            encoder: QuadratureDecoder(a: false, b: false), button: nil, buttonNumber: 0)
        var (position, sent, delivered, time) = (0, 0, 0, Int64(0))
        var numbers: [LineRole: UInt32] = [:]
        var contacts = LineLevels()
        for round in 0..<2001 {
            // A gap is reported by the next edge of its line. So the last portion is complete, and has edges of both
            // lines.
            let isLast = round == 2000
            var batch: [LineEdge] = []
            for _ in 0..<(isLast ? 4 : Int.random(in: 1...8, using: &generator)) {
                let before = ([1, 2].contains(position & 3), [2, 3].contains(position & 3))
                position += !isLast && generator.once(in: 5) ? -1 : 1
                let after = ([1, 2].contains(position & 3), [2, 3].contains(position & 3))
                let role: LineRole = before.0 != after.0 ? .a : .b
                contacts[role] = role == .a ? after.0 : after.1
                numbers[role, default: 0] += 1
                sent += 1
                time += 1000
                batch.append(
                    LineEdge(
                        time: Instant(microseconds: time), role: role, sequence: numbers[role, default: 0],
                        isClosed: contacts[role]))
            }
            // The kernel drops the oldest edges.
            if !isLast, generator.once(in: 10) { batch.removeFirst(batch.count / 2) }
            if generator.once(in: 3) { batch.shuffle(using: &generator) }
            delivered += batch.count
            batch.withUnsafeMutableBufferPointer { decoder.apply($0, merger: merger) { contacts } }
        }
        let dropped = sink.lines.compactMap { line in line.hasPrefix("dropped ") ? Int(line.dropFirst(8)) : nil }
        #expect(dropped.reduce(0, +) > 0)
        #expect(delivered + dropped.reduce(0, +) == sent)
    }
}
