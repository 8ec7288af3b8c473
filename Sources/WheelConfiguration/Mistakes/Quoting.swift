import WheelCore

/// Puts text from the file in quotes, shortens it and escapes control characters.
package func quoted(_ text: some StringProtocol, quote: String = "'") -> String {
    quote + visible(text, most: 60) + quote
}

/// Text with control characters escaped, shortened to `most` characters.
func visible(_ text: some StringProtocol, most: Int = 400) -> String { ForeignText(text).line(most: most) }

/// `a`, `a or b`, `a, b or c`.
package func alternatives(_ words: [String]) -> String { enumeration(words, "or") }

/// `a`, `a and b`, `a, b and c`.
func enumeration(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last else { return "nothing" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
