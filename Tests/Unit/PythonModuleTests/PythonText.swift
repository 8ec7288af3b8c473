/// Lines of Python, formatted like the project's other Python files.
enum PythonText {
    static let width = 120

    static let header = [
        #""""Written by scripts/update-docs from the daemon's declarations.""""#, "",
    ]

    /// `__all__`: the classes in these lines, and further names.
    static func all(_ lines: [String], and names: [String] = []) -> [String] {
        let classes = lines.filter { $0.hasPrefix("class ") }.map { line in
            String(line.dropFirst(6).prefix { $0.isLetter })
        }
        return ["__all__ = ["] + (classes + names).sorted().map { "    \"\($0)\"," } + ["]", ""]
    }

    /// A name that Python accepts: keywords get an underscore, as `from_`.
    static func name(_ name: String) -> String {
        let keywords = [
            "from", "in", "is", "as", "with", "class", "global", "if", "for", "not", "pass", "lambda", "del",
        ]
        let text = String(name.map { $0 == "-" ? "_" : $0 })
        return keywords.contains(text) ? text + "_" : text
    }

    /// The name of a class, such as `RampState` for `ramp-state`.
    static func className(_ name: String) -> String {
        name.split { $0 == "-" || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// A sentence without its Markdown: links become their text.
    static func plain(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "["), let middle = rest[start...].firstRange(of: "]("),
            let end = rest[middle.upperBound...].firstIndex(of: ")")
        {
            // An earlier bracket, as in a range, is not a part of the link.
            let opening = rest[..<middle.lowerBound].lastIndex(of: "[") ?? start
            plain += rest[..<opening] + rest[rest.index(after: opening)..<middle.lowerBound]
            rest = rest[rest.index(after: end)...]
        }
        return plain + rest
    }

    /// A sentence that begins with a capital letter, unless it begins with code, and ends with a full stop.
    static func sentence(_ text: String) -> String {
        let plain = plain(text)
        return plain.prefix(1).uppercased() + plain.dropFirst() + (plain.hasSuffix(".") ? "" : ".")
    }

    static func docstring(_ paragraphs: [String], indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        if paragraphs.count == 1, indent + paragraphs[0].count + 6 <= width, !paragraphs[0].hasSuffix("\"") {
            return ["\(margin)\"\"\"\(paragraphs[0])\"\"\""]
        }
        var lines: [String] = []
        for (number, paragraph) in paragraphs.enumerated() {
            if number == 1 { lines.append("") }
            lines += wrapped((number == 0 ? "\"\"\"" : "") + paragraph, indent: indent)
        }
        return lines + ["\(margin)\"\"\""]
    }

    static func wrapped(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(margin + word)
            }
        }
        return lines
    }

    /// `head(parameters)tail`, on one line if it fits, else with the parameters on a second line, or on a line each.
    static func call(_ head: String, _ parameters: [String], _ tail: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let one = "\(margin)\(head)(\(parameters.joined(separator: ", ")))\(tail)"
        if one.count <= width { return [one] }
        let inner = "\(margin)    \(parameters.joined(separator: ", "))"
        if inner.count <= width { return ["\(margin)\(head)(", inner, "\(margin))\(tail)"] }
        return ["\(margin)\(head)("] + parameters.map { "\(margin)    \($0)," } + ["\(margin))\(tail)"]
    }

    /// Joins words as `"a", "b"`.
    static func quoted(_ words: some Sequence<String>) -> String {
        words.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
