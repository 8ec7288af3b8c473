/// A key of a table: its type, limits, default and meaning. A `Setting` adds the function that stores the key's value.
struct Key<Value: Sendable>: Sendable {
    let row: KeyRow
    let standard: Value
    /// A line of the file that gives a required key a valid value; `nil` for other keys.
    let example: String?
    let read: @Sendable (TOMLNode, Subject) -> Value?

    var name: String { row.name }

    private init<Written>(
        _ name: String, _ type: ValueType<Written>, fallback: String, standard: Value, example: String? = nil,
        owners: [String], meaning: String, _ read: @escaping @Sendable (TOMLNode, Subject) -> Value?
    ) {
        row = KeyRow(
            name: name, type: type.name, limits: type.limits, fallback: fallback, meaning: meaning, owners: owners)
        self.standard = standard
        self.example = example
        self.read = read
    }
}

extension Key {
    /// A key with a default value.
    init(
        _ name: String, _ type: ValueType<Value>, default standard: Value, of owners: [String] = [], _ meaning: String
    ) {
        self.init(
            name, type, fallback: "`\(type.write(standard))`", standard: standard, owners: owners,
            meaning: meaning, type.read)
    }

    /// An optional key. `otherwise` describes the behaviour without the key.
    init<Written>(
        _ name: String, _ type: ValueType<Written>, otherwise: String, of owners: [String] = [], _ meaning: String
    ) where Value == Written? {
        self.init(
            name, type, fallback: otherwise, standard: nil, owners: owners, meaning: meaning
        ) { node, subject in type.read(node, subject).map(Optional.some) }
    }

    /// A required key. `example` is a valid value.
    init<Written>(
        required name: String, _ type: ValueType<Written>, as example: String, of owners: [String] = [],
        _ meaning: String
    ) where Value == Written? {
        self.init(
            name, type, fallback: "required", standard: nil, example: "\(name) = \(example)", owners: owners,
            meaning: meaning
        ) { node, subject in type.read(node, subject).map(Optional.some) }
    }
}

/// A row of the documentation's table of keys.
public struct KeyRow: Hashable, Sendable {
    public let name: String
    /// The type: `whole number`, `string`, `true or false`.
    public let type: String
    /// The limits. Empty if the type has none.
    public let limits: String
    /// The default, or the behaviour without the key, or `required`.
    public let fallback: String
    public let meaning: String
    /// The owners that have the key, such as kinds of control or types of input. Empty if all have it.
    public let owners: [String]
}

/// A table with its keys, as the documentation shows it.
public struct TableSchema: Sendable {
    /// The header in the file, as `[[control]]`, or the location of an inline table, as `an entry of speeds`.
    public let title: String
    public let meaning: String
    public let rows: [KeyRow]
    /// The rows by the key's name. Several owners may have a key of the same name.
    let rowsOfKey: [String: [KeyRow]]
    /// The table's name in the file, as `control`.
    var name: String { String(title.drop { $0 == "[" }.prefix { $0 != "]" }) }
    /// Returns the name of an owner with its article: `a float`, `an evdev input`.
    let owner: @Sendable (String) -> String

    package init(
        _ title: String, _ meaning: String, _ rows: [KeyRow], owner: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.title = title
        self.meaning = meaning
        self.rows = rows
        rowsOfKey = Dictionary(grouping: rows, by: \.name)
        self.owner = owner
    }
}
