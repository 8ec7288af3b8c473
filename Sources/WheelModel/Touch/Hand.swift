/// A finger of a touch surface, as a source of changes and a holder of interactions.
struct Hand: Sendable {
    let surface: Int
    let finger: Int

    var source: Source { .input(surface) }
    var holder: Interaction.Holder { .finger(surface: surface, id: finger) }
}
