import DeviceSupport
import LinuxSystem
import TestSupport
import Testing
import WheelCanvas
import WheelCore

@testable import WheelScreen

/// The setup of a framebuffer for a test. vfb accepts any depth and pads its rows to whole words.
struct FramebufferCase: Sendable, CustomTestStringConvertible {
    var bits: Int
    var width: Int
    var virtualWidth: Int
    var yOffset: Int
    var bytesPerRow: Int
    var format: PixelFormat

    var testDescription: String { "\(width) of \(virtualWidth), \(bits) bits, from row \(yOffset)" }

    static let all = [
        FramebufferCase(bits: 16, width: 213, virtualWidth: 213, yOffset: 0, bytesPerRow: 428, format: .bgr565),
        FramebufferCase(bits: 16, width: 320, virtualWidth: 333, yOffset: 7, bytesPerRow: 668, format: .bgr565),
        FramebufferCase(bits: 24, width: 213, virtualWidth: 213, yOffset: 13, bytesPerRow: 640, format: .bgr888),
        FramebufferCase(bits: 24, width: 200, virtualWidth: 251, yOffset: 0, bytesPerRow: 756, format: .bgr888),
        FramebufferCase(bits: 32, width: 213, virtualWidth: 217, yOffset: 1, bytesPerRow: 868, format: .xbgr8888),
        FramebufferCase(bits: 32, width: 240, virtualWidth: 240, yOffset: 99, bytesPerRow: 960, format: .xbgr8888),
    ]
}

/// Simulated framebuffers of the kernel, and their memory, read through another descriptor.
@Suite(.enabled(if: SimulatedScreens.framebuffer != nil), .serialized)
struct FramebufferOutputDeviceTests {
    @Test(arguments: FramebufferCase.all, DisplayRotation.allCases)
    func theMemoryEqualsAFullRedraw(_ setup: FramebufferCase, _ rotation: DisplayRotation) throws {
        let path = try #require(SimulatedScreens.framebuffer)
        let device = try FramebufferDevice(path: path)
        try device.setLayout(
            width: setup.width, height: 120, virtualWidth: setup.virtualWidth, virtualHeight: 240,
            bitsPerPixel: setup.bits, yOffset: setup.yOffset)
        let layout = try device.layout()
        #expect(layout.bytesPerRow == setup.bytesPerRow)
        #expect(layout.yOffset == setup.yOffset)
        let memory = try device.map(layout)
        memory.bytes.initializeMemory(as: UInt8.self, repeating: 0x5A)

        let output = try FramebufferOutput.open(path, rotation: rotation)
        #expect(output.pixels.format == setup.format)
        #expect(output.size == rotation.turned(PixelSize(width: setup.width, height: 120)))
        var scribble = Scribble(size: output.size, seed: 11)
        let visible = PixelBuffer(
            base: try #require(memory.bytes.baseAddress) + setup.yOffset * setup.bytesPerRow, width: setup.width,
            height: 120, bytesPerRow: setup.bytesPerRow, format: setup.format)
        for _ in 0..<6 {
            try output.show(scribble.drawNext(into: output.pixels))
            #expect(differences(scribble.whole(format: setup.format), rotation, visible) == 0)
        }
        // No other byte has been written: neither the ends of the rows nor the memory above and below.
        let shown = setup.width * setup.bits / 8
        let strays = (0..<240).count { row in
            let bytes = memory.bytes[(row * setup.bytesPerRow)..<((row + 1) * setup.bytesPerRow)]
            let isVisible = (0..<120).contains(row - setup.yOffset)
            return !bytes.dropFirst(isVisible ? shown : 0).allSatisfy { $0 == 0x5A }
        }
        #expect(strays == 0)
    }

    @Test func aCardsFramebufferMustBeNamed() throws {
        let output = try FramebufferOutput.open("/dev/fb0", rotation: .none)
        #expect(output.name == "/dev/fb0 vkmsdrmfb 1024×768, 32 bits")
        #expect(output.pixels.format == .xrgb8888)
        var scribble = Scribble(size: output.size, seed: 12)
        let device = try FramebufferDevice(path: "/dev/fb0")
        let memory = try device.map(try device.layout())
        let visible = PixelBuffer(
            base: try #require(memory.bytes.baseAddress), width: 1024, height: 768, bytesPerRow: 4096,
            format: .xrgb8888)
        for _ in 0..<4 {
            try output.show(scribble.drawNext(into: output.pixels))
            #expect(differences(scribble.whole(format: .xrgb8888), .none, visible) == 0)
        }
        let path = try #require(SimulatedScreens.framebuffer)
        try FramebufferDevice(path: path).setLayout(
            width: 320, height: 240, virtualWidth: 320, virtualHeight: 240, bitsPerPixel: 16, yOffset: 0)
        #expect(try FramebufferOutput.open(nil, rotation: .none).name == "\(path) Virtual FB 320×240, 16 bits")
    }

