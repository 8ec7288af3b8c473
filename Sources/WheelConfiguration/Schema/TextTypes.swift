import WheelCore

extension ValueType where Value == String {
    /// A string of one line.
    package static func text(_ length: ClosedRange<Int> = 1...200) -> ValueType {
        let limits =
            length.lowerBound > 0
            ? "\(length.lowerBound)…\(length.upperBound) characters" : "at most \(length.upperBound) characters"
        return ValueType("string", limits: limits, write: { quoted($0, quote: "\"") }) { node, subject in
            guard case .string(let text) = node.value else { return subject.mustBe("a string", node) }
            if let hidden = text.unicodeScalars.first(where: { !ForeignText.isVisible($0) }) {
                return subject.complain(
                    node.place, "must be one line of visible characters, but has \(quoted(String(hidden)))")
            }
            let count = text.unicodeScalars.count
            guard length.contains(count) else {
                return subject.complain(
                    node.place,
                    count < length.lowerBound
                        ? "must not be empty" : "must be at most \(length.upperBound) characters long, not \(count)")
            }
            return text
        }
    }

    /// The name of a control, an input or another table.
    package static let name = text(0...200).refined("name", limits: "`[a-z][a-z0-9_-]{0,31}`") { text in
        if isName(text) { return nil }
        return "must be a lowercase letter followed by at most 31 lowercase letters, digits, '_' or '-', "
            + "not \(quoted(text))"
    }

    package static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, ("a"..."z").contains(first), text.utf8.count <= 32 else {
            return false
        }
        return text.unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "-"
        }
    }

    /// An absolute path of at most `most` bytes.
    package static func path(as example: String, most: Int = 4095) -> ValueType {
        text(1...4095).refined("path", limits: "absolute") { text in
            if !text.hasPrefix("/") { return "must be an absolute path, as \"\(example)\", not \(quoted(text))" }
            if text.utf8.count > most { return "must be at most \(most) bytes long, not \(text.utf8.count)" }
            return nil
        }
    }
}

extension ValueType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    package static func word(_ type: Value.Type = Value.self) -> ValueType {
        let words = type.allCases.map(\.rawValue)
        let list = alternatives(words.map { quoted($0, quote: "\"") })
        return ValueType(list, write: { quoted($0.rawValue, quote: "\"") }) { node, subject in
            guard case .string(let text) = node.value else { return subject.mustBe(list, node) }
            guard let value = Value(rawValue: text) else {
                return subject.complain(
                    node.place,
                    "must be \(list), not \(quoted(text, quote: "\""))\(NearestName.suggestion(text, in: words))")
            }
            return value
        }
    }
}
