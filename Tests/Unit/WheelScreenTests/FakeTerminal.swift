import WheelCanvas

@testable import WheelScreen

/// A terminal that understands the sequences of `CellWriter` and keeps the characters that it would show.
struct FakeTerminal {
    struct Place: Equatable {
        var text: Character = "?"
        var foreground: UInt32 = 0
        var background: UInt32 = 0
    }

    let columns: Int
    let rows: Int
    private(set) var places: [Place]
    private var column = 0
    private var row = 0
    private var foreground: UInt32 = 0
    private var background: UInt32 = 0

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        places = Array(repeating: Place(), count: columns * rows)
    }

    subscript(column: Int, row: Int) -> Place { places[row * columns + column] }

    /// The characters of a row.
    func text(_ row: Int) -> String { String(places[(row * columns)..<((row + 1) * columns)].map(\.text)) }

    mutating func take(_ bytes: [UInt8]) {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let character = rest.popFirst() {
            if character != "\u{1B}" {
                put(character)
            } else {
                rest = rest.dropFirst()
                let parameters = rest.prefix { !$0.isLetter }
                rest = rest.dropFirst(parameters.count)
                guard let final = rest.popFirst() else { return }
                control(final, parameters)
            }
        }
    }

    private mutating func put(_ character: Character) {
        precondition(column < columns && row < rows, "written beyond the terminal")
        places[row * columns + column] = Place(text: character, foreground: foreground, background: background)
        column += 1
        if character.cellCount == 2 {
            places[row * columns + column] = Place(text: "»", foreground: foreground, background: background)
            column += 1
        }
    }

    private mutating func control(_ final: Character, _ parameters: Substring) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch final {
        case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case "m" where numbers.count == 5:
            let color = UInt32(numbers[2] << 16 | numbers[3] << 8 | numbers[4])
            if numbers[0] == 38 { foreground = color } else { background = color }
        case "h", "l": break
        default: preconditionFailure("unknown sequence \(parameters)\(final)")
        }
    }
}
