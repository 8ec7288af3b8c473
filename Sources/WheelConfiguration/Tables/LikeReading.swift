// Reads the key `like`, by which a table takes over keys from an earlier table.
//
//     [[control]]                    [[control]]
//     name = "left"                  name = "right"
//     kind = "float"                 like = "left"
//     range = "[-60, 0]"             step = 0.5
//
// Here "right" takes over `kind` and `range`, and is then read as if it contained both keys, with their places in
// "left". A mistake in their values has already been reported for "left". A value from "left" can also be a mistake in
// "right" alone, if other keys differ there. Such a mistake is reported at the `like` of "right"
// (`MistakeList.reading`, `Inheritance`). If `like` names no earlier table, no missing key is reported except `name`.

struct LikeReading {
    /// The kind of the tables, such as `control`.
    let what: String
    /// False if the file may contain further tables of this kind that could not be recognised.
    let isComplete: Bool
    let mistakes: MistakeList

    /// The keys that a table does not take over.
    static let ownKeys = ["name", "label", "like"]

    /// The tables with the keys that they take over. `like` may name a table that itself has `like`.
    ///
    /// `others` precede the tables and are already resolved: a definition's control may take over keys from a control
    /// of the file. `room` limits the values that a definition takes over, too: otherwise a line of a megabyte could
    /// make a thousand million values.
    func resolved(
        _ tables: [TOMLTable], after others: [TOMLTable] = [], room: inout DefinedRoom
    ) -> [TOMLTable] {
        guard tables.contains(where: { $0["like"] != nil }) else { return tables }
        let all = others + tables
        let names = EarlierNames(all.map(\.name))
        var resolved = others
        for (index, table) in all.enumerated().dropFirst(others.count) {
            guard let node = table["like"] else {
                resolved.append(table)
                continue
            }
            let name = ValueType<Placed<String>>.name(of: what).read(node, Subject(name: "'like'", mistakes: mistakes))
            let place = name.flatMap { original($0, of: index, names, all) }
            let full = table.taking(from: place.map { resolved[$0] }, likeAt: node.place)
            if place != nil, table.place.source > 0 {
                guard room.consume(full.entries.dropFirst(table.entries.count), at: node.place, mistakes) else { break }
            }
            resolved.append(full)
        }
        return Array(resolved.dropFirst(others.count))
    }

    /// The index of the earlier table; `nil` if there is none. Adds a mistake, unless the table may be one whose name
    /// could not be read.
    private func original(
        _ name: Placed<String>, of index: Int, _ names: EarlierNames, _ tables: [TOMLTable]
    ) -> Int? {
        let first = names.first[name.value]
        if let first, first < index { return first }
        if let first {
            let own = "'like' must name an earlier \(what), "
            guard first > index else { return mistakes.add(name.place, own + "not the \(what) itself") }
            let place = tables[first].place
            let line = place.source == 0 ? ", in line \(place.line)" : ""
            return mistakes.add(name.place, own + "but \(quoted(name.value)) is defined later\(line)")
        }
        guard isComplete, names.firstUnnamed >= index else { return nil }
        let hint = mistakes.hint(name.value, in: tables[..<index].compactMap(\.name), whereNone: "there are none")
        return mistakes.add(name.place, "there is no earlier \(what) named \(quoted(name.value))\(hint)")
    }
}

/// The first table of each name.
private struct EarlierNames {
    private(set) var first: [String: Int] = [:]
    /// The first table whose name could not be read.
    private(set) var firstUnnamed = Int.max

    init(_ names: [String?]) {
        for (index, name) in names.enumerated() {
            if let name {
                first[name] = first[name] ?? index
            } else {
                firstUnnamed = min(firstUnnamed, index)
            }
        }
    }
}

/// The keys that a table has taken over by `like`.
struct Inheritance: Sendable {
    /// The place of the value of `like`.
    let place: Place
    /// The place of the table.
    let table: Place
    /// The name of the earlier table; `nil` if the `like` of this table, or of a table that it names, contains a
    /// mistake.
    let original: String?
    /// The entries that the table itself gives.
    let own: [TOMLEntry]

    /// Whether the place is in the table itself. Every other place is in an entry that the table has taken over.
    func isOwn(_ place: Place) -> Bool { place == table || own.contains { $0.contains(place) } }
}

extension TOMLTable {
    /// This table, completed with the keys of `original` that the table itself does not give.
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
