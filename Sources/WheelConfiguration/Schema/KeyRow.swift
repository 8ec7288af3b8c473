/// A row of the documentation's table of keys.
public struct KeyRow: Hashable, Sendable {
    public let name: String
    /// The type: `whole number`, `string`, `true or false`.
    public let type: String
    /// The limits. Empty if the type has none.
    public let limits: String
    /// The default, or the behaviour without the key, or `required`.
    public let fallback: String
    /// A sentence or two.
    public let meaning: String
    /// The kinds of control or types of input that have the key. Empty means all.
    public let owners: [String]
}

/// One table of the file with its keys, as the documentation shows it.
public struct TableSchema: Sendable {
    /// The header in the file, such as `[socket]` or `[[control]]`, or the location of an inline table, such as
    /// `an entry of speeds`.
    public let title: String
    public let meaning: String
    public let rows: [KeyRow]
    /// The table's name in the file, as `control`.
    var name: String { String(title.drop { $0 == "[" }.prefix { $0 != "]" }) }
    /// The owner of a row with its article: `a float`, `an evdev input`.
    let owner: @Sendable (String) -> String

    package init(
        _ title: String, _ meaning: String, _ rows: [KeyRow], owner: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.title = title
        self.meaning = meaning
        self.rows = rows
        self.owner = owner
    }
}
