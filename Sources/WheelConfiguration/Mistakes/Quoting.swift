/// What somebody wrote, between quotes: short, and without characters that would move a terminal's cursor.
func quoted(_ text: some StringProtocol, quote: String = "'") -> String {
    quote + visible(text, most: 60) + quote
}

/// A text without characters that would move a terminal's cursor, at most so many of them.
func visible(_ text: some StringProtocol, most: Int = 400) -> String {
    var result = ""
    for (count, character) in text.unicodeScalars.enumerated() {
        if count == most { return result + "…" }
        if isPrintable(character) {
            result.unicodeScalars.append(character)
        } else {
            result += "\\u{\(String(character.value, radix: 16))}"
        }
    }
    return result
}

/// Not a control character, a line end in disguise or a switch of the writing direction.
func isPrintable(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    case .format: character == "\u{200D}" || character == "\u{200C}"
    default: true
    }
}

/// `a`, `a or b`, `a, b or c`.
func alternatives(_ words: [String]) -> String { enumeration(words, "or") }

/// `a`, `a and b`, `a, b and c`.
func enumeration(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last else { return "nothing" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
