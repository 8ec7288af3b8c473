/// Resolves the key `like`: adds to a table the keys of the earlier table that it names.
struct LikeReading {
    /// The kind of the tables, such as `control`.
    let what: String
    let key: Key<Placed<String>?>
    let schema: TableSchema
    /// Whether the list holds every table that the file may intend for it.
    let isComplete: Bool
    let mistakes: MistakeList

    /// The keys that a table does not take over.
    static let ownKeys = ["name", "label", "like"]

    /// The tables with the keys that they take over. A table may be like one that is itself like another.
    func resolved(_ tables: [TOMLTable]) -> [TOMLTable] {
        let names = tables.map(\.name)
        var resolved: [TOMLTable] = []
        for (index, table) in tables.enumerated() {
            guard table[key.name] != nil else {
                resolved.append(table)
                continue
            }
            let read = TableReader(table: table, schema: schema, mistakes: mistakes).read(key)
            let place = read.value.flatMap { original($0, of: index, names, tables) }
            resolved.append(table.taking(from: place.map { resolved[$0] }, likeAt: read.place))
        }
        return resolved
    }

    /// The index of the earlier table, or `nil` if a mistake was added.
    private func original(_ name: Placed<String>, of index: Int, _ names: [String?], _ tables: [TOMLTable]) -> Int? {
        let earlier = names[..<index]
        if let original = earlier.firstIndex(of: name.value) { return original }
        if names[index] == name.value {
            return mistakes.add(name.place, "'like' must name an earlier \(what), not the \(what) itself")
        }
        if let later = names.firstIndex(of: name.value) {
            return mistakes.add(
                name.place,
                "'like' must name an earlier \(what), but \(quoted(name.value)) comes later, in line "
                    + "\(tables[later].place.line)")
        }
        guard isComplete, !earlier.contains(nil) else { return nil }
        let hint = mistakes.hint(name.value, in: earlier.compactMap { $0 }, whereNone: "there are none")
        return mistakes.add(name.place, "there is no earlier \(what) named \(quoted(name.value))\(hint)")
    }
}

/// What a table has taken over by `like`.
struct Inheritance: Sendable {
    /// The place of the value of `like`.
    let place: Place
    /// The place of the table.
    let table: Place
    /// The name of the earlier table; `nil` if `like` contains a mistake, here or in an earlier table that is meant.
    let original: String?
    /// The table's entries without those that it has taken over.
    let own: [TOMLEntry]

    /// Whether the place is in the table itself. Every other place is in what it has taken over.
    func isOwn(_ place: Place) -> Bool { place == table || own.contains { $0.contains(place) } }
}

extension TOMLTable {
    /// This table with the keys of `original` that it does not have.
    fileprivate func taking(from original: TOMLTable?, likeAt place: Place) -> TOMLTable {
        let own = Set(entries.map(\.key)).union(LikeReading.ownKeys)
        let others = original?.entries.filter { !own.contains($0.key) } ?? []
        let isWhole = original.map { $0.inheritance == nil || $0.inheritance?.original != nil } ?? false
        return TOMLTable(
            entries: entries + others, place: self.place,
            inheritance: Inheritance(
                place: place, table: self.place, original: isWhole ? original?.name : nil, own: entries))
    }
}

extension TOMLEntry {
    fileprivate func contains(_ place: Place) -> Bool { self.place == place || node.contains(place) }
}

extension TOMLNode {
    fileprivate func contains(_ place: Place) -> Bool {
        if self.place == place { return true }
        return switch value {
        case .list(let nodes): nodes.contains { $0.contains(place) }
        case .table(let table): table.place == place || table.entries.contains { $0.contains(place) }
        case .string, .integer, .number, .boolean, .date, .time, .dateTime: false
        }
    }
}
