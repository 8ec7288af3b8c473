import Glibc
import Testing
import WheelCore

/// The Python module in clients/python has every operation, event and state as the daemon declares them, and the
/// daemon's version.
///
/// In `scripts/update-docs` these tests write the module's files; otherwise they compare the files with the
/// declarations.
@Suite struct PythonModuleTests {
    @Test func commandsAreCurrent() { isCurrent("clients/python/wheeld/commands.py", PythonCommands.file) }

    @Test func linesAreCurrent() { isCurrent("clients/python/wheeld/lines.py", PythonLines.file) }

    @Test func tablesAreCurrent() { isCurrent("clients/python/wheeld/tables.py", PythonTables.file) }

    @Test func versionIsCurrent() {
        isCurrent(
            "clients/python/wheeld/version.py", PythonText.header + ["__version__ = \"\(Version.text)\""])
    }

    @Test func theTableOfMethodsIsCurrent() {
        let path = "docs/clients/python.md"
        var lines: [String] = []
        var isInside = false
        for line in contents(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "<!-- end -->" { isInside = false }
            if !isInside { lines.append(line) }
            if line == "<!-- methods -->" {
                lines += PythonCommands.table
                isInside = true
            }
        }
        #expect(lines.contains("<!-- methods -->"))
        isCurrent(path, lines.dropLast())
    }

    private func isCurrent(_ path: String, _ lines: some Sequence<String>) {
        // The file has no empty line at its end.
        let text = lines.joined(separator: "\n").trimmed + "\n"
        if getenv("UPDATE_DOCS") != nil, let file = fopen(place(path), "w") {
            fputs(text, file)
            fclose(file)
        }
        #expect(contents(path) == text, "\(path): run scripts/update-docs")
    }

    private func contents(_ path: String) -> String {
        guard let file = fopen(place(path), "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func place(_ path: String) -> String {
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/" + path
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self
        while text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
