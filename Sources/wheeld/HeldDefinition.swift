import WheelCore
import WheelWire

/// A definition that the daemon holds.
struct HeldDefinition {
    var definition: Definition
    /// The client that has defined it; `nil` once that has gone.
    var client: Int?
    /// When it ends, because its client has gone.
    var endsAt: Instant?
    /// Whether a kept definition does not fit now. It waits for another configuration.
    var isAside = false
    /// Why it is put aside, as it was found out last.
    var misfit: [DefinitionMistake] = []
    /// How many bytes of the state file it takes.
    let keptBytes: Int

    init(definition: Definition, client: Int?) {
        self.definition = definition
        self.client = client
        keptBytes = definition.isKept ? SavedDefinition(definition).byteCount : 0
    }

    /// How many mistakes of a definition the log has.
    static let mostMistakes = 20
    /// How long a definition waits for its client, which may be starting again.
    static let grace = Interval.seconds(5)
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
