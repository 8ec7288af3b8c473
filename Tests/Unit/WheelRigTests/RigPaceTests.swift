import Testing
import WheelCore

@testable import WheelRig

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

    @Test func aMoveOfTheRigRightAfterAValueOfThePanelCounts() throws {
        var bench = try RigBench()
        // The rig has steps of 10 Hz.
        bench.rig["f"] = "14074010"
        try bench.work(for: .seconds(2))
        bench.requests = []
        bench.becomes = ["F 14200000": "14200030", "F 14300007": "14300000"]
        bench.turn("vfo", to: .number(14.2))
        try bench.work(for: .seconds(3))
        #expect(bench.asked == ["vfo=14.20003", "commit vfo"])
        // The rig only rounds the frequency that it was sent. Its knob was not turned, so there is no further request.
        bench.turn("vfo", to: .number(14.300007))
        try bench.work(for: .seconds(3))
        #expect(bench.asked == ["vfo=14.20003", "commit vfo"])
    }
}
