import WheelSettings

extension Control {
    /// The value for people: `14.074 MHz`, `-∞`, `High-pass`.
    public var text: String {
        switch settings.quantity {
        case .float(let settings), .int(let settings): return settings.text(of: number)
        case .choice(let settings): return settings.positions[Int(number)].label
        case .selection(let settings): return settings.text(of: selected)
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
    /// A value of this control for people, with its unit.
    public func text(of value: Double) -> String {
        if let word = texts.first(where: { $0.at == value }) { return word.text }
        let unit = shown?.unit ?? unit ?? ""
        return digits(of: value) + (unit.isEmpty || unit == "°" || unit == "%" ? "" : " ") + unit
    }

    /// The digits alone: just so many behind the point as the decimals say, so that they stand still while the value
    /// changes. What so many decimals as there are at most cannot show has an exponent.
    public func digits(of value: Double) -> String {
        let (shownValue, places) = (value * (shown?.factor ?? 1), shown?.decimals ?? decimals)
        if places >= NumberSettings.mostNaturalDecimals, let tiny = DecimalText.exponential(shownValue, below: places) {
            return tiny
        }
        return DecimalText.text(
            shownValue, decimals: places, group: shown?.group ?? "")
    }

    /// So many digits after the point at most, unless more are asked for.
    public static let mostNaturalDecimals = 9
}
