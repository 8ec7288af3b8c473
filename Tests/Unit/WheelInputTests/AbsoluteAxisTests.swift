internal import CEvdev
import TestSupport
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

/// An axis that reports its position, frame by frame.
@Suite struct AbsoluteAxisTests {
    /// The events that `words` cause. Each word is a position of the axis. "0" on `ABS_MISC` is a finger that leaves,
    /// and "!" is a loss of events.
    private func events(
        _ words: String, from position: Int? = 0, to maximum: Int = 71, fuzz: Int = 0, isTouched: Bool = false,
        detents: Int = 24, _ settings: EvdevSettings
    ) -> String {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        let facts = AbsoluteAxis.Facts(
            minimum: 0, maximum: maximum, fuzz: fuzz, position: position, isTouched: isTouched)
        var axis = AbsoluteAxis(UInt16(ABS_WHEEL), facts, settings, detents: detents)
        for word in words.split(separator: " ") {
            if word == "!" {
                axis.discardFrame()
                continue
            }
            // "12+1" is position 12 and a finger in one frame, "12…" an incomplete frame.
            let parts = word.filter { $0 != "…" }.split(separator: "+", omittingEmptySubsequences: false)
            if let place = parts.first.flatMap({ Int32($0) }) { axis.record(UInt16(ABS_WHEEL), place) }
            if parts.count > 1, let finger = Int32(parts[1]) { axis.record(UInt16(ABS_MISC), finger) }
            if !word.hasSuffix("…") { axis.report(at: Instant(microseconds: 0), merger) }
        }
        return sink.events.joined(separator: " ")
    }

    private final class Sink: InputReceiver {
        var events: [String] = []

        func receive(_ event: InputEvent, from input: Int, at time: Instant) {
            switch event {
            case .turned(let units, _): events.append("\(units > 0 ? "+" : "")\(units)")
            case .moved(let start, let end): events.append("\(start.map(text) ?? "")>\(text(end))")
            default: events.append("\(event)")
            }
        }

        func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
    }

    private func wrapping(noise: Int? = 0, reversed: Bool = false) -> EvdevSettings {
        EvdevSettings(axis: "ABS_WHEEL", axisWraps: true, axisNoise: noise, isReversed: reversed)
    }

    private func spanning(noise: Int? = nil, reversed: Bool = false) -> EvdevSettings {
        EvdevSettings(axis: "ABS_WHEEL", axisNoise: noise, isReversed: reversed)
    }

    @Test func aWrappingAxisTurnsTheShortWay() {
        #expect(events("1 70 0", wrapping()) == "+40 -120 +80")
        #expect(events("35 70", wrapping()) == "+1400 +1400")
        #expect(events("37", wrapping()) == "-1400")
        #expect(events("1", wrapping(reversed: true)) == "-40")
        // Here each position is a detent.
        #expect(events("1 2 0 23 0", to: 23, wrapping()) == "+120 +120 -240 -120 +120")
    }

    /// After any turns forth and back the sum of the units is 0, even if a position is not a whole number of units.
    @Test func turnsAreExact() {
        let problem = counterexample("turns of a ring are exact", seed: 20_261_125) { generator in
            let count = generator.int(in: 3...5000)
            let sink = Sum()
            let merger = InputMerger(index: 0, receiver: sink)
            let facts = AbsoluteAxis.Facts(minimum: 0, maximum: count - 1, fuzz: 0, position: 0, isTouched: false)
            let detents = generator.int(in: 1...400)
            var axis = AbsoluteAxis(UInt16(ABS_WHEEL), facts, self.wrapping(), detents: detents)
            var place = 0
            func go(to target: Int) {
                place = target
                axis.record(UInt16(ABS_WHEEL), Int32(((target % count) + count) % count))
                axis.report(at: Instant(microseconds: 0), merger)
            }
            let most = max(1, (count - 1) / 2)
            for _ in 0..<30 { go(to: place + generator.int(in: -most...most)) }
            let exact = Double(place) * Double(detents * 120) / Double(count)
            guard (Double(sink.units) - exact).magnitude <= 1 else {
                return "\(sink.units) units after \(place) of \(count) positions, not \(exact)"
            }
            while place != 0 { go(to: place - place.signum() * min(most, abs(place))) }
            return sink.units == 0 ? nil : "\(sink.units) units are left of a turn there and back, \(count) positions"
        }
        #expect(problem == nil)
    }

    private final class Sum: InputReceiver {
        var units = 0
        func receive(_ event: InputEvent, from input: Int, at time: Instant) {
            if case .turned(let more, _) = event { units += more }
        }
        func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
    }

    @Test func aSpanningAxisReportsFractionsOfItsWay() {
        #expect(events("25 50 100", to: 100, spanning()) == "0>0.25 0.25>0.5 0.5>1")
        #expect(events("25 50", to: 100, spanning(reversed: true)) == "1>0.75 0.75>0.5")
        // The kernel may report positions outside the range that it has announced.
        #expect(events("120 -3", to: 100, spanning()) == "0>1 1>0")
    }

    @Test func lessThanTheNoiseIsNoMove() {
        // The default noise is 1/512 of the range 0 to 1024, which is 2: a move by 1 is ignored.
        #expect(
            events("512 513 511 514 512", from: 500, to: 1024, spanning())
                == "0.48828125>0.5 0.5>0.501953125 0.501953125>0.5")
        #expect(
            events("505 506 512", from: 500, to: 1024, fuzz: 6, spanning()) == "0.48828125>0.494140625 0.494140625>0.5")
        #expect(events("501", from: 500, to: 1000, fuzz: 6, spanning(noise: 1)) == "0.5>0.501")
        #expect(events("509", from: 500, to: 1000, spanning(noise: 10)) == "")
        #expect(events("1 2 3 6", to: 71, wrapping(noise: 3)) == "+120 +120")
    }

    @Test func noiseKeepsItNotFromItsEnds() {
        #expect(events("1000 999 1000", from: 995, to: 1000, spanning(noise: 10)) == "0.995>1")
        #expect(events("0", from: 3, to: 1000, spanning(noise: 10)) == "0.003>0")
    }

    /// The pad of a tablet reports 0 when the finger leaves, and ABS_MISC distinguishes this from a finger at 0.
    @Test func aFingerThatLeavesAndComesTurnsNothing() {
        #expect(events("10+15 12 0+0 40+15 41", from: nil, isTouched: true, wrapping()) == "+80 +40")
        #expect(events("10 0+0 0+15 1", from: 9, isTouched: true, wrapping()) == "+40 +40")
        #expect(
            events("10+15 20 0+0 50+15 60", from: nil, to: 100, isTouched: true, spanning())
                == ">0.1 0.1>0.2 >0.5 0.5>0.6")
        // The finger touches at 0, so the kernel reports no change of the axis.
        #expect(events("0+0 +15 1", from: 9, isTouched: true, wrapping()) == "+40")
        // Other devices use ABS_MISC for other things, so here 0 is no finger that leaves.
        #expect(events("10+0 11", from: 9, wrapping()) == "+40 +40")
    }

    @Test func aLostFrameIsForgottenAndThePositionIsKept() {
        #expect(events("10… ! 12", from: 9, wrapping()) == "+120")
    }
}
