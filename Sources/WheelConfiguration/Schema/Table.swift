/// A table of the file: its keys, and the draft in which their values are stored. A key may have *owners*, such as
/// kinds of control: only controls of these kinds have the key.
package struct Table<Draft: Sendable>: Sendable {
    package let schema: TableSchema
    /// The keys that all owners share, and the keys of each owner.
    private let shared: [Setting<Draft>]
    private let own: [String: [Setting<Draft>]]
    /// The draft of a table without keys.
    private let empty: Draft
    private let owner: @Sendable (Draft, TableReader) -> String?
    /// The names of inner tables, which other code reads.
    private let inner: [String]

    /// `owner` returns the owner whose keys the table may have; `nil` if the table has no owners, or if a mistake makes
    /// the owner unknown. `owner` may depend only on keys that all owners share. `called` returns the name of an owner
    /// with its article: `an evdev input`.
    package init(
        _ title: String, _ meaning: String, _ empty: Draft,
        of owner: @escaping @Sendable (Draft, TableReader) -> String? = { _, _ in nil },
        called: @escaping @Sendable (String) -> String = { $0 }, with inner: [String] = [],
        _ settings: [Setting<Draft>]
    ) {
        schema = TableSchema(title, meaning, settings.map(\.row), owner: called)
        shared = settings.filter { $0.row.owners.isEmpty }
        var own: [String: [Setting<Draft>]] = [:]
        for setting in settings { for owner in setting.row.owners { own[owner, default: []].append(setting) } }
        (self.own, self.empty, self.owner, self.inner) = (own, empty, owner, inner)
    }

    package init(
        _ title: String, _ meaning: String, _ empty: Draft,
        of owner: @escaping @Sendable (Draft, TableReader) -> String? = { _, _ in nil },
        called: @escaping @Sendable (String) -> String = { $0 }, with inner: [String] = [],
        @SettingList<Draft> _ settings: () -> [Setting<Draft>]
    ) {
        self.init(title, meaning, empty, of: owner, called: called, with: inner, settings())
    }

    /// Fills a draft with the keys that all owners share, and then with the keys of the table's owner. The returned
    /// reader knows which keys are given, and where. `isOther` returns whether other code reads a key.
    package func read(
        _ table: TOMLTable, _ mistakes: MistakeList, isOther: (TOMLEntry) -> Bool = { _ in false }
    ) -> (draft: Draft, reader: TableReader) {
        var draft = empty
        let reader = fill(&draft, with: table, mistakes, isOther: isOther)
        return (draft, reader)
    }

    @discardableResult
    package func fill(
        _ draft: inout Draft, with table: TOMLTable, _ mistakes: MistakeList,
        isOther: (TOMLEntry) -> Bool = { _ in false }
    ) -> TableReader {
        var reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        func read(_ settings: [Setting<Draft>]) {
            // The loop uses indices, since a copy of a setting would retain each of its texts.
            for index in settings.indices {
                let name = settings[index].row.name
                if let leaveOut = settings[index].leaveOut, !table.entries.contains(where: { $0.key == name }) {
                    leaveOut(&draft)
                } else if !settings[index].read(reader, &draft) {
                    reader.mistaken.insert(name)
                }
            }
        }
        read(shared)
        let owner = owner(draft, reader)
        reader.checkKeys(owner: owner) { inner.contains($0.key) || isOther($0) }
        if let owner { read(own[owner] ?? []) }
        return reader
    }

    /// A table in the place of a value, as `shown = { factor = 10 }`.
    package func type<Value>(
        _ make: @escaping @Sendable (inout Draft, inout TableReader) -> Value?
    ) -> ValueType<Value> {
        ValueType("table", write: { _ in "{ }" }) { node, subject in
            guard let table = ValueType<TOMLTable>.table.read(node, subject) else { return nil }
            var (draft, reader) = read(table, subject.mistakes)
            return make(&draft, &reader)
        }
    }
}
