import BridgeTestSupport
import Testing

@testable import WheelWeb

/// `docs/bridges/web.md` agrees with the code that reads the configuration: its table lists the same keys, and its
/// example is valid.
@Suite struct DocumentTests {
    private let page = BridgePage("web", [WebTable.table.schema])

    @Test func tableOfKeysIsCurrent() throws {
        let current = try page.current()
        #expect(try page.text == current, "run scripts/update-docs")
    }

    @Test func exampleIsValid() throws {
        let count = try page.examples { WebTable.read($0, mistakes: $1) }
        #expect(count >= 1)
    }
}
