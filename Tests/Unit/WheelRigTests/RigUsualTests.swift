import Testing
import WheelCore

@testable import WheelRig
@testable import WheelWire

@Suite struct RigUsualTests {
    @Test(arguments: [
        ("%", ValueRange(0, 100), true), ("", ValueRange(0, 1), true), ("", ValueRange(0.2, 0.5), true),
        ("%", ValueRange(0, 127), false), ("", ValueRange(0, 127), false), ("", ValueRange(-1, 1), false),
        ("dB", ValueRange(-60, 0), false), ("", ValueRange(0, .infinity), false),
    ])
    func aVolumeIsALevelByItselfIfItFits(unit: String, range: ValueRange, fits: Bool) {
        var volume = ControlState()
        volume.name = "volume"
        volume.kind = .int
        volume.unit = unit
        volume.range = range
        var squelch = volume
        squelch.name = "squelch"
        squelch.unit = "dB"
        var map = RigMap(nil)
        _ = map.consume(Listing(controls: [volume, squelch], inputs: []))
        #expect(map.controls.map(\.quantity.text) == (fits ? ["level:AF"] : []) + ["level:SQL"])
        let notes = map.problems.map(\.text)
        #expect(notes.count == (fits ? 0 : 1))
        #expect(notes.allSatisfy { $0.hasPrefix("'volume' is not sent as the rig's level:AF, from 0 to 1") })
    }
}
