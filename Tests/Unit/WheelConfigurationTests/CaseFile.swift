import Glibc

/// A case of a file in `Mistakes/`: a configuration, and the messages that it must cause.
///
///     == title of the case
///     [socket]
///     max_clients = 0
///     -> 2:15: 'max_clients' must be 1…10000, not 0
///
/// `->` is a mistake, `~>` is a warning, and `-> OK` means neither.
struct Case: Sendable, CustomStringConvertible {
    let title: String
    let text: String
    let expected: [String]

    var description: String { title }
}

enum CaseFile {
    /// The names of all files in `Mistakes/`, without the extension.
    static let names = [
        "syntax", "tables", "daemon", "controls", "numbers", "limits", "speeds", "positions", "ramps", "presets",
        "likes", "inputs", "actions", "displays", "appearance", "grids",
    ]

    static func cases(_ name: String) -> [Case] {
        var cases: [Case] = []
        var title: String?
        var text = ""
        var expected: [String] = []
        func end() {
            if let title { cases.append(Case(title: "\(name): \(title)", text: text, expected: expected)) }
            (text, expected) = ("", [])
        }
        for line in contents("Mistakes/\(name).txt").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("== ") {
                end()
                title = String(line.dropFirst(3))
            } else if line.hasPrefix("-> ") || line.hasPrefix("~> ") {
                expected.append(String(line))
            } else if title != nil, expected.isEmpty {
                text += line + "\n"
            }
        }
        end()
        return cases
    }

    /// The content of a file, by its path relative to this one. Traps if the file does not exist, which is an error in
    /// the test.
    static func contents(_ path: String) -> String {
        guard let file = fopen("\(folder)/\(path)", "r") else { preconditionFailure("no file \(folder)/\(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    static func write(_ text: String, to path: String) {
        guard let file = fopen("\(folder)/\(path)", "w") else { preconditionFailure("no file \(folder)/\(path)") }
        fputs(text, file)
        fclose(file)
    }

    private static let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
}
