/// A finger of a touchscreen, as a source of changes and a holder of interactions.
package struct Hand: Sendable {
    package let surface: Int
    package let finger: Int

    package init(surface: Int, finger: Int) {
        self.surface = surface
        self.finger = finger
    }

    var source: Source { .input(surface) }
    package var holder: Interaction.Holder { .finger(surface: surface, id: finger) }
}
