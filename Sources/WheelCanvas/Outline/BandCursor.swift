/// Goes down a trace and tells what it does in each row. Must not outlive the lists, nor be asked for rows above.
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

    /// Of a row that the trace has.
    @inline(__always)
    mutating func crossingsInside(_ y: Int32) -> Crossings {
        while band[1].from <= y { band += 1 }
        return Crossings(start: crossings + Int(band.pointee.crossings), count: Int(band.pointee.count))
    }
}
