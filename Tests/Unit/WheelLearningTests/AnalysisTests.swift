import TestSupport
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput
@testable import wheelctl

struct AnalysisTests {
    /// A hand that turns from detent to detent. The contacts may bounce.
    private struct Hand {
        var a: ContactTrace
        var b: ContactTrace
        var position: Int
        var time = Instant(microseconds: 1_000_000)

        init(at rest: EncoderRest = .open) {
            position = [.open, .a, .closed, .b].firstIndex(of: rest) ?? 0
            a = ContactTrace(wasClosed: rest == .a || rest == .closed)
            b = ContactTrace(wasClosed: rest == .b || rest == .closed)
        }

        mutating func step(forward: Bool, bounces: Int = 0, milliseconds: Int64 = 5) {
            let before = ([1, 2].contains(position & 3), [2, 3].contains(position & 3))
            position += forward ? 1 : -1
            let after = ([1, 2].contains(position & 3), [2, 3].contains(position & 3))
            let isA = before.0 != after.0
            for number in 0...(2 * bounces) {
                let isClosed = (isA ? after.0 : after.1) == (number % 2 == 0)
                if isA { a.append(isClosed: isClosed, at: time) } else { b.append(isClosed: isClosed, at: time) }
                time = time + .milliseconds(number == 2 * bounces ? milliseconds : 1)
            }
        }

        mutating func rest() { time = time + .milliseconds(150) }
    }

    @Test(arguments: [4, 2, 1], [1, 2, 3] as [UInt64])
    func anEncoderIsUnderstood(_ transitions: Int, _ seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for detents in [12, 15, 20, 24, 30, 36, 48] {
            for forward in [true, false] {
                let rest = generator.pick([EncoderRest.open, .closed, .a, .b])
                var hand = Hand(at: rest)
                for _ in 0..<detents {
                    for _ in 0..<transitions {
                        hand.step(forward: forward, bounces: generator.once(in: 3) ? 2 : 0)
                        // Sometimes the hand hesitates between two detents.
                        if generator.once(in: 60) { hand.rest() }
                    }
                    hand.rest()
                }
                let analysis = try EncoderAnalysis(a: hand.a, b: hand.b, isDetentless: false)
                #expect(analysis.transitionsPerDetent == transitions)
                let found: EncoderRest =
                    switch transitions {
                    case 4: rest
                    case 2: rest == .open || rest == .closed ? .open : .a
                    default: .any
                    }
                #expect(analysis.rest == found)
                #expect(analysis.detents == detents && analysis.countedDetents == detents)
                #expect(analysis.isReversed == !forward)
                #expect(analysis.longestBounce == .milliseconds(4) && (10...60).contains(analysis.bouncyPercent))
                #expect(analysis.errors == 0)
            }
        }
    }

    /// A contact changes right at a detent, so at rest it may be open or closed.
    @Test(arguments: [1, 2, 3] as [UInt64]) func anEncoderThatRestsWhereAContactChangesRestsAnywhere(_ seed: UInt64)
        throws
    {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var hand = Hand(at: .a)
        for detent in 1...24 {
            let goal = 4 * detent + generator.int(in: 0...1)
            while hand.position < goal { hand.step(forward: true) }
            hand.rest()
        }
        let analysis = try EncoderAnalysis(a: hand.a, b: hand.b, isDetentless: false)
        #expect(analysis.transitionsPerDetent == 4 && analysis.rest == .any && analysis.detents == 24)
    }

    @Test func theRestFollowsTheNamesOfTheLines() throws {
        var hand = Hand(at: .a)
        for _ in 0..<24 {
            for _ in 0..<4 { hand.step(forward: true) }
            hand.rest()
        }
        let analysis = try EncoderAnalysis(a: hand.a, b: hand.b, isDetentless: false)
        #expect(analysis.rest == .a && analysis.withLinesSwapped.rest == .b)
    }

