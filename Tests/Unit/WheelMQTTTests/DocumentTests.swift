import BridgeTestSupport
import Testing

@testable import WheelMQTT

/// `docs/bridges/mqtt.md` agrees with the code that reads the configuration: its tables list the same keys, and its
/// examples are valid.
@Suite struct DocumentTests {
    private let page = BridgePage("mqtt", [MQTTTable.table.schema])

    @Test func tablesOfKeysAreCurrent() throws {
        let current = try page.current()
        #expect(try page.text == current, "run scripts/update-docs")
    }

    @Test func examplesAreValid() throws {
        let count = try page.examples(and: "internals/scaling.md") { MQTTTable.read($0, mistakes: $1) }
        #expect(count >= 3)
    }
}
