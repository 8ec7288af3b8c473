import Testing
import WheelCore

@testable import WheelModel
@testable import wheeld

@Suite struct SaveScheduleTests {
    /// The state file has no control with `restore = false`, so its changes need no save.
    @Test(
        arguments: [Change.Event.speed(control: 0, speed: 1), .commit(control: 0, .number(3), .client(1))],
        [true, false])
    func changesOfControlsThatAreRestoredAreSaved(event: Change.Event, restores: Bool) {
        let range = NumberSettings(range: ValueRange(0, 10))
        let control = ControlSettings(name: "gain", quantity: .float(range), restores: restores)
        var schedule = SaveSchedule()
        let start = Instant(microseconds: 0)
        schedule.record(Change(time: start, event: event), of: [control], StateSettings(), at: start)
        #expect((schedule.due != nil) == restores)
    }
}
