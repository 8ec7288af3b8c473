import TestSupport
import Testing
internal import WheelModel

@testable internal import WheelInput

@Suite struct KnownKnobTests {
    @Test(
        "What the ids of a knob say",
        arguments: table(
            """
            077d 0410 -> 96 detents
            077d 04aa -> 96 detents
            045e 091b -> 3600 counts
            0b33 0020 -> nothing
            """))
    func ids(_ row: Row) {
        let numbers = row.words.compactMap { UInt16($0, radix: 16) }
        let knob = KnownKnob(vendor: numbers[0], product: numbers[1])
        let said = knob?.detents.map { "\($0) detents" } ?? knob?.countsPerTurn.map { "\($0) counts" }
        #expect((said ?? "nothing") == row.output)
    }

    /// A known product, such as a PowerMate. A recording contains the facts that follow from the IDs, since a replay
    /// has no device.
    @Test(arguments: [("0 DETENTS_PER_TURN 96\n", 96), ("", nil)] as [(String, Int?)])
    func aTurnHasTheDetentsOfItsProduct(_ beginning: String, _ detents: Int?) throws {
        let events = beginning + "1 REL_DIAL 1\n1 SYN_REPORT 0\n"
        let source = RecordingFile.source(ofType: "evdev")
        let instrument = try Instrument(sources: [source])
        instrument.play(try Recording(text: "wheeld-recording 1\ntype evdev\n" + events), as: source)
        #expect(instrument.lines == ["turned 120"])
        #expect(instrument.productDetents == detents)
    }
}
