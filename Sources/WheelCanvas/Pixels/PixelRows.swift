/// Rows of words 0xFFRRGGBB and their target: the address of the first row and the distance between rows in bytes, for
/// each.
struct PixelRows {
    var source: UnsafePointer<UInt32>
    var sourcePitch: Int
    var target: UnsafeMutableRawPointer
    var targetPitch: Int
    var count: Int
    var rows: Int

    @inline(__always)
    func forEach(_ body: (_ source: UnsafePointer<UInt32>, _ target: UnsafeMutableRawPointer) -> Void) {
        var (source, target) = (UnsafeRawPointer(source), target)
        for _ in 0..<rows {
            body(source.assumingMemoryBound(to: UInt32.self), target)
            source += sourcePitch
            target += targetPitch
        }
    }
}
