import TestSupport
import Testing
import WheelCore
import WheelWire

@testable import WheelBridge

@Suite struct PeerScaleTests {
    @Test func theEndsOfARangeAreTheEndsOfTheNumbers() throws {
        for taper in [Taper.linear, .log, .square] {
            let range = taper == .square ? ValueRange(0, 20000) : ValueRange(20, 20000)
            let scale = try #require(PeerScale(.whole(upTo: 127), of: Sample.float("cutoff", range, taper: taper)))
            #expect(scale.number(for: .number(range.lower)) == 0)
            #expect(scale.number(for: .number(range.upper)) == 127)
            #expect(scale.value(for: 0) == .number(range.lower))
            #expect(scale.value(for: 127) == .number(range.upper))
        }
    }

    @Test(arguments: [Taper.log, .square], [ValueRange(5, 20), ValueRange(0, 20), ValueRange(-5, 20)])
    func theEndsOfAPartAreTheEndsOfTheNumbers(taper: Taper, part: ValueRange) throws {
        let control = Sample.float("gain", ValueRange(taper == .log ? 1 : 0, 100), taper: taper)
        let scale = try #require(PeerScale(.whole(upTo: 127), of: control, part: part))
        #expect([part.lower, part.upper].map { scale.number(for: .number($0)) } == [0, 127])
        #expect([0, 127].map { scale.value(for: $0) } == [part.lower, part.upper].map { .number($0) })
    }

