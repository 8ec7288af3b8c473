import BridgeTestSupport
import Testing

@testable import WheelOSC

/// `docs/bridges/osc.md` agrees with the code that reads the configuration: its tables list the same keys, and its
/// examples are valid.
@Suite struct DocumentTests {
    private let page = BridgePage(
        "osc",
        [OSCTable.table.schema, OSCControlTable.table.schema, OSCPressTable.table.schema, OSCFeedTable.table.schema])

    @Test func tablesOfKeysAreCurrent() throws {
        let current = try page.current()
        #expect(try page.text == current, "run scripts/update-docs")
    }

    @Test func examplesAreValid() throws {
        let count = try page.examples { OSCTable.read($0, mistakes: $1) }
        #expect(count >= 4)
    }
}
