import WheelCore

/// Parses configuration files.
public enum Configuration {
    /// The size of the largest file that is read, in bytes.
    public static let largestFile = 1 << 20

    /// The settings and the warnings of a file without mistakes.
    public struct Parsed: Equatable, Sendable {
        public var settings: Settings
        /// A warning for each key that is allowed but has no effect.
        public var warnings: [ConfigurationMistake]
        let places: NamedPlaces
        let file: String

        /// A warning at a page, or else at a control. `nil` for those that are built in or come from a client's definition.
        public func warning(_ message: String, page: String?, control: String) -> ConfigurationMistake? {
            let place = page.flatMap { places.pages[$0] } ?? places.controls[control]
            guard let place, place.source == 0 else { return nil }
            return ConfigurationMistake(file: file, line: place.line, column: place.column, message: message)
        }
    }

    /// Parses a whole file. `file` is its name in messages.
    ///
    /// Throws every mistake of the file at once. If the file is not TOML, it throws only the first mistake.
    /// `isKey` returns whether the kernel has a key of this name. The caller provides it, since this target does not
    /// know the kernel's names.
    ///
    /// `base` has the lists of tables that the file does not contain. `definitions` are clients' tables, which come after
    /// those of the file. Their mistakes have paths.
    public static func parse(
        _ bytes: [UInt8], file: String, base: Settings = standard, with definitions: [Definition] = [],
        isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        let mistakes = MistakeList(file: file, definitions: definitions)
        let settings = settings(bytes, base: base, with: definitions, mistakes: mistakes, isKey: isKey)
        guard mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return Parsed(
            settings: settings, warnings: mistakes.sortedWarnings(), places: mistakes.places, file: file)
    }

    /// Parses a whole file from a string.
    public static func parse(
        text: String, file: String, isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        try parse(Array(text.utf8), file: file, isKey: isKey)
    }

    private static func settings(
        _ bytes: [UInt8], base: Settings, with definitions: [Definition], mistakes: MistakeList,
        isKey: @escaping @Sendable (String) -> Bool
    ) -> Settings {
        guard let file = DeclaredFile.document(bytes, mistakes) else { return Settings() }
        return FileReading(file, base: base, with: definitions, mistakes: mistakes, isKey: isKey).settings()
    }
}

extension Configuration {
    /// The tables of a definition in a file of `[[control]]`, `[[page]]`, `[[ramp]]` and `[[preset]]` tables. Only the daemon can check
    /// them, since they may name what its configuration has.
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
    /// Adds a mistake for a value that JSON does not have, such as a date.
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
