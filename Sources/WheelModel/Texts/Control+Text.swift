extension Control {
    /// The value for people: `14.074 MHz`, `-∞`, `High-pass`.
    public var text: String {
        switch settings.quantity {
        case .float(let settings), .int(let settings): return settings.text(of: number)
        case .choice(let settings): return settings.positions[Int(number)].label
        case .selection(let settings):
            let count = selected.count
            if count == 0 { return "none" }
            if count > 3 { return "\(count) of \(settings.positions.count)" }
            var labels: [String] = []
            selected.forEach { labels.append(settings.positions[$0].label) }
            return labels.joined(separator: ", ")
        }
    }
}

extension NumberSettings {
    /// A value of this control for people, with its unit.
    public func text(of value: Double) -> String {
        if let word = texts.first(where: { $0.at == value }) { return word.text }
        let unit = shown?.unit ?? unit ?? ""
        return digits(of: value) + (unit.isEmpty || unit == "°" || unit == "%" ? "" : " ") + unit
    }

    /// The digits alone. A `shown` with decimals of its own keeps its zeros, as the display of a radio does.
    public func digits(of value: Double) -> String {
        guard let shown else { return DecimalText.text(value, decimals: decimals, padded: false, group: "") }
        return DecimalText.text(
            value * shown.factor, decimals: shown.decimals ?? decimals, padded: shown.decimals != nil,
            group: shown.group)
    }
}
