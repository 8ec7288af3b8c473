/// A finger of a touch surface, as the controls that it moves see it.
struct Hand: Sendable {
    let surface: Int
    let finger: Int

    var source: Source { .input(surface) }
    var holder: Interaction.Holder { .finger(surface: surface, id: finger) }
}
