import Testing
import WheelGeometry
import WheelSettings

@testable import WheelRig

/// A rig that answers slowly, and one that is turned while a value of the panel is on its way.
@Suite struct RigPaceTests {
    @Test(arguments: [50, 250, 500, 900]) func howeverSlowARigIsItIsSetAndAsked(milliseconds: Int64) throws {
        var bench = try RigBench()
        bench.answers = false
        for step in 1...40 {
            bench.turn("vfo", to: .number(14.1 + Double(step) / 1000))
            try bench.work(for: .milliseconds(milliseconds))
            bench.answerLate()
        }
        #expect(bench.sets.count >= 19)
        #expect(Set(bench.lines).isSuperset(of: ["f", "m", "l AF"]))
        for _ in 0..<4 {
            try bench.work(for: .milliseconds(milliseconds))
            bench.answerLate()
        }
        #expect(bench.sets.last == "F 14140000")
    }
}