    @Test func aRemovedDriverIsReported() throws {
        let path = try #require(SimulatedScreens.framebuffer)
        try FramebufferDevice(path: path).setLayout(
            width: 320, height: 240, virtualWidth: 320, virtualHeight: 240, bitsPerPixel: 16, yOffset: 0)
        let output = try FramebufferOutput.open(path, rotation: .none)
        _ = try output.check()
        try SimulatedScreens.setFramebuffer(present: false)
        defer { try? SimulatedScreens.setFramebuffer(present: true) }
        #expect(throws: ScreenProblem.absent("\(path): the device was disconnected")) { _ = try output.check() }
        #expect(throws: ScreenProblem.absent("\(path): there is no such device")) {
            _ = try FramebufferOutput.open(path, rotation: .none)
        }
    }

    @Test func aScreenThatCannotBeBlankedIsPaintedBlack() throws {
        let path = try #require(SimulatedScreens.framebuffer)
        let device = try FramebufferDevice(path: path)
        try device.setLayout(
            width: 64, height: 48, virtualWidth: 64, virtualHeight: 48, bitsPerPixel: 32, yOffset: 0)
        let output = try FramebufferOutput.open(path, rotation: .none)
        var scribble = Scribble(size: output.size, seed: 13)
        try output.show(scribble.drawNext(into: output.pixels))
        let memory = try device.map(try device.layout())
        let before = Array(memory.bytes[..<(64 * 48 * 4)])
        try output.blank(true)
        #expect(memory.bytes[..<(64 * 48 * 4)].allSatisfy { $0 == 0 })
        try output.blank(false)
        #expect(Array(memory.bytes[..<(64 * 48 * 4)]) == before)
    }

    /// In the memory of vfb, the bit 1 is black.
    @Test(arguments: DisplayRotation.allCases) func aPixelCanHaveOneBit(_ rotation: DisplayRotation) throws {
        let path = try #require(SimulatedScreens.framebuffer)
        let device = try FramebufferDevice(path: path)
        try device.setLayout(
            width: 128, height: 64, virtualWidth: 128, virtualHeight: 64, bitsPerPixel: 1, yOffset: 0)
        let memory = try device.map(try device.layout())
        let output = try FramebufferOutput.open(path, rotation: rotation)
        #expect(output.hasTwoColours)
        #expect(output.size == rotation.turned(PixelSize(width: 128, height: 64)))
        let canvas = Canvas(width: output.size.width, height: output.size.height, isSharp: true)
        var (list, damage) = (DisplayList(), DamageRegion())
        for step in 0..<5 {
            list.removeAll()
            list.add(.disc(center: Point(x: Double(20 + 5 * step), y: 30), radius: 11), color: .white)
            canvas.draw(list, into: output.pixels, damage: &damage)
            try output.show(damage)
            var wrong = 0
            for y in 0..<output.size.height {
                for x in 0..<output.size.width {
                    let place = rotation.onScreen(PixelRect(x: x, y: y, width: 1, height: 1), picture: output.size)
                    let isBlack = memory.bytes[place.y * 16 + place.x / 8] >> UInt8(place.x % 8) & 1 == 1
                    if isBlack != (output.pixels[x, y] == .black) { wrong += 1 }
                }
            }
            #expect(wrong == 0)
        }
        try output.blank(true)
        #expect(memory.bytes[..<1024].allSatisfy { $0 == 0xFF })
    }

    @Test func unsupportedFormatsHaveAnError() throws {
        let path = try #require(SimulatedScreens.framebuffer)
        try FramebufferDevice(path: path).setLayout(
            width: 320, height: 240, virtualWidth: 320, virtualHeight: 240, bitsPerPixel: 8, yOffset: 0)
        let problem = ScreenProblem.unusable(
            "\(path): its pixels have 8 bits and a palette; RGB565, RGB888 and XRGB8888 can be drawn, in either order, "
                + "and one bit a pixel")
        #expect(throws: problem) { _ = try FramebufferOutput.open(path, rotation: .none) }
    }
}

extension FramebufferOutput {
    static func open(_ path: String?, rotation: DisplayRotation) throws(ScreenProblem) -> FramebufferOutput {
        try Screens.find(DisplaySettings(name: "main", output: .fbdev(path))) { _, _ -> FramebufferOutput in
            preconditionFailure("no graphics card was asked for")
        } framebuffer: { path, leavesCards throws(ScreenProblem) in
            try FramebufferOutput(path, rotation, .off, leavesCards: leavesCards)
        } remote: { _ -> FramebufferOutput in
            preconditionFailure("no remote display was asked for")
        }
    }
}
