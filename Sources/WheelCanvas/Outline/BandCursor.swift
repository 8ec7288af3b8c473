/// Moves down a trace and returns its crossings in each row. It must not outlive the lists. Rows must be requested from
/// top to bottom.
struct BandCursor: BitwiseCopyable {
    private var band: UnsafePointer<Band>
    private let crossings: UnsafePointer<Crossing>
    private let top: Int32
    private let bottom: Int32

    init(_ trace: Trace, of traces: borrowing Traces) {
        band = UnsafePointer(traces.bands.start + trace.bands.first)
        crossings = UnsafePointer(traces.crossings.start + trace.crossings.first)
        top = trace.rows.from
        bottom = trace.rows.to
    }

    @inline(__always)
    mutating func crossings(_ y: Int32) -> Crossings {
        y >= top && y < bottom ? crossingsInside(y) : Crossings(start: nil, count: 0)
    }

    /// The crossings of a row of the trace.
    @inline(__always)
    mutating func crossingsInside(_ y: Int32) -> Crossings {
        while band[1].from <= y { band += 1 }
        return Crossings(start: crossings + Int(band.pointee.crossings), count: Int(band.pointee.count))
    }
}
