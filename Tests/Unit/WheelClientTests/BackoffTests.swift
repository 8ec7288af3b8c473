import Testing
import WheelCore
import WheelModel

@testable import WheelClient

@Suite struct BackoffTests {
    @Test(arguments: [(1, 100), (2, 200), (3, 400), (6, 3200), (7, 5000), (8, 5000), (1000, 5000), (0, 100)])
    func doublesUpToTheLongest(_ failures: Int, _ milliseconds: Int64) {
        let backoff = Backoff()
        #expect(backoff.pause(afterFailures: failures, chance: 1) == Interval(microseconds: milliseconds * 1000))
        #expect(backoff.pause(afterFailures: failures, chance: 0) == Interval(microseconds: milliseconds * 750))
    }

    /// The pauses in milliseconds after connections that lasted these numbers of seconds.
    @Test(arguments: [
        ([0, 0, 0, 0], [100, 200, 400, 800]), ([0.1, 4.9, 0.1], [100, 200, 400]),
        ([0, 0, 5, 0], [100, 200, 100, 200]), ([60, 60], [100, 100]),
    ])
    func onlyAConnectionThatLastsBeginsThePausesAnew(_ lasted: [Double], _ milliseconds: [Int64]) {
        var failures = 0
        let pauses = lasted.map { Backoff().pause(afterLasting: .seconds($0), failures: &failures, chance: 1) }
        #expect(pauses == milliseconds.map { Interval.milliseconds($0) })
    }
}
