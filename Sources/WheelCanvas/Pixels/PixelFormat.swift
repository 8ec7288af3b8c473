/// The layout of a pixel in memory. The cases are named after the kernel's fourcc codes. A name lists the channels of a
/// little-endian word from the highest bit down, so the bytes of `rgb888` are blue, green, red.
public enum PixelFormat: Equatable, Hashable, Sendable, CaseIterable, BitwiseCopyable {
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
    /// Writes pixels, which are words 0xFFRRGGBB. The target needs no alignment.
    func store(_ pixels: PixelRows) {
        let count = pixels.count
        switch self {
        case .xrgb8888: copyRows(pixels)
        case .xbgr8888:
            pixels.forEach { source, target in
                for index in 0..<count {
                    target.storeBytes(of: PixelFormat.swapped(source[index]), toByteOffset: index &* 4, as: UInt32.self)
                }
            }
        case .rgb888, .bgr888:
            pixels.forEach { source, target in
                for index in 0..<count { PixelFormat.storeThree(stored(source[index]), to: target + index &* 3) }
            }
        case .rgb565: pixels.forEach { storeHalves($0, count: count, to: $1, swaps: false) }
        case .bgr565: pixels.forEach { storeHalves($0, count: count, to: $1, swaps: true) }
        }
    }

    /// A word 0xFFRRGGBB as a pixel in this format, in the low bytes.
    @inline(__always)
    func stored(_ word: UInt32) -> UInt32 {
        switch self {
        case .xrgb8888, .rgb888: word
        case .xbgr8888, .bgr888: PixelFormat.swapped(word)
        case .rgb565: UInt32(PixelFormat.rgb565(word))
        case .bgr565: UInt32(PixelFormat.rgb565(PixelFormat.swapped(word)))
        }
    }

    /// The word 0xFFRRGGBB of one stored pixel. Missing low bits are copies of the high bits.
    func load(_ source: UnsafeRawPointer) -> UInt32 {
        func byte(_ offset: Int) -> UInt32 { UInt32(source.load(fromByteOffset: offset, as: UInt8.self)) }
        switch self {
        case .xrgb8888, .rgb888: return 0xFF00_0000 | byte(2) << 16 | byte(1) << 8 | byte(0)
        case .xbgr8888, .bgr888: return 0xFF00_0000 | byte(0) << 16 | byte(1) << 8 | byte(2)
        case .rgb565: return PixelFormat.widened(byte(1) << 8 | byte(0))
        case .bgr565: return PixelFormat.swapped(PixelFormat.widened(byte(1) << 8 | byte(0)))
        }
    }

    /// Packs pixels with even indices into the lower halves of the words, and pixels with odd indices into the upper
    /// halves.
    @inline(__always)
    private static func rgb565(_ even: SIMD4<UInt32>, _ odd: SIMD4<UInt32>) -> SIMD4<UInt32> {
        // Red and green are combined before the shift, since two shifts of one operand are compiled to slower code. The
        // expression is split, because an older compiler cannot type-check it in one piece.
        let evenRed = even & 0xF8_0000 | (even & 0xFC00) &<< 3
        let lower = evenRed &>> 8 | (even & 0xF8) &>> 3
        let oddRed = odd & 0xF8_0000 | (odd & 0xFC00) &<< 3
        let upper = oddRed &<< 8 | (odd & 0xF8) &<< 13
        return lower | upper
    }

    private static func rgb565(_ word: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: (word & 0xF8_0000) &>> 8 | (word & 0xFC00) &>> 5 | (word & 0xF8) &>> 3)
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
    private static func swapped(_ words: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let (red, blue) = (words &>> 16, words &<< 16)
        return words & 0xFF00_FF00 | red & 0xFF | blue & 0xFF_0000
    }

    @inline(__always)
    static func storeThree(_ stored: UInt32, to place: UnsafeMutableRawPointer) {
        place.storeBytes(of: UInt16(truncatingIfNeeded: stored), as: UInt16.self)
        place.storeBytes(of: UInt8(truncatingIfNeeded: stored >> 16), toByteOffset: 2, as: UInt8.self)
    }

    /// Stores eight pixels at a time. The last eight may overlap the eight before.
    @inline(__always)
    private func storeHalves(
        _ words: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer, swaps: Bool
    ) {
        let source = UnsafeRawPointer(words)
        @inline(__always)
        func group(_ index: Int) {
            let low = source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
            let high = source.loadUnaligned(fromByteOffset: index &* 4 &+ 16, as: SIMD4<UInt32>.self)
            let even = SIMD4(lowHalf: low.evenHalf, highHalf: high.evenHalf)
            let odd = SIMD4(lowHalf: low.oddHalf, highHalf: high.oddHalf)
            let halves =
                swaps
                ? PixelFormat.rgb565(PixelFormat.swapped(even), PixelFormat.swapped(odd))
                : PixelFormat.rgb565(even, odd)
            target.storeBytes(of: halves, toByteOffset: index &* 2, as: SIMD4<UInt32>.self)
        }
        guard count >= 8 else {
            for index in 0..<count {
                let word = swaps ? PixelFormat.swapped(words[index]) : words[index]
                target.storeBytes(of: PixelFormat.rgb565(word), toByteOffset: index &* 2, as: UInt16.self)
            }
            return
        }
        var index = 0
        while index < count &- 16 {
            group(index)
            group(index &+ 8)
            index &+= 16
        }
        if index < count &- 8 { group(index) }
        group(count &- 8)
    }
}
