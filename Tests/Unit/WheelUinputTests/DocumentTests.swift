import BridgeTestSupport
import Testing

@testable import WheelUinput

/// `docs/bridges/uinput.md` agrees with the reader: its tables of keys are made from the reader's, and its examples are valid.
@Suite struct DocumentTests {
    private let page = BridgePage(
        "uinput",
        [
            UinputTable.table.schema, UinputTurnTable.table.schema, UinputPressTable.table.schema,
            UinputAxisTable.table.schema,
        ])

    /// `scripts/update-docs` writes the tables; a usual run compares them with the reader.
    @Test func tablesOfKeysAreCurrent() throws {
        let current = try page.current()
        #expect(try page.text == current, "run scripts/update-docs")
    }

    @Test func examplesAreValid() throws {
        let count = try page.examples { UinputTable.read($0, mistakes: $1) }
        #expect(count >= 4)
    }
}
