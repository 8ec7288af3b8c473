import Testing
import WheelCanvas
import WheelCore

@testable import LinuxSystem
@testable import WheelScreen

@Suite struct FramebufferLayoutTests {
    private static func layout(
        _ bits: Int, red: (Int, Int), green: (Int, Int), blue: (Int, Int), trueColor: Bool = true
    )
        -> FramebufferDevice.Layout
    {
        func channel(_ pair: (Int, Int)) -> FramebufferDevice.Channel { .init(offset: pair.0, length: pair.1) }
        return FramebufferDevice.Layout(
            width: 10, height: 4, millimetres: nil, xOffset: 0, yOffset: 2, bitsPerPixel: bits, red: channel(red),
            green: channel(green), blue: channel(blue), isTrueColor: trueColor, bytesPerRow: 48, byteCount: 288,
            byteOffset: 0, driver: "test")
    }

    @Test(arguments: [
        (layout(32, red: (16, 8), green: (8, 8), blue: (0, 8)), PixelFormat.xrgb8888),
        (layout(32, red: (0, 8), green: (8, 8), blue: (16, 8)), .xbgr8888),
        (layout(24, red: (16, 8), green: (8, 8), blue: (0, 8)), .rgb888),
        (layout(24, red: (0, 8), green: (8, 8), blue: (16, 8)), .bgr888),
        (layout(16, red: (11, 5), green: (5, 6), blue: (0, 5)), .rgb565),
        (layout(16, red: (0, 5), green: (5, 6), blue: (11, 5)), .bgr565),
    ])
    func theDriversPixelFormatIsUsed(_ layout: FramebufferDevice.Layout, _ format: PixelFormat) throws {
        #expect(try layout.pixelFormat("/dev/fb0") == format)
    }

    @Test(arguments: [
        layout(16, red: (10, 5), green: (5, 5), blue: (0, 5)),
        layout(8, red: (0, 8), green: (0, 8), blue: (0, 8), trueColor: false),
        layout(32, red: (24, 8), green: (16, 8), blue: (8, 8)),
        layout(1, red: (0, 1), green: (0, 1), blue: (0, 1), trueColor: false),
    ])
    func otherFormatsAreRefused(_ layout: FramebufferDevice.Layout) {
        #expect(throws: ScreenProblem.self) { try layout.pixelFormat("/dev/fb0") }
    }

    /// The lowest bit of a byte is its left pixel. The bits beyond the picture's width are set to 0.
    @Test(arguments: [(true, [0x25, 0x02]), (false, [0xDA, 0x01])] as [(Bool, [UInt8])])
    func aPixelCanHaveOneBit(_ whiteBit: Bool, _ bytes: [UInt8]) throws {
        var layout = Self.layout(1, red: (0, 1), green: (0, 1), blue: (0, 1), trueColor: false)
        layout.whiteBit = whiteBit
        #expect(try layout.pixelFormat("/dev/fb0") == .xrgb8888)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 288, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0x5A)
        let bits = try #require(try layout.bits(of: memory, "/dev/fb0"))
        let picture = Bitmap(width: 10, height: 4)
        for x in [0, 2, 5, 9] {
            picture.pixels.pixel(x, 0).storeBytes(of: 0xFFFF_FFFF, as: UInt32.self)
        }
        bits.write(picture.pixels)
        // Two rows of the memory, of 48 bytes each, precede the first visible row.
        #expect(Array(memory[96..<98]) == bytes)
        #expect(memory[95] == 0x5A && memory[98] == 0x5A)
        #expect(throws: ScreenProblem.self) {
            try layout.bits(of: UnsafeMutableRawBufferPointer(rebasing: memory[..<240]), "/dev/fb0")
        }
    }

    @Test func aMemoryThatIsTooSmallIsRefused() throws {
        let layout = Self.layout(32, red: (16, 8), green: (8, 8), blue: (0, 8))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 288, alignment: 16)
        defer { memory.deallocate() }
        let visible = try layout.visiblePart(of: memory, .xrgb8888, "/dev/fb0")
        #expect(memory.baseAddress.map { visible.base - $0 } == 96)
        let shorter = UnsafeMutableRawBufferPointer(rebasing: memory[..<(96 + 3 * 48 + 39)])
        #expect(throws: ScreenProblem.self) { try layout.visiblePart(of: shorter, .xrgb8888, "/dev/fb0") }
    }

    /// Drivers that do not know the size of the screen write 0 or −1 millimetres.
    @Test(arguments: [
        (UInt32(108), UInt32(65), Size(width: 108, height: 65)), (0, 0, nil), (.max, .max, nil), (108, 0, nil),
        (0, 65, nil), (100_000, 1, Size(width: 100_000, height: 1)), (100_001, 1, nil),
    ])
    func anUnknownSizeIsNone(_ width: UInt32, _ height: UInt32, _ size: Size?) {
        #expect(FramebufferDevice.millimetres(width, height) == size)
    }
}
