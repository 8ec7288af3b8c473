import TestSupport
import Testing
import WheelCore
import WheelModel

@Suite("Time: whole microseconds, saturating arithmetic") struct TimeTests {
    @Test("Sums and differences saturate at the ends of time", arguments: [Int64.min, -1, 0, 1, Int64.max])
    func saturation(_ microseconds: Int64) {
        let instant = Instant(microseconds: microseconds)
        #expect(instant + Interval(microseconds: .max) >= instant)
        #expect(instant + Interval(microseconds: .min) <= instant)
        #expect((Instant(microseconds: .max) - instant) >= .zero)
        #expect((Instant(microseconds: .min) - instant) <= .zero)
    }

    @Test("The difference equals what was added")
    func differences() {
        let problem = counterexample("instant + interval - instant", seed: 1) { generator in
            let instant = Instant(microseconds: Int64(generator.int(in: -1_000_000...1_000_000)))
            let interval = Interval(microseconds: Int64(generator.int(in: -1_000_000...1_000_000)))
            return (instant + interval) - instant == interval ? nil : "\(instant) + \(interval)"
        }
        #expect(problem == nil)
    }
}
