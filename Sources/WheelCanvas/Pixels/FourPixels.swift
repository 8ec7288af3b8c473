/// Four equal pixels, in a format with two or four bytes a pixel. Each call is inlined and receives the number of bytes
/// per pixel as `size`. So `size` is a constant, and the compiler removes the branch for the other size.
struct FourPixels {
    private let words: SIMD4<UInt32>

    @inline(__always)
    init<Word: FixedWidthInteger>(_ word: Word) {
        let pixel = UInt32(truncatingIfNeeded: word)
        words = SIMD4(repeating: MemoryLayout<Word>.size == 4 ? pixel : pixel &* 0x1_0001)
    }

    @inline(__always)
    func put(_ place: UnsafeMutableRawPointer, _ size: Int) {
        if size == 4 {
            place.storeBytes(of: words, as: SIMD4<UInt32>.self)
        } else {
            place.storeBytes(of: words.lowHalf, as: SIMD2<UInt32>.self)
        }
    }

    /// Fills `count` pixels, which must be at least four. Some of the last pixels may be written twice.
    @inline(__always)
    func fill(_ place: UnsafeMutableRawPointer, _ count: Int, _ size: Int) {
        var index = 0
        if count >= 16 {
            while index < count &- 16 {
                putSixteen(place + index &* size, size)
                index &+= 16
            }
            return putSixteen(place + (count &- 16) &* size, size)
        }
        while index < count &- 4 {
            put(place + index &* size, size)
            index &+= 4
        }
        put(place + (count &- 4) &* size, size)
    }

    @inline(__always)
    private func putSixteen(_ place: UnsafeMutableRawPointer, _ size: Int) {
        for offset in stride(from: 0, to: 16 &* size, by: 16) {
            place.storeBytes(of: words, toByteOffset: offset, as: SIMD4<UInt32>.self)
        }
    }
}
