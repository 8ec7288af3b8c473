import BridgeTestSupport
import Testing

@testable import WheelMIDI

/// `docs/bridges/midi.md` agrees with the code that reads the configuration: its tables list the same keys, and its
/// examples are valid.
@Suite struct DocumentTests {
    private let page = BridgePage(
        "midi",
        [
            MIDITable.table.schema, MIDIControlTable.table.schema, MIDIPressTable.table.schema,
            MIDIFeedTable.table.schema,
        ])

    @Test func tablesOfKeysAreCurrent() throws {
        let current = try page.current()
        #expect(try page.text == current, "run scripts/update-docs")
    }

    @Test func examplesAreValid() throws {
        let count = try page.examples { MIDITable.read($0, mistakes: $1) }
        #expect(count >= 4)
    }
}
