import WheelCore
import WheelWire

/// A definition that the daemon holds.
struct HeldDefinition {
    var definition: Definition
    /// The client that has defined it; `nil` after that has disconnected.
    var client: Int?
    /// When it ends, if its client does not return.
    var endsAt: Instant?
    /// Whether it is kept and does not fit now. It waits for another configuration.
    var isAside = false
    /// Why it is put aside.
    var misfit: [DefinitionMistake] = []
    /// Its size in the state file.
    let keptBytes: Int

    init(definition: Definition, client: Int?) {
        self.definition = definition
        self.client = client
        keptBytes = definition.isKept ? SavedDefinition(definition).byteCount : 0
    }

    /// How many mistakes of a definition are logged.
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
