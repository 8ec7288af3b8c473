import WheelCore
import WheelModel

/// The value of a number as characters: its digits with their colours, and its unit.
struct CellValue {
    struct Part: Equatable {
        var character: Character
        var ink: CellColor
        /// The place of a counter's digit; `nil` for other characters.
        var place: Int?
        /// Whether a detent of the current speed moves this digit.
        var isMoved = false
    }

    var parts: [Part]
    var unit: String
    /// Whether the value is shown as a word instead of a number.
    let isWord: Bool
    /// The fixed places of a counter.
    let places: DigitPlaces?

    var text: String { String(parts.map(\.character)) }

    init(
        _ picture: ControlPicture, _ settings: ControlSettings, _ number: NumberSettings, isStale: Bool, isLocked: Bool
    ) {
        let ink: CellColor = isStale ? .secondary : .text
        unit = number.shownUnit
        let places = CellValue.places(settings, number)
        self.places = places
        let word = picture.hasValue ? number.texts.first { $0.at == picture.number }?.text : "—"
        isWord = word != nil
        if let word {
            parts = word.map { Part(character: $0, ink: ink) }
            unit = ""
        } else if let places, let reading = places.reading(of: picture.number) {
            let step = settings.movedByHands ? number.speeds[picture.speed].step : nil
            let moved = step.map { places.moved(by: $0) } ?? []
            parts = CellValue.counter(
                places, reading, moved, ink, isLocked: isLocked, group: number.shown?.group ?? "")
        } else {
            parts = number.signedDigits(of: picture.number).withMinus.map { Part(character: $0, ink: ink) }
        }
    }

    /// The fixed places of a counter; `nil` for other numbers.
    private static func places(_ settings: ControlSettings, _ number: NumberSettings) -> DigitPlaces? {
        settings.isCounter(number) ? DigitPlaces(number, isInteger: settings.kind == .int) : nil
    }

    /// Texts that are as wide as the widest values. Cells are laid out for these texts, so that digits keep their
    /// places.
    static func widest(_ settings: ControlSettings, _ number: NumberSettings) -> [String] {
        guard let places = places(settings, number) else {
            // Duplicates are removed, because each text is measured in several stencils for each picture.
            var texts: [String] = []
            for text in settings.valueSamples where !texts.contains(text) { texts.append(text) }
            return texts
        }
        guard var reading = places.reading(of: number.initial) else { return [] }
        reading.sign = places.hasSign ? .minus : .none
        return [
            String(
                counter(places, reading, [], .text, isLocked: false, group: number.shown?.group ?? "").map(\.character))
        ]
    }

    private static func counter(
        _ places: DigitPlaces, _ reading: DigitPlaces.Reading, _ moved: [Int], _ ink: CellColor, isLocked: Bool,
        group: String
    ) -> [Part] {
        var parts: [Part] = []
        switch reading.sign {
        case .none: break
        case .plus: parts.append(Part(character: "+", ink: ink))
        case .minus: parts.append(Part(character: "−", ink: ink))
        }
        // Leading zeros above the highest digit that the speed moves are faint, and so are digits below the lowest
        // digit that the speed moves. In a locked control, all leading zeros are faint, and no other digits.
        let bright = isLocked ? [] : moved
        let first = max(reading.first, bright.max() ?? reading.first)
        let last = bright.min() ?? -places.after
        for (place, digit) in zip(places.all, reading.digits) {
            let isStrong = last <= place && place <= first
            parts.append(
                Part(
                    character: Character(String(digit)), ink: isStrong ? ink : .secondary, place: place,
                    isMoved: moved.contains(place)))
            if place == 0, places.after > 0 {
                parts.append(Part(character: ".", ink: isStrong ? ink : .secondary))
            } else if !group.isEmpty, place % 3 == 0, place > -places.after {
                parts += group.map { Part(character: $0, ink: .secondary) }
            }
        }
        return parts
    }

    /// The text after the digits: the unit and the space before it.
    static func suffix(_ unit: String, in alphabet: CellAlphabet) -> String {
        if unit.isEmpty { return "" }
        if unit == "°" { return alphabet == .ascii ? " deg" : "°" }
        return " " + unit
    }
}

extension ControlSettings {
    /// Whether a terminal shows the value as digits in fixed places.
    func isCounter(_ number: NumberSettings) -> Bool { numberScene is DigitsLayout.Type }
}
