import Testing
import WheelGeometry
import WheelModel

@testable import WheelClient

@Suite struct BackoffTests {
    @Test(arguments: [(1, 100), (2, 200), (3, 400), (6, 3200), (7, 5000), (8, 5000), (1000, 5000), (0, 100)])
    func doublesUpToTheLongest(_ failures: Int, _ milliseconds: Int64) {
        let backoff = Backoff()
        #expect(backoff.pause(afterFailures: failures, chance: 1) == Interval(microseconds: milliseconds * 1000))
        #expect(backoff.pause(afterFailures: failures, chance: 0) == Interval(microseconds: milliseconds * 750))
    }
}
