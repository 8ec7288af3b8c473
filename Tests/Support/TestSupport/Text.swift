/// Writes a number as tables do: `3`, not `3.0`; otherwise the shortest text that reads back as the same Double.
public func text(_ number: Double) -> String {
    guard !number.isNaN else { return "nan" }  // A NaN's sign has no meaning.
    let text = "\(number == 0 ? 0 : number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A number of a table. Traps on other text, which is a mistake in the test.
public func number(_ text: some StringProtocol) -> Double {
    guard let number = Double(String(text)) else { preconditionFailure("no number: \(text)") }
    return number
}

/// Takes the complete lines from the beginning of a text.
public func takeLines(from text: inout String) -> [String] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    text = lines.popLast() ?? ""
    return lines
}

/// Numbers of a table that are separated by commas, as in `10,20`.
public func numbers(_ text: some StringProtocol) -> [Double] {
    text.split(separator: ",").map { number($0) }
}
