/// Controls, pages, ramps and presets that a client defines.
public struct Definition: Equatable, Sendable {
    /// The owner of the definition. A definition replaces the earlier definition of the same owner.
    public var owner: String
    public var tables: [DefinedTables]
    /// The values to which the definition sets its controls.
    public var values: [Assignment]
    /// Whether the definition outlives its client and the daemon.
    public var isKept: Bool

    public init(owner: String, tables: [DefinedTables] = [], values: [Assignment] = [], isKept: Bool = false) {
        self.owner = owner
        self.tables = tables
        self.values = values
        self.isKept = isKept
    }

    /// The tables of a kind; `nil` if the definition has none.
    public subscript(kind: DefinedTables.Kind) -> [PlainValue]? {
        get { tables.first { $0.kind == kind }?.tables }
        set {
            tables.removeAll { $0.kind == kind }
            if let newValue { tables.append(DefinedTables(kind, newValue)) }
        }
    }

    /// The maximum number of controls that all clients together can define.
    public static let mostControls = 2000
    /// The maximum number of values in all defined tables together, including the values that `like` takes over.
    public static let mostValues = 50_000
    /// The maximum size of all kept definitions together, in bytes. Every change rewrites the state file, which
    /// contains all kept definitions.
    public static let mostKeptBytes = 1 << 21
}

extension Request {
    /// The definition in a `define` request.
    public var definition: Definition {
        var definition = Definition(owner: neededText("owner"), isKept: text("keep") == "always")
        for kind in DefinedTables.Kind.allCases {
            if case .tables(let tables)? = self[kind.rawValue] { definition[kind] = tables }
        }
        if case .values(let values)? = self["values"] { definition.values = values }
        return definition
    }

    public static func define(_ definition: Definition) -> Request {
        var request = Request(.define, ["owner": .text(definition.owner)])
        for list in definition.tables { request[list.kind.rawValue] = .tables(list.tables) }
        if !definition.values.isEmpty { request["values"] = .values(definition.values) }
        if definition.isKept { request["keep"] = .text("always") }
        return request
    }

    public static func undefine(owner: String) -> Request {
        Request(.undefine, ["owner": .text(owner)])
    }
}

public struct DefinedTables: Equatable, Sendable {
    public var kind: Kind
    public var tables: [PlainValue]

    /// The kind of a table. The raw values are the names of the members of a `define` request, in the order of its
    /// declaration.
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
