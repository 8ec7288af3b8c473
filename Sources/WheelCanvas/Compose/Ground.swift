/// What lies under everything that a sweep draws: one colour, or a layer that was drawn before.
struct Ground {
    var color: UInt32
    /// Pixels without gaps between the rows.
    var pixels: UnsafePointer<UInt32>?
    /// For each row whether it is that above it over again.
    var repeats: UnsafePointer<Bool>?
    var width: Int

    @inline(__always)
    func copy(row y: Int, from: Int, to: Int, into row: UnsafeMutablePointer<UInt32>) {
        if let pixels {
            (row + from).update(from: pixels + y * width + from, count: to - from)
        } else {
            (row + from).update(repeating: color, count: to - from)
        }
    }

    @inline(__always)
    func repeatsAbove(_ y: Int) -> Bool { repeats?[y] ?? true }
}
