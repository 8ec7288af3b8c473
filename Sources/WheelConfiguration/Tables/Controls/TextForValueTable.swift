import WheelCore
import WheelModel

/// An entry of `texts`.
enum TextForValueTable {
    static let at = Key(required: "at", .number(), as: "0", "The value, inside the range.")
    static let text = Key(required: "text", .text(1...40), as: "\"off\"", "The text that replaces it.")

    static let schema = TableSchema(
        "an entry of texts", "A text that the display shows instead of one value.", [at.row, text.row])

    static func read(_ control: TableReader, range: ValueRange?, isWhole: Bool) -> [TextForValue] {
        let mistakes = control.mistakes
        guard let node = control.read(NumberKeys.texts).value,
            let list = ValueType<TOMLTable>.table.list(0...1000, of: "tables")
                .read(node, Subject(name: "'texts'", mistakes: mistakes))
        else { return [] }
        var places: [Double: Place] = [:]
        return list.values.compactMap { table in
            let reader = TableReader(checking: table.value, by: schema, mistakes)
            let at = reader.read(at)
            let text = reader.read(text)
            guard let value = at.value else { return nil }
            if isWhole, value != value.rounded() {
                mistakes.add(at.place, "'at' of an int must be a whole number, not \(decimal(value))")
            } else if let range, !range.contains(value) {
                mistakes.add(at.place, "'at' must lie in \(range.text), but is \(decimal(value))")
            } else if let first = places[value] {
                mistakes.add(
                    at.place, "there are two texts at \(decimal(value)) (the first \(mistakes.text(of: first)))")
            }
            places[value] = places[value] ?? at.place
            return text.value.map { TextForValue(at: value, text: $0) }
        }
    }
}
