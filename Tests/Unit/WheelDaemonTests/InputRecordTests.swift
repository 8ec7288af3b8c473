import Testing
import WheelCore
import WheelInput
import WheelModel

@testable import wheeld

@Suite struct InputRecordTests {
    @Test func dropsAreToldOnceInTenSeconds() {
        var record = InputRecord()
        let start = Instant(microseconds: 1_000_000)
        let told = (0..<3000).filter { record.isDropLogged(at: start + .milliseconds(10 * Int64($0))) }
        #expect(told == [0, 1000, 2000])
    }

    @Test func aTickComesBeforeTheBumpAtTheEnd() {
        var record = InputRecord()
        #expect(record.nextEffect() == nil)
        record.queueHaptics(.tick)
        record.queueHaptics(.bump)
        record.queueHaptics(.tick)
        #expect(record.nextEffect() == .tick)
        #expect(record.nextEffect() == .bump)
        #expect(record.nextEffect() == nil)
    }
}
