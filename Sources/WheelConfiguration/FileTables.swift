import WheelModel

/// The top-level tables of a file and the lists of tables, by name.
struct FileTables {
    /// Tables that can occur once, such as `[socket]`.
    static let single = ["socket", "state", "buttons", "touch"]
    /// Tables that can occur several times, such as `[[control]]`, and the limit.
    static let lists = ["control": 1000, "ramp": 1000, "input": 256, "display": 16, "page": 256, "preset": 1000]

    private var singles: [String: TOMLTable] = [:]
    private var listed: [String: [TOMLTable]] = [:]
    /// The names of lists that may be incomplete because a table or its header is invalid.
    private var doubtful: Set<String> = []
    private let mistakes: MistakeList

    init(_ file: TOMLTable, mistakes: MistakeList) {
        self.mistakes = mistakes
        for entry in file.entries {
            if Self.single.contains(entry.key) {
                takeSingle(entry)
            } else if let most = Self.lists[entry.key] {
                takeList(entry, most: most)
            } else {
                refuse(entry)
            }
        }
        takeOver(for: "control", ControlTable.like, ControlTable.schema)
        takeOver(for: "input", InputTable.like, InputTable.schema)
    }

    /// Adds the keys that tables take over by `like`.
    private mutating func takeOver(for what: String, _ key: Key<Placed<String>?>, _ schema: TableSchema) {
        let reading = LikeReading(
            what: what, key: key, schema: schema, isComplete: isComplete(what), mistakes: mistakes)
        listed[what] = listed[what].map(reading.resolved)
    }

    /// The single table of this name.
    func table(_ name: String) -> TOMLTable? { singles[name] }

    /// The tables of a list, or `nil` if the file does not contain the list.
    func list(_ name: String) -> [TOMLTable]? { listed[name] }

    /// Whether the list contains every table that the file may intend for it.
    func isComplete(_ name: String) -> Bool { !doubtful.contains(name) }

    private mutating func takeSingle(_ entry: TOMLEntry) {
        switch entry.node.value {
        case .table(let table):
            singles[entry.key] = table
        case .list(let nodes) where nodes.allSatisfy(\.isTable):
            mistakes.add(entry.place, "there is only one table \(quoted(entry.key)): write [\(entry.key)]")
        case .string, .integer, .number, .boolean, .date, .time, .dateTime, .list:
            Subject(name: quoted(entry.key), mistakes: mistakes).mustBe("a table, [\(entry.key)]", entry.node)
        }
    }

    private mutating func takeList(_ entry: TOMLEntry, most: Int) {
        let subject = Subject(name: quoted(entry.key), mistakes: mistakes)
        switch entry.node.value {
        case .table(let table):
            mistakes.add(
                entry.place, "there can be several tables \(quoted(entry.key)): write [[\(entry.key)]]")
            listed[entry.key] = [table]
        case .list(let nodes):
            var tables: [TOMLTable] = []
            for node in nodes {
                if case .table(let table) = node.value {
                    tables.append(table)
                } else {
                    subject.entry.mustBe("a table, [[\(entry.key)]]", node)
                    doubtful.insert(entry.key)
                }
            }
            if tables.count > most {
                mistakes.add(tables[most].place, "there can be at most \(most) tables \(quoted(entry.key))")
                doubtful.insert(entry.key)
            }
            listed[entry.key] = Array(tables.prefix(most))
        case .string, .integer, .number, .boolean, .date, .time, .dateTime:
            subject.mustBe("a list of tables, [[\(entry.key)]]", entry.node)
            doubtful.insert(entry.key)
        }
    }

    private mutating func refuse(_ entry: TOMLEntry) {
        let names = Self.single + Self.lists.keys.sorted()
        let hint = mistakes.hint(entry.key, in: names, whereNone: "")
        switch entry.node.value {
        case .table:
            mistakes.add(entry.place, "unknown table \(quoted(entry.key))\(hint)")
        case .list(let nodes) where !nodes.isEmpty && nodes.allSatisfy(\.isTable):
            mistakes.add(entry.place, "unknown table \(quoted(entry.key))\(hint)")
        case .string, .integer, .number, .boolean, .date, .time, .dateTime, .list:
            mistakes.add(
                entry.place, "\(quoted(entry.key)) is outside of every table: write it below the header of its table")
            return
        }
        // This table may contain names that other tables refer to.
        if let meant = NearestName.of(entry.key, in: names) {
            doubtful.insert(meant)
        } else {
            doubtful.formUnion(Self.lists.keys)
        }
    }
}

extension TOMLNode {
    fileprivate var isTable: Bool {
        if case .table = value { true } else { false }
    }
}
