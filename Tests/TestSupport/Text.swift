/// A number as a table writes it: `3`, not `3.0`; otherwise the shortest text that reads back as the same Double.
public func text(_ number: Double) -> String {
    guard !number.isNaN else { return "nan" }  // it may have a sign, which says nothing
    let text = "\(number == 0 ? 0 : number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A number of a table; traps on what is none: that is a mistake in the test.
public func number(_ text: some StringProtocol) -> Double {
    guard let number = Double(String(text)) else { preconditionFailure("no number: \(text)") }
    return number
}

/// The numbers of a table that stand close together, as in `10,20`.
public func numbers(_ text: some StringProtocol) -> [Double] {
    text.split(separator: ",").map { number($0) }
}
