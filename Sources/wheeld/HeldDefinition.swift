import WheelCore
import WheelWire

/// A definition that the daemon holds.
struct HeldDefinition {
    var definition: Definition
    /// The client that has sent the definition; `nil` if this client is not connected now.
    var client: Int?
    /// When the definition ends, unless its client returns before.
    var endsAt: Instant?
    /// Whether the definition is put aside: it is kept, does not fit now, and waits for another configuration.
    var isAside = false
    /// The definition's mistakes, if it is put aside.
    var misfit: [DefinitionMistake] = []
    /// The definition's size in the state file, in bytes; 0 if the definition is not kept.
    let keptBytes: Int

    init(definition: Definition, client: Int?) {
        self.definition = definition
        self.client = client
        keptBytes = definition.isKept ? SavedDefinition(definition).byteCount : 0
    }

    /// The maximum number of mistakes of a definition that are kept and logged.
    static let mostMistakes = 20
    /// How long a definition waits for its client, which may be starting again.
    static let grace = Interval.seconds(5)

    func hasEnded(at time: Instant) -> Bool { endsAt.map { $0 <= time } ?? false }
}

extension Definition {
    func names(_ kind: DefinedTables.Kind) -> [String] {
        tables.filter { $0.kind == kind }.flatMap(\.tables).compactMap { table in
            guard case .table(let entries) = table,
                case .string(let name)? = entries.first(where: { $0.key == "name" })?.value
            else { return nil }
            return name
        }
    }
}

extension Statistics.Definition {
    init(_ held: HeldDefinition) {
        self.init(
            owner: held.definition.owner, controls: held.definition.names(.controls).count, client: held.client,
            isKept: held.definition.isKept, isAside: held.isAside)
        pages = held.definition.names(.pages).count
        ramps = held.definition.names(.ramps).count
        presets = held.definition.names(.presets).count
        misfit = held.misfit.first?.sentence
    }
}
