import WheelCore

public enum Configuration {
    /// The size of the largest file that is read, in bytes.
    public static let largestFile = 1 << 20

    /// The content of a file without mistakes.
    public struct Parsed: Equatable, Sendable {
        public var settings: Settings
        /// The warnings, most of them about keys that are allowed but have no effect.
        public var warnings: [ConfigurationMistake]
        let places: NamedPlaces
        let file: String

        /// A warning at the place of a page, or else of a control. `nil` if the page or control is built in, or in a
        /// client's definition.
        public func warning(_ message: String, page: String?, control: String) -> ConfigurationMistake? {
            let place = page.flatMap { places.pages[$0] } ?? places.controls[control]
            guard let place, place.source == 0 else { return nil }
            return ConfigurationMistake(file: file, line: place.line, column: place.column, message: message)
        }
    }

    /// Parses a whole file. `file` is the name of the file in messages.
    ///
    /// Throws every mistake of the file at once, or only the first mistake if the file is not TOML. `isKey` returns
    /// whether the kernel has a key with this name, since this target does not know the kernel's keys.
    ///
    /// `base` provides the controls, inputs, displays and pages if the file has no list of them. `definitions` are the
    /// tables of clients, which follow the file's tables. Mistakes in definitions have paths instead of lines.
    public static func parse(
        _ bytes: [UInt8], file: String, base: Settings = standard, with definitions: [Definition] = [],
        isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        let mistakes = MistakeList(file: file, definitions: definitions)
        let settings = DeclaredFile.document(bytes, mistakes).map { file in
            FileReading(file, base: base, with: definitions, mistakes: mistakes, isKey: isKey).settings()
        }
        guard let settings, mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return Parsed(
            settings: settings, warnings: mistakes.sortedWarnings(), places: mistakes.places, file: file)
    }

    public static func parse(
        text: String, file: String, isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        try parse(Array(text.utf8), file: file, isKey: isKey)
    }
}

extension Configuration {
    /// The tables of a definition that is written as a file. Only the daemon can check these tables, since they may
    /// refer to the daemon's configuration.
    public static func definedTables(
        _ bytes: [UInt8], file: String
    ) throws(ConfigurationMistakes) -> [DefinedTables] {
        let mistakes = MistakeList(file: file)
        var lists: [DefinedTables] = []
        for entry in TOMLDocument.parse(bytes, mistakes)?.entries ?? [] {
            guard let kind = DefinedTables.Kind.allCases.first(where: { $0.table == entry.key }) else {
                let names = DefinedTables.Kind.allCases.map(\.table)
                let hint = mistakes.hint(entry.key, in: names, whereNone: "")
                mistakes.add(entry.place, "a definition has no \(quoted(entry.key))\(hint)")
                continue
            }
            guard case .list(let nodes) = entry.node.value else {
                mistakes.add(entry.place, "\(quoted(entry.key)) must be a list of tables, [[\(entry.key)]]")
                continue
            }
            lists.append(DefinedTables(kind, nodes.compactMap { PlainValue($0, mistakes) }))
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return lists
    }
}

extension PlainValue {
    /// Adds a mistake for a value that JSON cannot represent, such as a date.
    fileprivate init?(_ node: TOMLNode, _ mistakes: MistakeList) {
        switch node.value {
        case .string(let text): self = .string(text)
        case .integer(let integer): self = .number(Double(integer))
        case .number(let number):
            guard number.isFinite else {
                mistakes.add(node.place, "a number must be finite")
                return nil
            }
            self = .number(number)
        case .boolean(let flag): self = .flag(flag)
        case .list(let nodes): self = .list(nodes.compactMap { PlainValue($0, mistakes) })
        case .table(let table):
            self = .table(
                table.entries.compactMap { entry in
                    PlainValue(entry.node, mistakes).map { Entry(entry.key, $0) }
                })
        case .date, .time, .dateTime:
            mistakes.add(node.place, "a definition cannot have \(node.value.kind)")
            return nil
        }
    }
}
