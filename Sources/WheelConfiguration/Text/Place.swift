/// A line and a column (in characters), both counted from 1.
struct Place: Comparable, Hashable, Sendable {
    var line: Int
    var column: Int

    static let start = Place(line: 1, column: 1)

    static func < (left: Place, right: Place) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
