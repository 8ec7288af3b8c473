import WheelCanvas
import WheelScene

@testable import WheelPanel

/// A terminal that understands the sequences of `CellWriter` and keeps what it would show.
struct FakeTerminal {
    struct Place: Equatable {
        var text: Character = "?"
        var look: [Int: [Int]] = [:]
    }

    let columns: Int
    let rows: Int
    private(set) var places: [Place]
    private var column = 0
    private var row = 0
    private var look: [Int: [Int]] = [:]

    /// Whether a variation selector, which makes a character an emoji, gives the character two cells.
    let countsSelectors: Bool

    init(columns: Int, rows: Int, countsSelectors: Bool = true) {
        self.countsSelectors = countsSelectors
        self.columns = columns
        self.rows = rows
        places = Array(repeating: Place(), count: columns * rows)
    }

    subscript(column: Int, row: Int) -> Place { places[row * columns + column] }

    /// The characters of a row.
    func text(_ row: Int) -> String { String(places[(row * columns)..<((row + 1) * columns)].map(\.text)) }

    mutating func consume(_ bytes: [UInt8]) {
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
        places[row * columns + column] = Place(text: character, look: look)
        column += 1
        if character.cellCount == 2 && (countsSelectors || !character.hasUnsureCellCount) {
            places[row * columns + column] = Place(text: "»", look: look)
            column += 1
        }
    }

    private mutating func control(_ final: Character, _ parameters: Substring) {
        var numbers = parameters.split(separator: ";").compactMap { Int($0) }[...]
        switch final {
        case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case "m":
            while let first = numbers.popFirst() {
                switch first {
                case 0: look = [:]
                case 1, 4, 7: look[first] = []
                case 22: look[1] = nil
                case 24: look[4] = nil
                case 27: look[7] = nil
                case 38, 48:
                    let count = numbers.first == 2 ? 4 : 2
                    look[first] = Array(numbers.prefix(count))
                    numbers = numbers.dropFirst(count)
                default: preconditionFailure("unknown look \(first)")
                }
            }
        case "h", "l": break
        default: preconditionFailure("unknown sequence \(parameters)\(final)")
        }
    }
}
