/// The current frame, the next frame, and their difference.
struct FramePair: ~Copyable {
    private(set) var shown = Frame()
    private(set) var next = Frame()
    private var items = ContiguousArray<DisplayList.Item>()
    private var atlas: GlyphAtlas?
    /// The memory of the atlas from which the next frame reads.
    private(set) var glyphs: GlyphAtlas.Pointers?
    /// The traces of both frames. Unchanged traces are not moved, and unused ones stay until there are too many.
    private(set) var traces = Traces()
    private var spareTraces = Traces()
    private var keptCount = 0
    var changes: Changes

    init(height: Int) {
        changes = Changes(height: height)
    }

    /// Makes `list` the next frame, without any changes yet.
    mutating func setNext(_ list: DisplayList, tracer: inout Tracer) {
        if traces.count > 2 * keptCount + 16_384 { removeUnusedTraces() }
        if let used = list.atlas { atlas = used }
        glyphs = atlas?.pointers
        next.fill(from: list, glyphs?.cells, items: &items, before: shown, traces: &traces, tracer: &tracer)
        changes.removeAll()
    }

    mutating func findChanges() {
        changes.find(from: shown, to: next, cells: glyphs?.cells)
    }

    /// Draws the changes. The next frame then becomes the current one.
    mutating func run(_ sweep: inout Sweep, over ground: Ground, into target: PixelBuffer, damage: inout DamageRegion) {
        sweep.run(self, over: ground, into: target, damage: &damage)
        swap(&shown, &next)
    }

    private mutating func removeUnusedTraces() {
        spareTraces.removeAll()
        shown.move(from: traces, to: &spareTraces)
        swap(&traces, &spareTraces)
        keptCount = traces.count
    }
}
