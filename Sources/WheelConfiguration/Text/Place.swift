/// A place in a text, counted from 1 in lines and characters.
struct Place: Comparable, Hashable, Sendable {
    var line: Int
    var column: Int

    static let start = Place(line: 1, column: 1)

    static func < (left: Place, right: Place) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
