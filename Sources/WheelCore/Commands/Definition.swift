/// Controls, pages, ramps and presets that a client defines.
public struct Definition: Equatable, Sendable {
    /// A definition replaces the earlier one of the same owner.
    public var owner: String
    public var tables: [DefinedTables]
    /// The values that the controls get with the definition.
    public var values: [Assignment]
    /// Whether the definition outlives its client and the daemon.
    public var isKept: Bool

    public init(owner: String, tables: [DefinedTables] = [], values: [Assignment] = [], isKept: Bool = false) {
        self.owner = owner
        self.tables = tables
        self.values = values
        self.isKept = isKept
    }

    /// How many controls clients can define in all.
    public static let mostControls = 2000
    /// How many values their tables can have in all, with those that they take over by `like`.
    public static let mostValues = 50_000
    /// How many bytes the definitions that are kept can have in all. The state file is written anew with every change.
    public static let mostKeptBytes = 1 << 21
}

extension Request {
    /// The definition that a `define` carries.
    public var definition: Definition {
        var definition = Definition(owner: neededText("owner"), isKept: text("keep") == "always")
        for kind in DefinedTables.Kind.allCases {
            if case .tables(let tables)? = self[kind.rawValue] { definition.tables.append(DefinedTables(kind, tables)) }
        }
        if case .values(let values)? = self["values"] { definition.values = values }
        return definition
    }

    public static func define(_ definition: Definition) -> Request {
        var request = Request(.define)
        request["owner"] = .text(definition.owner)
        for list in definition.tables { request[list.kind.rawValue] = .tables(list.tables) }
        if !definition.values.isEmpty { request["values"] = .values(definition.values) }
        if definition.isKept { request["keep"] = .text("always") }
        return request
    }

    public static func undefine(owner: String) -> Request {
        var request = Request(.undefine)
        request["owner"] = .text(owner)
        return request
    }
}

/// The tables of one kind.
public struct DefinedTables: Equatable, Sendable {
    public var kind: Kind
    public var tables: [PlainValue]

    /// The name of the member, in the order in which a request is written.
    public enum Kind: String, CaseIterable, Sendable {
        case controls
        case pages
        case ramps
        case presets

        /// The name of the table in a configuration file.
        public var table: String { String(rawValue.dropLast()) }
    }

    public init(_ kind: Kind, _ tables: [PlainValue]) {
        self.kind = kind
        self.tables = tables
    }
}

/// A value of a table, as JSON and TOML have it.
public indirect enum PlainValue: Equatable, Sendable {
    case string(String)
    /// Whole numbers are numbers, too.
    case number(Double)
    case flag(Bool)
    case list([PlainValue])
    /// With the keys in their order.
    case table([Entry])

    public struct Entry: Equatable, Sendable {
        public var key: String
        public var value: PlainValue

        public init(_ key: String, _ value: PlainValue) {
            self.key = key
            self.value = value
        }
    }
}
