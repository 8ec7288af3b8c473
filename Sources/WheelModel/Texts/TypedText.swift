public import WheelCore

/// Why a typed text is no value of a control.
public struct TypingMistake: Error, Equatable, Sendable {
    public let message: String
}

extension ControlSettings {
    /// The value that a person types: a number as displays show it, with or without its unit, or the name or the label of
    /// a position. Positions of a selection are divided by commas.
    public func value(typed text: String) throws(TypingMistake) -> ControlValue {
        let text = text.trimmed
        switch quantity {
        case .float(let number), .int(let number): return .number(try number.value(typed: text))
        case .choice(let positions): return .position(try positions.position(typed: text))
        case .selection(let positions):
            var names: [String] = []
            for part in text.split(separator: ",") { names.append(try positions.position(typed: String(part).trimmed)) }
            return .positions(names)
        }
    }
}

extension NumberSettings {
    fileprivate func value(typed text: String) throws(TypingMistake) -> Double {
        if let word = texts.first(where: { $0.text == text }) { return word.at }
        var digits = text
        let unit = shown?.unit ?? unit ?? ""
        if !unit.isEmpty, digits.lowercased().hasSuffix(unit.lowercased()) { digits.removeLast(unit.count) }
        digits = digits.trimmed.filter { $0 != " " && $0 != "_" && !(shown?.group ?? "").contains($0) }
        if let first = digits.first, first == "−" { digits = "-" + digits.dropFirst() }
        guard let typed = Double(digits), typed.isFinite else {
            throw TypingMistake(message: "'\(text)' is no number")
        }
        let value = NumberSettings.divided(typed, by: shown?.factor ?? 1)
        let isInside = value >= range.lower && value <= range.upper
        guard isInside || wraps else {
            throw TypingMistake(
                message: "\(text) is outside of \(self.text(of: range.lower)) to \(self.text(of: range.upper))")
        }
        return value
    }

    /// A factor such as 1e-6 is no exact number, its inverse is one.
    private static func divided(_ number: Double, by factor: Double) -> Double {
        let inverse = (1 / factor).rounded()
        return factor.magnitude < 1 && (1 / inverse) == factor ? (number * inverse) : number / factor
    }
}

extension PositionSettings {
    /// The name of the position: by its name or label, or by a beginning that no other one has.
    fileprivate func position(typed text: String) throws(TypingMistake) -> String {
        let wanted = text.lowercased()
        func words(_ position: Position) -> [String] { [position.name.lowercased(), position.label.lowercased()] }
        if let whole = positions.first(where: { words($0).contains(wanted) }) { return whole.name }
        let begun = positions.filter { words($0).contains { $0.hasPrefix(wanted) } }
        if !wanted.isEmpty, begun.count == 1 { return begun[0].name }
        let some = positions.prefix(6).map(\.label).joined(separator: ", ") + (positions.count > 6 ? ", …" : "")
        throw TypingMistake(message: "'\(text)' is no position; there are \(some)")
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
