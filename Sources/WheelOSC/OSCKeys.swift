import WheelConfiguration
import WheelCore

/// The types of values that several tables share.
enum OSCKeys {
    static let addressType = ValueType<String>.text(1...200).refined("OSC address", limits: "as `\"/synth/cutoff\"`") {
        text in
        guard text.hasPrefix("/") else { return "must begin with '/', as \"/synth/cutoff\", not \(quoted(text))" }
        let wrong = text.unicodeScalars.first { !$0.isASCII || " #*,?[]{}".unicodeScalars.contains($0) }
        return wrong.map { "must not have \(quoted(String($0))), which OSC does not allow in an address" }
    }

    /// A number, true, false, a fixed string, or a type and a word, such as `f:value`.
    private static let partType = ValueType<OSCTemplate.Part>("argument", write: { _ in "" }) { node, subject in
        switch node.value {
        case .integer(let value):
            return .fixed(Int32(exactly: value).map { .int($0) } ?? .long(value))
        case .number(let value):
            guard value.isFinite else { return subject.mustBe("a number, true, false or a string", node) }
            return .fixed(.float(Float(value)))
        case .boolean(let value): return .fixed(.flag(value))
        case .string(let text): return part(text, node, subject)
        case .date, .time, .dateTime, .list, .table:
            return subject.mustBe("a number, true, false or a string", node)
        }
    }

    private static func part(_ text: String, _ node: TOMLNode, _ subject: Subject) -> OSCTemplate.Part? {
        let words = OSCTemplate.Word.allCases.map(\.rawValue)
        guard let colon = text.firstIndex(of: ":"), let kind = OSCTemplate.Kind(rawValue: String(text[..<colon])) else {
            guard text.utf8.count <= 1000, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
                return subject.complain(node.place, "must be one line of at most 1000 bytes")
            }
            return .fixed(.string(text))
        }
        let name = String(text[text.index(after: colon)...])
        guard let word = OSCTemplate.Word(rawValue: name) else {
            let hint = NearestName.of(name, in: words).map { " (did you mean '\(kind.rawValue):\($0)'?)" } ?? ""
            return subject.complain(
                node.place,
                "must have \(alternatives(words.map { quoted($0) })) behind '\(kind.rawValue):', not \(quoted(name))\(hint)"
            )
        }
        return .word(kind, word)
    }

    /// A template in which each word is one of `words`. Unless `mayLackValue`, the template must have at least one of
    /// these words.
    static func template(_ words: [OSCTemplate.Word], mayLackValue: Bool = false) -> ValueType<OSCTemplate> {
        let list = partType.list(0...16, of: "arguments")
        return ValueType(list.name, write: { _ in "" }) { node, subject in
            guard let parts = list.read(node, subject) else { return nil }
            var found: [OSCTemplate.Word] = []
            for part in parts.values {
                guard case .word(let kind, let word) = part.value else { continue }
                if !words.contains(word) {
                    let right = alternatives(words.map { quoted("\(kind.rawValue):\($0.rawValue)") })
                    subject.mistakes.add(
                        part.place, "\(quoted("\(kind.rawValue):\(word.rawValue)")) does not belong here, but \(right)")
                } else if let first = found.first, first != word {
                    subject.mistakes.add(
                        part.place, "'args' must not have both \(quoted(first.rawValue)) and \(quoted(word.rawValue))")
                }
                found.append(word)
            }
            if !mayLackValue, found.isEmpty, parts.isWhole {
                let right = alternatives(words.map { quoted("f:\($0.rawValue)") })
                subject.complain(node.place, "lacks the value: \(right)")
            }
            return OSCTemplate(parts.values.map(\.value))
        }
    }
}
