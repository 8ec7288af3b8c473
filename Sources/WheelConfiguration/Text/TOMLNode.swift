/// A line and a column (in characters) of the file, both counted from 1. In a definition `line` is the number of a
/// node.
package struct Place: Comparable, Hashable, Sendable {
    package var line: Int
    package var column: Int
    /// 0 for the file, else the number of the definition.
    package var source = 0

    package static let start = Place(line: 1, column: 1)

    package static func < (left: Place, right: Place) -> Bool {
        (left.source, left.line, left.column) < (right.source, right.line, right.column)
    }
}

package struct TOMLNode: Sendable {
    package let value: TOMLValue
    package let place: Place
}

package enum TOMLValue: Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case date
    case time
    case dateTime
    case list([TOMLNode])
    indirect case table(TOMLTable)

    /// The type with its article, for messages.
    package var kind: String {
        switch self {
        case .string: "a string"
        case .integer: "a whole number"
        case .number(let value): value.isNaN ? "nan" : value.isInfinite ? "infinity" : "a number with a point"
        case .boolean: "true or false"
        case .date: "a date"
        case .time: "a time"
        case .dateTime: "a date and time"
        case .list: "a list"
        case .table: "a table"
        }
    }
}

/// A table, with its keys in the order of the file.
package struct TOMLTable: Sendable {
    package let entries: [TOMLEntry]
    /// The place of the table's header or opening brace.
    package let place: Place
    /// The keys that the table has taken over by `like`.
    var inheritance: Inheritance?

    package subscript(key: String) -> TOMLNode? {
        entries.first { $0.key == key }?.node
    }
}

package struct TOMLEntry: Sendable {
    package let key: String
    package let place: Place
    package let node: TOMLNode
}
