extension ValueType where Value == UInt32 {
    /// A file's permission bits, as a string of octal digits.
    static let permissions = ValueType(
        "octal digits", limits: "`\"0000\"`…`\"0777\"`", write: { "\"0\(String($0, radix: 8))\"" },
        read: { node, subject in
            guard case .string(let text) = node.value else {
                return subject.mustBe("a string of octal digits, as \"0660\"", node)
            }
            guard (3...4).contains(text.utf8.count), let mode = UInt32(text, radix: 8), mode <= 0o777,
                !text.hasPrefix("+")
            else {
                return subject.complain(
                    node.place, "must be octal digits from \"0000\" to \"0777\", not \(quoted(text, quote: "\""))")
            }
            return mode
        })
}

extension ValueType where Value == String {
    /// A group, by name or number.
    static let account = member(allowsGroups: false)

    /// A user, or a group with `@` before it, by name or number.
    static let member = member(allowsGroups: true)

    private static func member(allowsGroups: Bool) -> ValueType {
        let name = allowsGroups ? "user or @group" : "group"
        let sentence = allowsGroups ? "a user or an @group, by name or number" : "a group, by name or number"
        return ValueType(name, write: { quoted($0, quote: "\"") }) { node, subject in
            switch node.value {
            case .string(let text) where isAccount(allowsGroups && text.hasPrefix("@") ? text.dropFirst() : text[...]):
                return text
            case .integer(let number) where (0..<Int64(UInt32.max)).contains(number):
                return "\(number)"
            case .string(let text):
                return subject.complain(node.place, "must be \(sentence), not \(quoted(text, quote: "\""))")
            case .integer(let number):
                return subject.complain(node.place, "must be \(sentence), not \(number)")
            case .number, .boolean, .date, .time, .dateTime, .list, .table:
                return subject.mustBe(sentence, node)
            }
        }
    }

    private static func isAccount(_ text: Substring) -> Bool {
        guard (1...32).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "-") else { return false }
        return text.unicodeScalars.allSatisfy { character in
            character.properties.isAlphabetic || ("0"..."9").contains(character)
                || "_.-$".unicodeScalars.contains(character)
        }
    }
}
