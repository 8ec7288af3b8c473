import WheelGeometry

/// Makes the traces of shapes. It uses one outline for all of them.
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
        if let box = GridBox(shape, under: transform) {
            return traces.add(box, like: old, width: width, height: height)
        }
        outline.make(shape, under: transform)
        return traces.add(outline, like: old, width: width, height: height)
    }

    mutating func trace(
        polygon points: ArraySlice<Point>, under transform: AffineTransform, like old: Trace, into traces: inout Traces
    ) -> Trace {
        outline.make(polygon: points, under: transform)
        return traces.add(outline, like: old, width: width, height: height)
    }
}
