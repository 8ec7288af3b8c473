import WheelCore

/// The tables of a file and of clients' definitions, by name.
struct FileTables {
    /// The names of the tables that can occur once, such as `[socket]`.
    static let single = SingleTables.all.map(\.schema.name)
    /// Tables that can occur several times, such as `[[control]]`, with the maximum number of each.
    static let lists = [
        "control": 1000, "ramp": 1000, "input": 256, "display": Budget.displays, "page": 256, "preset": 1000,
    ]

    private var singles: [String: TOMLTable] = [:]
    private var listed: [String: [TOMLTable]] = [:]
    private var definedLists: [String: [TOMLTable]] = [:]
    /// The lists that may be incomplete because a table or its header is invalid.
    private var doubtful: Set<String> = []
    private var room = DefinedRoom()
    private let mistakes: MistakeList

    init(_ file: TOMLTable, with definitions: [Definition] = [], mistakes: MistakeList) {
        self.mistakes = mistakes
        for entry in file.entries {
            if Self.single.contains(entry.key) {
                singles[entry.key] = entry.table("[\(entry.key)]", mistakes)
            } else if let most = Self.lists[entry.key] {
                let (tables, isComplete) = entry.tables("[[\(entry.key)]]", most: most, mistakes)
                listed[entry.key] = tables
                if !isComplete { doubtful.insert(entry.key) }
            } else {
                refuse(entry)
            }
        }
        for what in ["control", "input"] {
            if let tables = listed[what] { listed[what] = like(what).resolved(tables, room: &room) }
        }
        for (index, definition) in definitions.enumerated() { add(definition, source: index + 1) }
    }

    /// Reads the keys of tables of the kind `what`, such as `control`, that name an earlier table in their key `like`:
    /// such a table takes over the earlier table's keys.
    private func like(_ what: String) -> LikeReading {
        LikeReading(what: what, isComplete: isComplete(what), mistakes: mistakes)
    }

    private mutating func add(_ definition: Definition, source: Int) {
        var nodes = DefinedNodes(source: source)
        for (kind, list) in nodes.tables(of: definition) {
            let most = kind == .controls ? Definition.mostControls : Self.lists[kind.table] ?? 0
            var own: [TOMLTable] = []
            for node in list {
                guard case .table(let table) = node.value else {
                    Subject(name: quoted(kind.rawValue), mistakes: mistakes).entry.mustBe("an object", node)
                    doubtful.insert(kind.table)
                    continue
                }
                guard defined(kind.table).count + own.count < most else {
                    mistakes.add(table.place, "clients can define at most \(most) \(kind.rawValue) in all")
                    doubtful.insert(kind.table)
                    break
                }
                guard room.consume(table.entries, at: table.place, mistakes) else {
                    doubtful.insert(kind.table)
                    break
                }
                own.append(table)
            }
            if kind == .controls {
                let count = own.count
                own = like("control").resolved(own, after: listed["control"] ?? [], room: &room)
                if own.count < count { doubtful.insert(kind.table) }
            }
            definedLists[kind.table, default: []] += own
        }
    }

    func table(_ name: String) -> TOMLTable? { singles[name] }

    /// The file's tables in this list; `nil` if the file does not contain the list.
    func list(_ name: String) -> [TOMLTable]? { listed[name] }

    private func defined(_ name: String) -> [TOMLTable] { definedLists[name] ?? [] }

    /// The file's tables, and then those that clients define.
    func all(_ name: String) -> [TOMLTable] { (listed[name] ?? []) + defined(name) }

    /// False if the file or a definition may contain further tables of this kind that were left out.
    func isComplete(_ name: String) -> Bool { !doubtful.contains(name) }

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
        // The header may be misspelt. Then the list that was meant lacks the name of this table, and references to this
        // name must not be reported as mistakes.
        if let meant = NearestName.of(entry.key, in: names) {
            doubtful.insert(meant)
        } else {
            doubtful.formUnion(Self.lists.keys)
        }
    }
}
