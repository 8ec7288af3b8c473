import WheelCore

/// Reads the keys of a table by its schema, and then reports which keys the file gives, and where.
package struct TableReader {
    let table: TOMLTable
    let schema: TableSchema
    package let mistakes: MistakeList
    /// The keys whose value contains a mistake, and the required keys that are missing.
    var mistaken: Set<String> = []

    init(table: TOMLTable, schema: TableSchema, mistakes: MistakeList) {
        self.table = table
        self.schema = schema
        self.mistakes = mistakes
    }

    package var place: Place { table.place }

    /// The value of a key that is given or required; `nil` if a mistake was added.
    func read<Value>(_ key: Key<Value>) -> Value? {
        if let node = table[key.name] {
            return key.read(node, Subject(name: quoted(key.name), mistakes: mistakes))
        }
        // 'kimd' is reported as a misspelling of 'kind'. Reporting that 'kind' is missing would report the same mistake
        // twice.
        if let example = key.example, !isMisspelt(key.name) {
            // 'like' never takes over `ownKeys`. So if one of them is missing, this is the table's own mistake.
            mistakes.reading(LikeReading.ownKeys.contains(key.name) ? nil : mistakes.inheritance) {
                mistakes.add(place, "\(schema.title) needs \(quoted(key.name)), as \(example)")
            }
        }
        return nil
    }

    /// Whether an unknown key of the table will be reported as a misspelling of `name`. Only the first 200 keys are
    /// compared, since a client's table may have tens of thousands of keys.
    func isMisspelt(_ name: String) -> Bool {
        let known = schema.rows.map(\.name)
        return table.entries.prefix(200).contains { entry in
            !known.contains(entry.key) && NearestName.of(entry.key, in: known) == name
        }
    }

    package func has(_ name: String) -> Bool { node(name) != nil }

    /// Whether a mistake was added about the key's value, or because the key is missing.
    func isMistaken(_ name: String) -> Bool { mistaken.contains(name) }

    /// Whether the file gives a value without a mistake.
    package func isGiven(_ name: String) -> Bool { has(name) && !mistaken.contains(name) }

    /// The place of a key, for messages about the key and not its value.
    func keyPlace(_ name: String) -> Place {
        table.entries.first { $0.key == name }?.place ?? place
    }

    /// The place of a key's value, else the place of the table.
    func valuePlace(_ name: String) -> Place { node(name)?.place ?? place }

    private func node(_ name: String) -> TOMLNode? {
        assert(schema.rows.contains { $0.name == name }, "\(schema.title) has no key \(name)")
        return table[name]
    }

    /// Adds a mistake about the value of a key.
    package func complain(at name: String, _ message: @autoclosure () -> String) {
        mistakes.add(valuePlace(name), message())
    }

    /// Adds a mistake about a key that is not allowed here.
    func complain(atKey name: String, _ message: @autoclosure () -> String) { mistakes.add(keyPlace(name), message()) }

    func warn(at name: String, _ message: @autoclosure () -> String) { mistakes.warn(valuePlace(name), message()) }

    func warn(atKey name: String, _ message: @autoclosure () -> String) { mistakes.warn(keyPlace(name), message()) }

    /// Adds a mistake about a value, so that later checks skip the value.
    mutating func refuse(_ name: String, _ message: String) {
        mistaken.insert(name)
        complain(at: name, message)
    }

    /// Adds a mistake for each key that is not in the schema or that belongs to another owner.
    ///
    /// If `owner` is `nil`, because a mistake makes the owner unknown or the table has no owners, keys of every owner
    /// are accepted. `isOther` returns whether other code reads the key.
    func checkKeys(owner: String? = nil, isOther: (TOMLEntry) -> Bool = { _ in false }) {
        for entry in table.entries where !isOther(entry) {
            let rows = schema.rowsOfKey[entry.key] ?? []
            if rows.isEmpty {
                let known = schema.rows.filter { row in
                    row.owners.isEmpty || owner.map(row.owners.contains) ?? true
                }
                let hint = mistakes.hint(entry.key, in: known.map(\.name), whereNone: "\(schema.title) has no keys")
                mistakes.add(entry.place, "unknown key \(quoted(entry.key))\(hint)")
            } else if let owner, !rows.contains(where: { $0.owners.isEmpty || $0.owners.contains(owner) }) {
                let owners = rows.flatMap(\.owners).map { schema.owner($0) }
                mistakes.add(
                    entry.place,
                    "\(quoted(entry.key)) belongs to \(alternatives(owners)), not to \(schema.owner(owner))")
            }
        }
    }
}

extension TableReader {
    init(checking table: TOMLTable, by schema: TableSchema, _ mistakes: MistakeList) {
        self.init(table: table, schema: schema, mistakes: mistakes)
        checkKeys()
    }
}
