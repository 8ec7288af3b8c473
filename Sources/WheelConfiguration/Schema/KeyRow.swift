/// What the documentation says of one key.
public struct KeyRow: Hashable, Sendable {
    public let name: String
    /// What it takes: `whole number`, `string`, `true or false`.
    public let type: String
    /// Its limits; empty where the type says it all.
    public let limits: String
    /// What holds where it is not given; `required` where it must be.
    public let fallback: String
    /// A sentence or two.
    public let meaning: String
    /// The kinds of control or types of input that have it; empty: all.
    public let owners: [String]
}

/// One table of the file with its keys, as the documentation shows it.
public struct TableSchema: Sendable {
    /// As the file writes it: `[socket]`, `[[control]]`, or where such a table stands: `an entry of speeds`.
    public let title: String
    public let meaning: String
    public let rows: [KeyRow]
    /// The owner of a row in a sentence: `a float`, `an evdev input`.
    let owner: @Sendable (String) -> String

    init(
        _ title: String, _ meaning: String, _ rows: [KeyRow], owner: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.title = title
        self.meaning = meaning
        self.rows = rows
        self.owner = owner
    }
}
