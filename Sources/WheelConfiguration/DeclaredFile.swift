import WheelCore

/// Reads a TOML file whose tables another target of the package declares. The limit of the file's size, and the places
/// and hints in messages, are the same as for the configuration.
package enum DeclaredFile {
    /// The value that `read` returns for the file, and the warnings. Throws every mistake of the file at once, or only
    /// the first mistake if the file is not TOML. `file` is the name of the file in messages.
    package static func parse<Value>(
        _ bytes: [UInt8], file: String, _ read: (TOMLTable, MistakeList) -> Value
    ) throws(ConfigurationMistakes) -> (value: Value, warnings: [ConfigurationMistake]) {
        let mistakes = MistakeList(file: file)
        let value = document(bytes, mistakes).map { read($0, mistakes) }
        guard let value, mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return (value, mistakes.sortedWarnings())
    }

    /// The file as a table; `nil` if it is too large or not TOML.
    static func document(_ bytes: [UInt8], _ mistakes: MistakeList) -> TOMLTable? {
        guard bytes.count <= Configuration.largestFile else {
            return mistakes.add(
                .start, "the file is too large: \(bytes.count) bytes, and at most \(Configuration.largestFile) are read"
            )
        }
        return TOMLDocument.parse(bytes, mistakes)
    }
}

extension TOMLEntry {
    /// The table of this entry, which must be a single table. `header` is written as in the file: `[midi]`.
    package func table(_ header: String, _ mistakes: MistakeList) -> TOMLTable? {
        switch node.value {
        case .table(let table): return table
        case .list(let nodes) where nodes.allSatisfy(\.isTable):
            return mistakes.add(place, "there is only one table \(quoted(key)): write \(header)")
        case .string, .integer, .number, .boolean, .date, .time, .dateTime, .list:
            return Subject(name: quoted(key), mistakes: mistakes).mustBe("a table, \(header)", node)
        }
    }

    /// The tables of this entry, which must be a list of tables. `isComplete` is false if a mistake has caused tables
    /// to be left out. `header` is written as in the file: `[[control]]`.
    package func tables(
        _ header: String, most: Int, _ mistakes: MistakeList
    ) -> (tables: [TOMLTable]?, isComplete: Bool) {
        let subject = Subject(name: quoted(key), mistakes: mistakes)
        var isComplete = true
        switch node.value {
        case .table(let table):
            mistakes.add(place, "there can be several tables \(quoted(key)): write \(header)")
            return ([table], true)
        case .list(let nodes):
            var tables: [TOMLTable] = []
            for node in nodes {
                if case .table(let table) = node.value {
                    tables.append(table)
                } else {
                    subject.entry.mustBe("a table, \(header)", node)
                    isComplete = false
                }
            }
            if tables.count > most {
                mistakes.add(tables[most].place, "there can be at most \(most) tables \(quoted(key))")
                isComplete = false
            }
            return (Array(tables.prefix(most)), isComplete)
        case .string, .integer, .number, .boolean, .date, .time, .dateTime:
            subject.mustBe("a list of tables, \(header)", node)
            return (nil, false)
        }
    }
}

extension TOMLNode {
    var isTable: Bool {
        if case .table = value { true } else { false }
    }
}
