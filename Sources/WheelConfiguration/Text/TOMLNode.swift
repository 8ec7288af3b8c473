/// A value of the file and where it stands.
struct TOMLNode: Sendable {
    let value: TOMLValue
    let place: Place
}

indirect enum TOMLValue: Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case date
    case time
    case dateTime
    case list([TOMLNode])
    case table(TOMLTable)

    /// What it is, in a sentence.
    var kind: String {
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

/// A table: what the keys say, in the order of the file.
struct TOMLTable: Sendable {
    let entries: [TOMLEntry]
    /// Its header, or its opening brace.
    let place: Place

    subscript(key: String) -> TOMLNode? {
        entries.first { $0.key == key }?.node
    }
}

/// A key, where it stands, and its value.
struct TOMLEntry: Sendable {
    let key: String
    let place: Place
    let node: TOMLNode
}

/// The whole numbers that a control can hold.
enum WholeNumber {
    /// 2^53: up to here a Double can hold each one.
    static let largest: Int64 = 1 << 53
}
