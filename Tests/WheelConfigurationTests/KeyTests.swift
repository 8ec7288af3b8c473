import Testing
import WheelConfiguration

/// Each key of each table, read into the setting that it stands for.
@Suite struct KeyTests {
    @Test(arguments: KeyCase.all)
    func aKeyBecomesItsSetting(_ example: KeyCase) throws {
        let parsed = try Configuration.parse(text: example.text, file: "test.toml")
        #expect(example.holds(parsed.settings), "\(parsed.settings)")
    }

    /// A key that nobody tries could be read into nothing.
    @Test func everyKeyIsTried() {
        let tried = Set(KeyCase.all.map { "\($0.table) \($0.key)" })
        let known = Set(
            ConfigurationReference.tables.flatMap { table in table.rows.map { "\(table.title) \($0.name)" } })
        #expect(known.subtracting(tried).isEmpty)
        #expect(tried.subtracting(known).isEmpty)
    }

    /// The case's line alone must bring the setting about: without it, it does not hold.
    @Test(arguments: KeyCase.all)
    func withoutItsKeyASettingIsAnother(_ example: KeyCase) throws {
        let without = example.text.split(separator: example.line, maxSplits: 1, omittingEmptySubsequences: false)
        let text = without.joined(separator: "").split(separator: ", }").joined(separator: " }")
        guard let parsed = try? Configuration.parse(text: text, file: "test.toml") else { return }
        #expect(!example.holds(parsed.settings), "\(text)")
    }
}
