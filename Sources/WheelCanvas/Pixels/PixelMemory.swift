/// These functions copy, fill and compare short runs of pixels. Most runs have only a few pixels, for which a call of
/// memcpy would cost more than the copy itself. The last group of four pixels may overlap the group before it.

func copyRows(_ pixels: PixelRows) {
    let count = pixels.count
    pixels.forEach { source, target in
        guard count >= 4 else {
            for index in 0..<count { target.storeBytes(of: source[index], toByteOffset: index &* 4, as: UInt32.self) }
            return
        }
        let source = UnsafeRawPointer(source)
        guard count <= 32 else { return target.copyMemory(from: source, byteCount: count &* 4) }
        let last = (count &- 4) &* 4
        var offset = 0
        while offset < last {
            let group = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
            target.storeBytes(of: group, toByteOffset: offset, as: SIMD4<UInt32>.self)
            offset &+= 16
        }
        let group = source.loadUnaligned(fromByteOffset: last, as: SIMD4<UInt32>.self)
        target.storeBytes(of: group, toByteOffset: last, as: SIMD4<UInt32>.self)
    }
}

@inline(__always)
func setPixels(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, to word: UInt32) {
    if count >= 4 { return FourPixels(word).fill(pixels, count, 4) }
    for index in 0..<count { pixels[index] = word }
}

/// The number of equal pixels at the start.
@inline(__always)
func equalPixels(_ one: UnsafePointer<UInt32>, _ other: UnsafePointer<UInt32>, count: Int) -> Int {
    let (first, second) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
    @inline(__always)
    func difference(_ index: Int) -> SIMD2<UInt64> {
        first.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
            ^ second.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
    }
    var index = 0
    while index &+ 16 <= count {
        let all = difference(index) | difference(index &+ 4) | difference(index &+ 8) | difference(index &+ 12)
        guard all[0] | all[1] == 0 else { break }
        index &+= 16
    }
    while index < count && one[index] == other[index] { index &+= 1 }
    return index
}

/// Rows of words 0xFFRRGGBB, and the rows of memory to which they are written. Source and target each have the address
/// of their first row, and the distance between rows in bytes.
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
