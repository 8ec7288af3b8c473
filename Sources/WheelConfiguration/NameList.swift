/// The names of one kind of table, so that other tables can refer to them.
struct NameList: Sendable {
    /// `control`, `input`, …
    let what: String
    private(set) var names: [String] = []
    private var indices: [String: Int] = [:]
    /// False where some table's name could not be read, or some table may be misspelt: then no name is called unknown,
    /// since it may be that one.
    var isComplete = true

    init(_ what: String, implied: [String] = []) {
        self.what = what
        for name in implied { add(name) }
    }

    /// Reads the tables' names, and complains of those that are missing, wrong, doubled or one of `reserved`.
    init(
        _ what: String, of tables: [TOMLTable], key: Key<String?>, schema: TableSchema, reserved: [String] = [],
        mistakes: MistakeList
    ) {
        self.init(what)
        var places: [String: Place] = [:]
        for table in tables {
            let read = TableReader(table: table, schema: schema, mistakes: mistakes).read(key)
            guard let written = table.name else {
                isComplete = false
                continue
            }
            if let first = places[written] {
                mistakes.add(
                    read.place, "there are two \(what)s named \(quoted(written)) (the first in line \(first.line))")
            } else if reserved.contains(written) {
                mistakes.add(
                    read.place, "\(quoted(written)) cannot name a \(what): bindings and programs use that word")
            }
            places[written] = places[written] ?? read.place
            add(written)
        }
    }

    private mutating func add(_ name: String) {
        indices[name] = indices[name] ?? names.count
        names.append(name)
    }

    /// The index of what is referred to, or `nil` after a complaint.
    func find(_ name: Placed<String>, mistakes: MistakeList) -> Int? {
        if let index = indices[name.value] { return index }
        guard isComplete else { return nil }
        let hint = mistakes.hint(name.value, in: names, whereNone: "there are none")
        mistakes.add(name.place, "there is no \(what) named \(quoted(name.value))\(hint)")
        return nil
    }
}
