import BridgeTestSupport
import Testing

@testable import WheelRig

/// `docs/bridges/rig.md` agrees with the code that reads the configuration: its tables list the same keys, and its
/// examples are valid.
@Suite struct DocumentTests {
    private let page = BridgePage(
        "rig", [RigTable.table.schema, RigControlTable.table.schema, RigServerTable.table.schema])

    @Test func tablesOfKeysAreCurrent() throws {
        let current = try page.current()
        #expect(try page.text == current, "run scripts/update-docs")
    }

    @Test func examplesAreValid() throws {
        let count = try page.examples { RigTable.read($0, mistakes: $1) }
        #expect(count >= 2)
    }
}
