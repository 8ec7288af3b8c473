import WheelCore

extension Control {
    /// The value as text for people: `14.074 MHz`, `-∞`, `High-pass`.
    public var text: String {
        switch settings.quantity {
        case .float(let settings), .int(let settings): return settings.text(of: number)
        case .choice(let settings): return settings.positions[Int(number)].label
        case .selection(let settings): return settings.text(of: selected)
        }
    }

    /// The text of a value that it had during a step. Of a selection only the present value is known.
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
    /// The labels of the chosen positions, or their number if there are more than three.
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
    /// The text of any value of this control, with its unit.
    public func text(of value: Double) -> String {
        if let word = texts.first(where: { $0.at == value }) { return word.text }
        let unit = shown?.unit ?? unit ?? ""
        return digits(of: value) + (unit.isEmpty || unit == "°" || unit == "%" ? "" : " ") + unit
    }

    /// The digits without the unit. With a fixed number of decimals they keep their places while the value changes. A
    /// value too small for the largest number of decimals has an exponent.
    public func digits(of value: Double) -> String {
        let (shownValue, places) = (value * (shown?.factor ?? 1), shown?.decimals ?? decimals)
        if places >= NumberSettings.mostNaturalDecimals, let tiny = DecimalText.exponential(shownValue, below: places) {
            return tiny
        }
        return DecimalText.text(
            shownValue, decimals: places, group: shown?.group ?? "")
    }

    /// The largest number of decimals if the settings do not fix it.
    public static let mostNaturalDecimals = 9
}
