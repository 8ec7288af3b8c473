/// How a pixel lies in memory. The names are those of the kernel's fourcc codes: they read from the highest bit of a
/// little-endian word down, so that `rgb888` is blue, green, red byte after byte.
public enum PixelFormat: Equatable, Hashable, Sendable, CaseIterable {
    case xrgb8888
    case xbgr8888
    case rgb888
    case bgr888
    case rgb565
    case bgr565

    public var bytesPerPixel: Int {
        switch self {
        case .xrgb8888, .xbgr8888: 4
        case .rgb888, .bgr888: 3
        case .rgb565, .bgr565: 2
        }
    }
}

extension PixelFormat {
    /// Writes `count` pixels, given as words 0xFFRRGGBB. Neither side needs any alignment beyond its own.
    @inline(__always)
    func store(_ words: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer) {
        if self == .xrgb8888 {
            copyPixels(words, count: count, to: target)
        } else {
            storeOther(words, count: count, to: target)
        }
    }

    @inline(never)
    private func storeOther(_ words: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer) {
        switch self {
        case .xrgb8888: copyPixels(words, count: count, to: target)
        case .xbgr8888: storeSwapped(words, count: count, to: target)
        case .rgb888: storeBytes(words, count: count, to: target) { ($0, $0 >> 8, $0 >> 16) }
        case .bgr888: storeBytes(words, count: count, to: target) { ($0 >> 16, $0 >> 8, $0) }
        case .rgb565: storeHalves(words, count: count, to: target, convert: PixelFormat.rgb565)
        case .bgr565: storeHalves(words, count: count, to: target) { PixelFormat.rgb565(PixelFormat.swapped($0)) }
        }
    }

    /// The word 0xFFRRGGBB of one stored pixel; what the format has no bits for is filled by its upper bits.
    func load(_ source: UnsafeRawPointer) -> UInt32 {
        func byte(_ offset: Int) -> UInt32 { UInt32(source.load(fromByteOffset: offset, as: UInt8.self)) }
        switch self {
        case .xrgb8888: return 0xFF00_0000 | byte(2) << 16 | byte(1) << 8 | byte(0)
        case .xbgr8888: return 0xFF00_0000 | byte(0) << 16 | byte(1) << 8 | byte(2)
        case .rgb888: return 0xFF00_0000 | byte(2) << 16 | byte(1) << 8 | byte(0)
        case .bgr888: return 0xFF00_0000 | byte(0) << 16 | byte(1) << 8 | byte(2)
        case .rgb565: return PixelFormat.widened(byte(1) << 8 | byte(0))
        case .bgr565: return PixelFormat.swapped(PixelFormat.widened(byte(1) << 8 | byte(0)))
        }
    }

    @inline(__always)
    private static func rgb565(_ word: SIMD4<UInt32>) -> SIMD4<UInt32> {
        // In steps, and with the masks first: an older compiler gives up on one expression, and with the shifts first
        // this one makes a detour of them.
        let red = (word & 0xF8_0000) &>> 8
        let green = (word & 0xFC00) &>> 5
        let blue = (word & 0xF8) &>> 3
        return red | green | blue
    }

    private static func widened(_ half: UInt32) -> UInt32 {
        let (red, green, blue) = (half >> 11, half >> 5 & 0x3F, half & 0x1F)
        let (wideRed, wideGreen, wideBlue) = (red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2)
        return 0xFF00_0000 | wideRed << 16 | wideGreen << 8 | wideBlue
    }

    @inline(__always)
    private static func swapped(_ word: UInt32) -> UInt32 {
        word & 0xFF00_FF00 | word >> 16 & 0xFF | (word & 0xFF) << 16
    }

    @inline(__always)
    private static func swapped(_ word: SIMD4<UInt32>) -> SIMD4<UInt32> {
        word & 0xFF00_FF00 | word &>> 16 & 0xFF | (word & 0xFF) &<< 16
    }

    @inline(__always)
    private func storeSwapped(_ words: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer) {
        for index in 0..<count {
            target.storeBytes(of: PixelFormat.swapped(words[index]), toByteOffset: index * 4, as: UInt32.self)
        }
    }

    @inline(__always)
    private func storeBytes(
        _ words: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer,
        bytes: (UInt32) -> (UInt32, UInt32, UInt32)
    ) {
        for index in 0..<count {
            let (first, second, third) = bytes(words[index])
            target.storeBytes(of: UInt8(truncatingIfNeeded: first), toByteOffset: index * 3, as: UInt8.self)
            target.storeBytes(of: UInt8(truncatingIfNeeded: second), toByteOffset: index * 3 + 1, as: UInt8.self)
            target.storeBytes(of: UInt8(truncatingIfNeeded: third), toByteOffset: index * 3 + 2, as: UInt8.self)
        }
    }

    /// Four pixels at a time, then the rest one by one.
    @inline(__always)
    private func storeHalves(
        _ words: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer,
        convert: (SIMD4<UInt32>) -> SIMD4<UInt32>
    ) {
        let source = UnsafeRawPointer(words)
        var index = 0
        while index + 4 <= count {
            let group = convert(source.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<UInt32>.self))
            let halves = SIMD4<UInt16>(truncatingIfNeeded: group)
            target.storeBytes(of: halves, toByteOffset: index * 2, as: SIMD4<UInt16>.self)
            index += 4
        }
        while index < count {
            let half = convert(SIMD4(repeating: words[index]))[0]
            target.storeBytes(of: UInt16(truncatingIfNeeded: half), toByteOffset: index * 2, as: UInt16.self)
            index += 1
        }
    }
}
