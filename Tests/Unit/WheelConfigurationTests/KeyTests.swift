import Testing
import WheelConfiguration

@Suite struct KeyTests {
    @Test(arguments: KeyCase.all)
    func aKeyBecomesItsSetting(_ example: KeyCase) throws {
        let parsed = try Configuration.parse(text: example.text, file: "test.toml")
        #expect(example.holds(parsed.settings), "\(parsed.settings)")
    }

    /// The parser could ignore a key that has no case, and no test would fail.
    @Test func everyKeyHasACase() {
        let tried = Set(KeyCase.all.map { "\($0.table) \($0.key)" })
        let known = Set(
            ConfigurationReference.tables.flatMap { table in table.rows.map { "\(table.title) \($0.name)" } })
        #expect(known.subtracting(tried).isEmpty)
        #expect(tried.subtracting(known).isEmpty)
    }

    /// Without its line, a case's condition must be false. Otherwise the case would not test the line.
    @Test(arguments: KeyCase.all)
    func withoutItsLineTheConditionIsFalse(_ example: KeyCase) throws {
        let without = example.text.split(separator: example.line, maxSplits: 1, omittingEmptySubsequences: false)
        let text = without.joined(separator: "").split(separator: ", }").joined(separator: " }")
        guard let parsed = try? Configuration.parse(text: text, file: "test.toml") else { return }
        #expect(!example.holds(parsed.settings), "\(text)")
    }
}