    @Test func halfTheNumbersAreHalfTheTravel() throws {
        let scale = try #require(
            PeerScale(.whole(upTo: 16383), of: Sample.float("cutoff", ValueRange(20, 20000), taper: .log)))
        let middle = try #require(scale.number(for: .number(632.4555)))
        #expect((middle - 8191.5).magnitude <= 0.5)
    }

    @Test func positionsAreSpreadOverTheNumbers() throws {
        let wave = Sample.choice("wave", ["saw", "square", "sine"], value: "saw")
        let scale = try #require(PeerScale(.whole(upTo: 127), of: wave))
        #expect(["saw", "square", "sine"].map { scale.number(for: .position($0)) } == [0, 64, 127])
        #expect(
            [0, 31, 32, 64, 95, 96, 127].map { scale.value(for: $0) }
                == [
                    "saw", "saw", "square", "square", "square", "sine", "sine",
                ].map { .position($0) })
        let indices = try #require(PeerScale(.values, of: wave))
        #expect(indices.number(for: .position("sine")) == 2)
        #expect(indices.value(for: 9) == .position("sine"))
    }

    @Test func aControlThatGoesAroundHasNoTwoNumbersForOneValue() throws {
        let azimuth = Sample.float("azimuth", ValueRange(0, 360, includesUpper: false), wraps: true)
        let scale = try #require(PeerScale(.whole(upTo: 127), of: azimuth))
        #expect(scale.number(for: .number(359.9)) == 0)
        #expect(scale.value(for: 127) == .number(357.1875))
    }

    @Test func fractionsAreSpreadOverTheTravelAndThePositions() throws {
        let cutoff = Sample.float("cutoff", ValueRange(10, 1000), taper: .log)
        let scale = try #require(PeerScale(.fraction, of: cutoff))
        #expect([10, 100, 1000, 5].map { scale.number(for: .number($0)) } == [0, 0.5, 1, 0])
        #expect([0, 0.5, 1, 7].map { scale.value(for: $0) } == [10, 100, 1000, 1000].map { .number($0) })
        let wave = try #require(
            PeerScale(.fraction, of: Sample.choice("wave", ["saw", "square", "sine"], value: "saw")))
        #expect(wave.number(for: .position("square")) == 0.5)
        #expect([0.2, 0.3, 2].map { wave.value(for: $0) } == ["saw", "square", "sine"].map { .position($0) })
        #expect(PeerScale(.fraction, of: Sample.float("offset", ValueRange(0, .infinity))) == nil)
        let azimuth = Sample.float("azimuth", ValueRange(0, 360, includesUpper: false), wraps: true)
        let turn = try #require(PeerScale(.fraction, of: azimuth))
        #expect([0, 90].map { turn.number(for: .number($0)) } == [0, 0.25])
        #expect(turn.value(for: 0.75) == .number(270))
    }

    @Test func numbersOutsideTheirRangeCountAsItsEnd() throws {
        let scale = try #require(PeerScale(.whole(upTo: 127), of: Sample.float()))
        #expect(scale.value(for: -1) == .number(0))
        #expect(scale.value(for: 1e300) == .number(100))
        #expect(scale.value(for: .nan) == nil)
        #expect(scale.number(for: .position("saw")) == nil)
        let log = try #require(
            PeerScale(.whole(upTo: 127), of: Sample.float("cutoff", ValueRange(20, 20000), taper: .log)))
        #expect([-5, 0, 1e300].map { log.number(for: .number($0)) } == [0, 0, 127])
    }

    @Test func aRangeWithoutEndsNeedsAPart() {
        let open = Sample.float("offset", ValueRange(-.infinity, .infinity))
        #expect(PeerScale(.whole(upTo: 127), of: open) == nil)
        #expect(PeerScale(.whole(upTo: 127), of: open, part: ValueRange(-1, 1))?.value(for: 127) == .number(1))
        #expect(PeerScale(.values, of: open)?.value(for: 12.5) == .number(12.5))
    }

    @Test func anIntHasWholeNumbersAlone() throws {
        let percent = Sample.int("volume", ValueRange(0, 100))
        let seven = try #require(PeerScale(.whole(upTo: 127), of: percent))
        #expect([0, 1, 32, 64, 100, 127].map { seven.value(for: $0) } == [0, 1, 25, 50, 79, 100].map { .number($0) })
        let fraction = try #require(PeerScale(.fraction, of: percent))
        #expect([-1, 0.333, 0.5, 2].map { fraction.value(for: $0) } == [0, 33, 50, 100].map { .number($0) })
        let values = try #require(PeerScale(.values, of: percent))
        #expect([64.4, -0.6, 1e300].map { values.value(for: $0) } == [64, -1, 0x1p53].map { .number($0) })
        // These ranges exclude their ends, or have ends between whole numbers: the nearest whole numbers inside the
        // range take the place of its ends, if there are any.
        let open = Sample.int("open", ValueRange(0, 10, includesLower: false, includesUpper: false))
        let inside = try #require(PeerScale(.whole(upTo: 127), of: open))
        #expect([0, 127].map { inside.value(for: $0) } == [1, 9].map { .number($0) })
        let part = try #require(PeerScale(.fraction, of: open, part: ValueRange(2.5, 4.5)))
        #expect([0, 0.5, 1].map { part.value(for: $0) } == [3, 4, 4].map { .number($0) })
        let none = try #require(PeerScale(.fraction, of: open, part: ValueRange(2.2, 2.8)))
        #expect([0, 1].map { none.value(for: $0) } == [2, 3].map { .number($0) })
        // This control wraps.
        let azimuth = Sample.int("azimuth", ValueRange(0, 360, includesUpper: false), wraps: true)
        #expect(try #require(PeerScale(.whole(upTo: 16383), of: azimuth)).value(for: 16383) == .number(0))
        #expect(try #require(PeerScale(.fraction, of: azimuth)).value(for: 1) == .number(359))
    }

    @Test func everyNumberOfAnIntIsWholeAndInItsRangeAndEveryValueComesBack() {
        let problem = counterexample("whole numbers of an int, in each form", seed: 12) { random in
            let lower = (random.decimal() * random.pick([1, 1000, 1e9])).rounded()
            let upper = lower + 1 + Double(random.choice(random.pick([3, 100, 127, 128, 20000, 1 << 40])))
            let isAround = random.once(in: 4)
            let range = ValueRange(
                lower, upper, includesLower: upper - lower < 2 || random.once(in: 2) || isAround,
                includesUpper: !isAround && random.once(in: 2))
            let taper: Taper = range.lower > 0 && random.once(in: 3) ? .log : .linear
            let state = Sample.int("count", range, taper: taper, wraps: isAround)
            let forms: [PeerScale.Numbers] = [.whole(upTo: 127), .whole(upTo: 16383), .fraction]
            for form in forms {
                guard let scale = PeerScale(form, of: state) else { return "no scale for \(range)" }
                let largest = if case .whole(let largest) = form { Double(largest) } else { 1.0 }
                for number in [0, largest, largest / 3, -1, largest + 1, Double(random.choice(1000)) / 1000 * largest] {
                    let number = form == .fraction ? number : number.rounded()
                    guard case .number(let value)? = scale.value(for: number) else { return "\(number) is no value" }
                    guard value == value.rounded(), range.contains(value) else {
                        return "\(form) \(number) became \(value) in \(range)"
                    }
                }
                let own = ((lower + upper) / 2).rounded(.up)
                guard range.contains(own), upper - lower <= largest || form == .fraction, taper == .linear else {
                    continue
                }
                guard let number = scale.number(for: .number(own)), scale.value(for: number) == .number(own) else {
                    return "\(own) does not come back from \(form) in \(range)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test func everyNumberComesBackAsItself() {
        let problem = counterexample("a number, its value, and its number again", seed: 11) { random in
            let largest = random.once(in: 2) ? 127 : 16383
            let lower = random.decimal()
            let upper = lower + 0.01 + random.decimal().magnitude
            let taper: Taper = lower > 0 ? random.pick([.linear, .log]) : lower == 0 ? .square : .linear
            let state =
                random.once(in: 4)
                ? Sample.choice("c", (0..<(2 + random.choice(60))).map { "p\($0)" }, value: "p0")
                : Sample.float("f", ValueRange(lower, upper), taper: taper, wraps: random.once(in: 4))
            guard let scale = PeerScale(.whole(upTo: largest), of: state) else { return "no scale for \(state)" }
            let number = Double(random.choice(largest + 1))
            guard let value = scale.value(for: number), let back = scale.number(for: value) else {
                return "\(number) has no value in \(state)"
            }
            // Several numbers mean the same position, so another of them may be sent back.
            if case .position = value { return scale.value(for: back) == value ? nil : "\(number): \(value) → \(back)" }
            return back == number ? nil : "\(number) became \(value) and then \(back) in \(state)"
        }
        #expect(problem == nil)
    }
}
