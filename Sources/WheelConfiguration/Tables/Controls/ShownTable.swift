import WheelCore

/// `shown = { … }`
enum ShownTable {
    static let table = Table("shown", "How the display shows a value. Clients get the value unchanged.", ShownText()) {
        Setting(
            "factor", .notZero, default: 1, { $0.factor = $1 },
            "The factor by which the shown value is multiplied.")
        Setting(
            "decimals", .whole(0...15), otherwise: "the control's", { $0.decimals = $1 },
            "Digits after the decimal point.")
        Setting("group", .text(0...3), default: "", { $0.group = $1 }, "The separator between groups of three digits.")
        Setting("unit", .text(0...16), otherwise: "the control's", { $0.unit = $1 }, "The unit after the shown value.")
    }

    static let type = table.type { shown, reader -> ShownText? in
        if shown.group == "." {
            reader.warn(at: "group", "'group' is the same as the decimal point: write a space or an apostrophe")
        }
        return shown
    }
}

/// An entry of `texts`.
enum TextForValueTable {
    struct Draft: Sendable {
        var at: Placed<Double>?
        var text: String?
    }

    static let table = Table(
        "an entry of texts", "The display shows this text while the control has this value.", Draft()
    ) {
        Setting(
            required: "at", ValueType<Double>.number().placed, as: "0", { $0.at = $1 },
            "The value, inside the range.")
        Setting(required: "text", .text(1...40), as: "\"off\"", { $0.text = $1 }, "The text that replaces the value.")
    }

    static let list = table.type { draft, _ in draft }.list(0...1000, of: "tables")

    /// The texts of a control. Adds a mistake for a text whose value the control cannot have, and for a second text at
    /// the same value.
    static func checked(
        _ list: ListValue<Draft>?, range: ValueRange?, isWhole: Bool, _ mistakes: MistakeList
    ) -> [TextForValue] {
        var places: [Double: Place] = [:]
        return list?.values.map(\.value).compactMap { draft in
            guard let at = draft.at else { return nil }
            if isWhole, at.value != at.value.rounded() {
                mistakes.add(at.place, "'at' of an int must be a whole number, not \(decimal(at.value))")
            } else if let range, !range.contains(at.value) {
                mistakes.add(at.place, "'at' must lie in \(range.text), but is \(decimal(at.value))")
            } else if let first = places[at.value] {
                mistakes.add(
                    at.place, "there are two texts at \(decimal(at.value)) (the first \(mistakes.text(of: first)))")
            }
            places[at.value] = places[at.value] ?? at.place
            return draft.text.map { TextForValue(at: at.value, text: $0) }
        } ?? []
    }
}
