import WheelCore

/// A display list that is ready to be drawn: a trace for each shape, and a range of glyphs for each text.
struct Frame: ~Copyable {
    /// A shape or a line of text.
    struct Slot: BitwiseCopyable {
        /// The trace of a shape. For a text, only the trace's rows and columns are used.
        var trace = Trace()
        /// The glyphs of a text, as a range of the frame's glyphs.
        var glyphs = IndexRange()
        var isText = false
        /// Whether the shape is an upright rounded rectangle, which covers most pixels of its rows and columns.
        var isBox = false
        /// Whether the previous frame has an equal slot: at the same index, or for a slot of the `tail`, at the same
        /// distance from the end.
        var isKept = false
        var color: UInt32
        /// The opacity in 256ths.
        var opacity: Int32

        /// The rows and columns that the slot may touch.
        var rows: Span { trace.rows }
        var columns: Span { trace.columns }
    }

    private(set) var slots = KeptBuffer<Slot>(capacity: 64)
    private(set) var glyphs = KeptBuffer<PlacedGlyph>(capacity: 64)
    /// The number of slots at the end that equal the last slots of the previous frame. The number is 0 if both frames
    /// have the same number of slots. Each slot before the tail is compared with the slot at the same index.
    private(set) var tail = 0
    // These are copies: if the frame shared the memory of the list, the list would allocate new memory when it is
    // filled again.
    private var items = ContiguousArray<DisplayList.Item>()
    private var points = ContiguousArray<Point>()

    /// Fills the frame from `list`. If an item equals the item of `before` at the same index, or at the same distance
    /// from the end, the slot of `before` is copied.
    mutating func fill(
        from list: DisplayList, _ cells: UnsafePointer<GlyphCell>?, before: borrowing Frame, traces: inout Traces,
        tracer: inout Tracer
    ) {
        items.removeAll(keepingCapacity: true)
        items.append(contentsOf: list.items)
        points.removeAll(keepingCapacity: true)
        points.append(contentsOf: list.points)
        glyphs.removeAll()
        list.glyphs.withUnsafeBufferPointer { glyphs.append($0) }
        slots.removeAll()
        tail = equalTail(before)
        let (own, others) = (items.count - tail, before.items.count - tail)
        for index in 0..<own {
            if index < others && isSame(items[index], before.items[index], before) {
                slots.append(kept(before.slots[index], items[index]))
            } else {
                let old = index < others ? before.slots.start[index].trace : Trace()
                let oldItem = index < others ? before.items[index] : nil
                slots.append(slot(for: items[index], like: old, of: oldItem, cells, traces: &traces, tracer: &tracer))
            }
        }
        for offset in 0..<tail { slots.append(kept(before.slots[others + offset], items[own + offset])) }
    }

    /// The number of equal items at the end of both frames; 0 if they have the same number of items. If one control on
    /// a page is drawn with more or fewer items than before, the items of the controls after it are still equal.
    private func equalTail(_ before: borrowing Frame) -> Int {
        let (own, others) = (items.count, before.items.count)
        guard own != others else { return 0 }
        var count = 0
        while count < min(own, others), isSame(items[own - 1 - count], before.items[others - 1 - count], before) {
            count += 1
        }
        return count
    }

    func move(from old: borrowing Traces, to new: inout Traces) {
        for index in 0..<slots.count where !slots[index].isText {
            slots.start[index].trace = new.append(slots[index].trace, of: old)
        }
    }

    @inline(__always)
    private func isSame(_ item: DisplayList.Item, _ other: DisplayList.Item, _ before: borrowing Frame) -> Bool {
        guard item.color == other.color else { return false }
        switch (item.content, other.content) {
        case (.shape(let shape, let transform), .shape(let otherShape, let otherTransform)):
            return shape == otherShape && transform == otherTransform
        case (.polygon(let from, let to, let transform), .polygon(let otherFrom, let otherTo, let otherTransform)):
            return transform == otherTransform && points[from..<to] == before.points[otherFrom..<otherTo]
        case (.text(let from, let to), .text(let otherFrom, let otherTo)):
            guard to - from == otherTo - otherFrom else { return false }
            for offset in 0..<to - from where glyphs[from + offset] != before.glyphs[otherFrom + offset] {
                return false
            }
            return true
        case (.shape, _), (.polygon, _), (.text, _):
            return false
        }
    }

    private func kept(_ slot: Slot, _ item: DisplayList.Item) -> Slot {
        var kept = slot
        kept.isKept = true
        if case .text(let from, let to) = item.content { kept.glyphs = IndexRange(from..<to) }
        return kept
    }

    private func slot(
        for item: DisplayList.Item, like old: Trace, of oldItem: DisplayList.Item?, _ cells: UnsafePointer<GlyphCell>?,
        traces: inout Traces, tracer: inout Tracer
    ) -> Slot {
        var slot = Slot(color: item.color.word, opacity: item.color.weight)
        switch item.content {
        case .shape(let shape, let transform):
            if transform == .identity, case .shape(let oldShape, .identity) = oldItem?.content {
                slot.trace = tracer.trace(shape, like: old, of: oldShape, into: &traces)
            } else {
                slot.trace = tracer.trace(shape, under: transform, like: old, into: &traces)
            }
            if case .roundedRectangle = shape, transform == .identity { slot.isBox = true }
        case .polygon(let from, let to, let transform):
            slot.trace = tracer.trace(polygon: points[from..<to], under: transform, like: old, into: &traces)
        case .text(let from, let to):
            slot.isText = true
            slot.glyphs = IndexRange(from..<to)
            guard let cells else { break }
            for index in from..<to {
                let cell = cells[Int(glyphs[index].cell)]
                slot.trace.rows = slot.rows.union(glyphs[index].rows(cell))
                slot.trace.columns = slot.columns.union(glyphs[index].columns(cell))
            }
        }
        return slot
    }
}

/// The current frame, the next frame, and their difference.
struct FramePair: ~Copyable {
    private(set) var shown = Frame()
    private(set) var next = Frame()
    private var atlas: GlyphAtlas?
    /// The memory of the glyph atlas for the next frame.
    private(set) var glyphs: GlyphAtlas.Pointers?
    /// The traces of both frames. Unchanged traces are not copied. Unused traces are removed only when there are too
    /// many.
    private(set) var traces = Traces()
    private var spareTraces = Traces()
    private var keptCount = 0
    var changes: Changes

    init(height: Int) {
        changes = Changes(height: height)
    }

    /// Makes `list` the next frame, and empties the list of changes.
    mutating func setNext(_ list: DisplayList, tracer: inout Tracer) {
        if traces.count > 2 * keptCount + 16_384 { removeUnusedTraces() }
        if let used = list.atlas { atlas = used }
        glyphs = atlas?.pointers
        next.fill(from: list, glyphs?.cells, before: shown, traces: &traces, tracer: &tracer)
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
