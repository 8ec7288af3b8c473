/// The frame that is on the screen, the next one, and how they differ.
struct FramePair: ~Copyable {
    private var shown = Frame()
    private var next = Frame()
    private var atlas: GlyphAtlas?
    var changes = Changes()

    /// Makes `list` the next frame, with no changes noted yet.
    mutating func take(_ list: DisplayList, circle: borrowing CircleTable) {
        if let used = list.atlas { atlas = used }
        next.fill(from: list, before: shown, circle: circle)
        changes.removeAll()
    }

    mutating func findChanges() {
        changes.find(from: shown, to: next, atlas: atlas)
    }

    /// Draws the changes; the next frame is then the one that is shown.
    mutating func run(_ sweep: inout Sweep, over ground: Ground, into target: PixelBuffer, damage: inout DamageRegion) {
        sweep.run(changes, from: shown, to: next, atlas: atlas, over: ground, into: target, damage: &damage)
        swap(&shown, &next)
    }
}
