import Testing
import WheelGeometry
import WheelInput
import WheelModel

@testable import WheelDaemon

@Suite struct InputRecordTests {
    @Test func dropsAreToldOnceInTenSeconds() {
        var record = InputRecord()
        let start = Instant(microseconds: 1_000_000)
        let told = (0..<3000).filter { record.isDropToBeTold(at: start + .milliseconds(10 * Int64($0))) }
        #expect(told == [0, 1000, 2000])
    }

    @Test func aTickComesBeforeTheBumpAtTheEnd() {
        var record = InputRecord()
        #expect(record.takeEffect() == nil)
        record.feel(.tick)
        record.feel(.bump)
        record.feel(.tick)
        #expect(record.takeEffect() == .tick)
        #expect(record.takeEffect() == .bump)
        #expect(record.takeEffect() == nil)
    }
}
