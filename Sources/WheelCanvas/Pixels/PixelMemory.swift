/// Copying and filling of short runs of pixels. They are a few pixels long as a rule, so that a call of memcpy would
/// cost more than the copy; groups of four may overlap at the end.

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
    while offset < last {
        target.storeBytes(of: group, toByteOffset: offset, as: SIMD4<UInt32>.self)
        offset &+= 16
    }
    target.storeBytes(of: group, toByteOffset: last, as: SIMD4<UInt32>.self)
}
