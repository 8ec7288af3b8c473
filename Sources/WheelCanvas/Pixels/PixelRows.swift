/// Rows of words 0xFFRRGGBB on their way to where they are shown: where the first of each row lies, and how many bytes
/// further on that of the next.
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
