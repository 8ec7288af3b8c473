import Testing
import WheelConfiguration

/// Every message about a file. The cases are in `Mistakes/`.
@Suite struct MistakeTests {
    @Test(arguments: CaseFile.names.flatMap(CaseFile.cases))
    func messages(_ example: Case) {
        #expect(said(of: example.text) == example.expected)
    }

    /// The mistakes and warnings of a text, in the syntax of the case files. These tests assume a kernel that knows
    /// every key name except KEY_NONE.
    private func said(of text: String) -> [String] {
        do throws(ConfigurationMistakes) {
            let parsed = try Configuration.parse(text: text, file: "test.toml") { $0 != "KEY_NONE" }
            guard !parsed.warnings.isEmpty else { return ["-> OK"] }
            return parsed.warnings.map { "~> \($0.line):\($0.column): \($0.message)" }
        } catch {
            return error.list.map { "-> \($0.line):\($0.column): \($0.message)" }
        }
    }

    @Test func aMistakeNamesItsFile() {
        let text = "[socket]\nmode = 1\npth = 2\n"
        #expect(throws: ConfigurationMistakes(list: expected)) {
            try Configuration.parse(text: text, file: "/etc/wheeld/wheeld.toml")
        }
        #expect(
            ConfigurationMistakes(list: expected).description == """
                /etc/wheeld/wheeld.toml:2:8: 'mode' must be a string of octal digits, as "0660", not a whole number
                /etc/wheeld/wheeld.toml:3:1: unknown key 'pth' (did you mean 'path'?)
                """)
    }

    private let expected = [
        ConfigurationMistake(
            file: "/etc/wheeld/wheeld.toml", line: 2, column: 8,
            message: "'mode' must be a string of octal digits, as \"0660\", not a whole number"),
        ConfigurationMistake(
            file: "/etc/wheeld/wheeld.toml", line: 3, column: 1, message: "unknown key 'pth' (did you mean 'path'?)"),
    ]
}
