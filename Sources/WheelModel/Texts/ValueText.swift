public import WheelCore

// Converts values to and from the texts that displays show and people type: `14.074 MHz`, `-∞`, `High-pass`.

extension Control {
    public var text: String {
        switch settings.quantity {
        case .float(let settings), .int(let settings): return settings.text(of: number)
        case .choice(let settings): return settings.positions[Int(number)].label
        case .selection(let settings): return settings.text(of: selected)
        }
    }

    /// The text of a value in a change. For a selection, the result is always the text of the present value.
    public func text(of reading: Reading) -> String {
        switch (settings.quantity, reading) {
        case (.float(let settings), .number(let number)): settings.text(of: number)
        case (.int(let settings), .integer(let number)): settings.text(of: Double(number))
        case (.choice(let settings), .position(let position)): settings.positions[position].label
        default: text
        }
    }
}

extension PositionSettings {
    /// The labels of the chosen positions, or their number if more than three are chosen.
    public func text(of selected: PositionSet) -> String {
        let count = selected.count
        if count == 0 { return "none" }
        if count > 3 { return "\(count) of \(positions.count)" }
        var labels: [String] = []
        selected.forEach { labels.append(positions[$0].label) }
        return labels.joined(separator: ", ")
    }
}

extension NumberSettings {
    /// The text of a value, with its unit.
    public func text(of value: Double) -> String {
        if let word = texts.first(where: { $0.at == value }) { return word.text }
        let unit = shown?.unit ?? unit ?? ""
        return digits(of: value) + (unit.isEmpty || unit == "°" || unit == "%" ? "" : " ") + unit
    }

    /// The text of a value without its unit. The number of decimals is fixed, so that digits keep their places while
    /// the value changes. A value that is too small for the largest number of decimals is shown with an exponent.
    public func digits(of value: Double) -> String {
        let (shownValue, places) = (value * (shown?.factor ?? 1), shown?.decimals ?? decimals)
        if places >= NumberSettings.mostNaturalDecimals, let tiny = DecimalText.exponential(shownValue, below: places) {
            return tiny
        }
        return DecimalText.text(
            shownValue, decimals: places, group: shown?.group ?? "")
    }

    /// The largest number of decimals that is chosen if the settings give none.
    public static let mostNaturalDecimals = 9
}

/// Why a typed text is not a value of a control.
public struct TypingMistake: Error, Equatable, Sendable {
    public let message: String
}

extension ControlSettings {
    /// Parses the text that a person types: a number as displays show it, with or without its unit, or the name or the
    /// label of a position. Positions of a selection are separated by commas.
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
            throw TypingMistake(message: "'\(text)' is not a number")
        }
        let value = NumberSettings.divided(typed, by: shown?.factor ?? 1)
        let isInside = value >= range.lower && value <= range.upper
        guard isInside || wraps else {
            throw TypingMistake(
                message: "\(text) is outside of \(self.text(of: range.lower)) to \(self.text(of: range.upper))")
        }
        return value
    }

    /// Divides by a factor. A factor such as 1e-6 is not an exact Double, so the number is multiplied by the inverse, a
    /// whole number.
    private static func divided(_ number: Double, by factor: Double) -> Double {
        let inverse = (1 / factor).rounded()
        return factor.magnitude < 1 && (1 / inverse) == factor ? (number * inverse) : number / factor
    }
}

extension PositionSettings {
    /// Finds a position by its name or its label, or by a prefix that no other position has.
    fileprivate func position(typed text: String) throws(TypingMistake) -> String {
        let wanted = text.lowercased()
        func words(_ position: Position) -> [String] { [position.name.lowercased(), position.label.lowercased()] }
        if let whole = positions.first(where: { words($0).contains(wanted) }) { return whole.name }
        let begun = positions.filter { words($0).contains { $0.hasPrefix(wanted) } }
        if !wanted.isEmpty, begun.count == 1 { return begun[0].name }
        let some = positions.prefix(6).map(\.label).joined(separator: ", ") + (positions.count > 6 ? ", …" : "")
        throw TypingMistake(message: "'\(text)' is not a position; there are \(some)")
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
