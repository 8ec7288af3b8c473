import WheelCore

/// Makes the traces of shapes. One outline is reused for all shapes.
struct Tracer: ~Copyable {
    private var outline = Outline()
    private let width: Int32
    private let height: Int32

    init(width: Int, height: Int) {
        self.width = Int32(width)
        self.height = Int32(height)
    }

    mutating func trace(
        _ shape: Shape, under transform: AffineTransform, like old: Trace, into traces: inout Traces
    ) -> Trace {
        outline.make(shape, under: transform)
        return traces.add(outline, like: old, width: width, height: height)
    }

    /// The trace of an upright shape that replaces the upright shape `oldShape`, whose trace is `old`.
    mutating func trace(_ shape: Shape, like old: Trace, of oldShape: Shape, into traces: inout Traces) -> Trace {
        if let move = WholeMove(from: oldShape, to: shape), isInside(old, move) { return traces.add(old, moved: move) }
        return trace(shape, under: .identity, like: old, into: &traces)
    }

    /// Whether the picture contains all of a trace and a margin of one pixel, before a move and after it.
    private func isInside(_ trace: Trace, _ move: WholeMove) -> Bool {
        guard !trace.rows.isEmpty else { return false }
        let (rows, columns) = (trace.rows, trace.columns)
        return min(rows.from, rows.from &+ move.dy) > 0 && max(rows.to, rows.to &+ move.dy) < height
            && min(columns.from, columns.from &+ move.dx) > 0 && max(columns.to, columns.to &+ move.rightX) < width
    }

    mutating func trace(
        polygon points: ArraySlice<Point>, under transform: AffineTransform, like old: Trace, into traces: inout Traces
    ) -> Trace {
        outline.make(polygon: points, under: transform)
        return traces.add(outline, like: old, width: width, height: height)
    }
}
