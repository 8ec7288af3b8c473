/// Copies, fills and compares short runs of pixels. Most runs have only a few pixels, so a call of memcpy would cost
/// more than the copy. The last group of four pixels may overlap the group before it.

@inline(__always)
func copyPixels(_ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer) {
    let source = UnsafeRawPointer(source)
    guard count >= 4 else {
        var index = 0
        while index < count {
            let word = source.load(fromByteOffset: index &* 4, as: UInt32.self)
            target.storeBytes(of: word, toByteOffset: index &* 4, as: UInt32.self)
            index &+= 1
        }
        return
    }
    guard count <= 64 else { return target.copyMemory(from: source, byteCount: count &* 4) }
    copyGroups(source, byteCount: count &* 4, to: target)
}

/// Copies at least 16 bytes.
@inline(__always)
func copyGroups(_ source: UnsafeRawPointer, byteCount: Int, to target: UnsafeMutableRawPointer) {
    let last = byteCount &- 16
    var offset = 0
    while offset < last {
        let group = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
        target.storeBytes(of: group, toByteOffset: offset, as: SIMD4<UInt32>.self)
        offset &+= 16
    }
    let group = source.loadUnaligned(fromByteOffset: last, as: SIMD4<UInt32>.self)
    target.storeBytes(of: group, toByteOffset: last, as: SIMD4<UInt32>.self)
}

/// Copies eight pixels as two vectors of four. A debug build would allocate memory for a larger vector.
@inline(__always)
private func copyEight(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let low = source.loadUnaligned(as: SIMD4<UInt32>.self)
    let high = source.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self)
    target.storeBytes(of: low, as: SIMD4<UInt32>.self)
    target.storeBytes(of: high, toByteOffset: 16, as: SIMD4<UInt32>.self)
}

func copyRows(_ pixels: PixelRows) {
    let count = pixels.count
    let last = (count &- 8) &* 4
    guard last >= 0 && count <= 64 else { return pixels.forEach { copyPixels($0, count: count, to: $1) } }
    pixels.forEach { source, target in
        let source = UnsafeRawPointer(source)
        var offset = 0
        while offset < last {
            copyEight(source + offset, to: target + offset)
            offset &+= 32
        }
        copyEight(source + last, to: target + last)
    }
}

@inline(__always)
func setPixels(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, to word: UInt32) {
    guard count >= 4 else {
        var index = 0
        while index < count {
            pixels[index] = word
            index &+= 1
        }
        return
    }
    let target = UnsafeMutableRawPointer(pixels)
    let group = SIMD4(repeating: word)
    let last = (count &- 4) &* 4
    var offset = 0
    while offset &+ 16 < last {
        target.storeBytes(of: group, toByteOffset: offset, as: SIMD4<UInt32>.self)
        target.storeBytes(of: group, toByteOffset: offset &+ 16, as: SIMD4<UInt32>.self)
        offset &+= 32
    }
    if offset < last { target.storeBytes(of: group, toByteOffset: offset, as: SIMD4<UInt32>.self) }
    target.storeBytes(of: group, toByteOffset: last, as: SIMD4<UInt32>.self)
}

/// Fills rows of `count` pixels with one colour. The rows lie `pitch` pixels apart.
func setRows(_ first: UnsafeMutablePointer<UInt32>, pitch: Int, count: Int, rows: Int, to word: UInt32) {
    var target = UnsafeMutableRawPointer(first)
    let group = SIMD4(repeating: word)
    let last = (count &- 16) &* 4
    var row = 0
    while row < rows {
        if last < 0 {
            setPixels(target.assumingMemoryBound(to: UInt32.self), count: count, to: word)
        } else {
            var offset = 0
            while offset < last {
                setSixteen(target + offset, to: group)
                offset &+= 64
            }
            setSixteen(target + last, to: group)
        }
        target += pitch &* 4
        row &+= 1
    }
}

@inline(__always)
private func setSixteen(_ target: UnsafeMutableRawPointer, to group: SIMD4<UInt32>) {
    target.storeBytes(of: group, as: SIMD4<UInt32>.self)
    target.storeBytes(of: group, toByteOffset: 16, as: SIMD4<UInt32>.self)
    target.storeBytes(of: group, toByteOffset: 32, as: SIMD4<UInt32>.self)
    target.storeBytes(of: group, toByteOffset: 48, as: SIMD4<UInt32>.self)
}

/// Counts the equal pixels at the start in groups of sixteen. Returns `count` or a multiple of sixteen. In the second
/// case, more pixels may be equal.
@inline(__always)
func equalPixels(_ one: UnsafePointer<UInt32>, _ other: UnsafePointer<UInt32>, count: Int) -> Int {
    let (one, other) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
    let last = count &* 4 &- 64
    var offset = 0
    while offset <= last {
        if !areSixteenEqual(one + offset, other + offset) { return offset / 4 }
        offset &+= 64
    }
    // The last sixteen pixels may overlap pixels that were compared already.
    return last >= 0 && areSixteenEqual(one + last, other + last) ? count : offset / 4
}

@inline(__always)
func areEqualPixels(_ one: UnsafePointer<UInt32>, _ other: UnsafePointer<UInt32>, count: Int) -> Bool {
    var index = equalPixels(one, other, count: count)
    while index < count && one[index] == other[index] { index &+= 1 }
    return index == count
}

@inline(__always)
func areAllPixels(_ pixels: UnsafePointer<UInt32>, count: Int, equalTo word: UInt32) -> Bool {
    let source = UnsafeRawPointer(pixels)
    let pair = UInt64(word) << 32 | UInt64(word)
    @inline(__always)
    func difference(_ index: Int) -> UInt64 {
        source.loadUnaligned(fromByteOffset: index &* 4, as: UInt64.self) ^ pair
    }
    var index = 0
    while index &+ 8 <= count {
        let low = difference(index) | difference(index &+ 2)
        guard low | difference(index &+ 4) | difference(index &+ 6) == 0 else { return false }
        index &+= 8
    }
    while index < count && pixels[index] == word { index &+= 1 }
    return index == count
}

@inline(__always)
private func areSixteenEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    let first = difference(one, other) | difference(one + 16, other + 16)
    let second = difference(one + 32, other + 32) | difference(one + 48, other + 48)
    let all = first | second
    return all[0] | all[1] == 0
}

@inline(__always)
private func difference(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> SIMD2<UInt64> {
    one.loadUnaligned(as: SIMD2<UInt64>.self) ^ other.loadUnaligned(as: SIMD2<UInt64>.self)
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
