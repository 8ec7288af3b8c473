/// Goes down a trace and tells what it does in each row. Must not outlive the lists, nor be asked for rows above.
struct BandCursor: BitwiseCopyable {
    private var band: UnsafePointer<Band>
    private let crossings: UnsafePointer<Crossing>
    private let top: Int32
    private let bottom: Int32
    /// The first row below the one last asked for that may look different.
    private(set) var end: Int32

    init(_ trace: Trace, of traces: borrowing Traces) {
        band = UnsafePointer(traces.bands.start + trace.firstBand)
        crossings = UnsafePointer(traces.crossings.start + trace.firstCrossing)
        top = trace.rows.from
        bottom = trace.rows.to
        end = top
    }

    @inline(__always)
    mutating func crossings(_ y: Int32) -> Crossings {
        guard y >= top && y < bottom else {
            end = y < top ? top : .max
            return Crossings(start: nil, count: 0)
        }
        while band[1].from <= y { band += 1 }
        end = band[1].from
        return Crossings(start: crossings + Int(band.pointee.crossings), count: Int(band.pointee.count))
    }
}