    @Test func aDialWithoutDetentsIsCountedInCycles() throws {
        var hand = Hand()
        for _ in 0..<1601 { hand.step(forward: true) }
        let analysis = try EncoderAnalysis(a: hand.a, b: hand.b, isDetentless: true)
        #expect(analysis.transitionsPerDetent == 4 && analysis.detents == 400 && analysis.isDetentless)
        #expect(throws: EncoderAnalysis.Problem.noRests) {
            try EncoderAnalysis(a: hand.a, b: hand.b, isDetentless: false)
        }
    }

    @Test func oneDetentMoreOrLessIsTheUsualNumber() throws {
        for (turned, detents) in [(23, 24), (25, 24), (24, 24), (15, 15), (27, 27), (95, 96)] {
            var hand = Hand()
            for _ in 0..<turned {
                for _ in 0..<4 { hand.step(forward: true) }
                hand.rest()
            }
            let analysis = try EncoderAnalysis(a: hand.a, b: hand.b, isDetentless: false)
            #expect(analysis.countedDetents == turned && analysis.detents == detents)
        }
    }

    @Test func whatHardlyMovedIsNoEncoder() {
        var hand = Hand()
        for _ in 0..<7 { hand.step(forward: true) }
        #expect(throws: EncoderAnalysis.Problem.hardlyMoved) {
            try EncoderAnalysis(a: hand.a, b: hand.b, isDetentless: false)
        }
        #expect(EncoderAnalysis.pair(among: [hand.a, hand.b]) == nil)
    }

    /// Unconnected lines may have more edges than the encoder's lines.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func theLinesOfAnEncoderAreFoundAmongNoise(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var hand = Hand()
        var noise = [ContactTrace](repeating: ContactTrace(wasClosed: false), count: 4)
        for _ in 0..<96 {
            hand.step(forward: false)
            for line in noise.indices {
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    let time = hand.time + Interval(microseconds: .random(in: -5000...0, using: &generator))
                    noise[line].append(isClosed: !noise[line].isClosed, at: time)
                }
            }
        }
        let found = EncoderAnalysis.pair(among: [noise[0], hand.b, noise[1], noise[2], hand.a, noise[3]])
        // The knob was turned backwards, so the line of B is proposed as A.
        #expect(found?.a == 1 && found?.b == 4)
    }

    @Test func anEventDeviceIsUnderstood() {
        func analysis(_ clockwise: [(String, Int)], _ back: [(String, Int)]) -> KnobAnalysis? {
            KnobAnalysis(clockwise: clockwise.map { ($0, $1) }, back: back.map { ($0, $1) })
        }
        func times(_ number: Int, _ code: String, _ value: Int) -> [(String, Int)] {
            [(String, Int)](repeating: (code, value), count: number)
        }
        let dial = analysis(times(96, "REL_DIAL", -1), [])
        #expect(dial?.turning == .axis("REL_DIAL") && dial?.detents == 96 && dial?.isReversed == true)
        let both = analysis(times(24, "REL_WHEEL", 1) + times(96, "REL_WHEEL_HI_RES", 30), [])
        #expect(both?.turning == .axis("REL_WHEEL") && both?.detents == 24 && both?.isReversed == false)
        let fine = analysis(times(96, "REL_WHEEL_HI_RES", 30), [])
        #expect(fine?.turning == .axis("REL_WHEEL") && fine?.detents == 24)
        let keys = analysis(
            times(20, "KEY_VOLUMEUP", 1) + times(20, "KEY_VOLUMEUP", 0) + times(1, "KEY_MUTE", 1),
            times(5, "KEY_VOLUMEDOWN", 1))
        #expect(keys?.turning == .keys(down: "KEY_VOLUMEDOWN", up: "KEY_VOLUMEUP") && keys?.detents == 20)
        #expect(analysis(times(20, "KEY_MUTE", 1), times(20, "KEY_MUTE", 1)) == nil)
        #expect(analysis([], []) == nil)
    }

    /// The positions of a device while it is turned clockwise, and what `wheelctl learn` proposes.
    @Test func anAxisThatReportsItsPositionIsUnderstood() {
        func analysis(_ code: String, _ values: [Int], noise: [(String, Int)] = []) -> KnobAnalysis? {
            KnobAnalysis(clockwise: noise.map { ($0, $1) } + values.map { (code, $0) }, back: [])
        }
        let pot = analysis(
            "ABS_X", Array(stride(from: 10, through: 1000, by: 30)), noise: [("ABS_Y", 5), ("ABS_Y", 6)])
        #expect(
            pot?.turning == .position("ABS_X", wraps: false) && pot?.isReversed == false && pot?.hasDetents == false)
        #expect(analysis("ABS_X", [900, 500, 200, 3])?.isReversed == true)
        // One whole turn, from any position. If the axis has few positions, each is a detent.
        let ring = analysis("ABS_WHEEL", (0...72).map { ($0 + 40) % 72 })
        #expect(ring?.turning == .position("ABS_WHEEL", wraps: true) && ring?.hasDetents == false)
        let encoder = analysis("ABS_X", (0...24).map { (29 - $0) % 24 })
        #expect(encoder?.turning == .position("ABS_X", wraps: true) && encoder?.isReversed == true)
        #expect(encoder?.hasDetents == true && encoder?.detents == 24)
        #expect(analysis("ABS_MISC", [15, 0, 15, 0]) == nil)
        #expect(analysis("ABS_MT_POSITION_X", [1, 2, 3, 4]) == nil)
    }

    /// If two knobs have the same name, a distinguishing key is proposed.
    @Test func identicalKnobsAreToldApart() {
        func node(_ place: String, phys: String = "", uniq: String = "") -> InputNode {
            InputNode(path: "", place: place, name: "Dial", phys: phys, uniq: uniq)
        }
        let bluetooth = [node("a", phys: "p", uniq: "aa:01"), node("b", phys: "p", uniq: "aa:02")]
        #expect(Learner.match(of: bluetooth[0], among: bluetooth) == DeviceMatch(name: "Dial", uniq: "aa:01"))
        let usb = [node("a", phys: "p1"), node("b", phys: "p2")]
        #expect(Learner.match(of: usb[1], among: usb) == DeviceMatch(name: "Dial", phys: "p2"))
        // Two nodes of one device have the same `uniq`, so `phys` must distinguish them.
        let both = [node("a", phys: "p/0", uniq: "1"), node("b", phys: "p/1", uniq: "1")]
        #expect(Learner.match(of: both[0], among: both) == DeviceMatch(name: "Dial", phys: "p/0"))
        #expect(Learner.match(of: usb[0], among: [usb[0]]) == DeviceMatch(name: "Dial"))
    }
}
