import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene
import WheelTouch

@testable import WheelPanel

/// The written sequences are decoded, and compared with the display's own picture.
@Suite struct PictureWriterTests {
    private static let grid = PictureGrid(columns: 60, rows: 17, cell: PixelSize(width: 9, height: 19))

    private static func largestDifference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
        var most = 0
        for y in 0..<one.height {
            for x in 0..<one.width {
                let (a, b) = (one.pixel(x, y).load(as: UInt32.self), other.pixel(x, y).load(as: UInt32.self))
                guard a | 0xFF00_0000 != b | 0xFF00_0000 else { continue }
                for shift: UInt32 in [0, 8, 16] {
                    most = max(most, abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)))
                }
            }
        }
        return most
    }

    private static func rectangles(_ damage: DamageRegion) -> [PixelRect] { damage.rectangles(atMost: 32) }

    /// Calls `body` with the pixels and the damage of each frame of a display with three values. In each frame another
    /// value differs from 0.
    private static func play(
        _ count: Int, grid: PictureGrid = grid, _ body: (PixelBuffer, [PixelRect]) throws -> Void
    ) throws {
        let settings = PanelSettings(
            controls: ["a", "b", "c"].map { name in
                ControlSettings(
                    name: name, quantity: .int(NumberSettings(range: ValueRange(0, 100), initial: 0)), scene: .wheel)
            })
        let pictureSettings = PictureSettings(settings)
        let size = grid.size
        let stage = Stage(
            typeface: try Typeface(FontFamily.usual, isSharp: false), theme: .dark, width: size.width,
            height: size.height)
        let bitmap = Bitmap(width: size.width, height: size.height)
        var damage = DamageRegion()
        var generator = SeededGenerator(seed: 31)
        for frame in 0..<count {
            let time = Instant(microseconds: Int64(frame) * 1_000_000)
            let number = generator.int(in: 0...100)
            let state = SceneState(pictureSettings, Panel(settings), at: Instant(microseconds: 0)).with(frame % 3) {
                $0.number = Double(number)
                $0.position = Double(number) / 100
            }
            stage.show(state, at: time)
            stage.draw(at: time, into: bitmap.pixels, damage: &damage)
            let whole = [PixelRect(x: 0, y: 0, width: size.width, height: size.height)]
            try body(bitmap.pixels, frame == 0 ? whole : rectangles(damage))
        }
    }

    @Test func kittyShowsTheVeryPicture() throws {
        var writer = KittyWriter()
        writer.begin(Self.grid)
        var terminal = KittyTerminal(Self.grid)
        var counts: Set<Int> = []
        try Self.play(30) { pixels, damage in
            var bytes: [UInt8] = []
            writer.write(pixels, damage, to: &bytes)
            try terminal.consume(bytes)
            #expect(Self.largestDifference(terminal.screen().pixels, pixels) <= 1)
            counts.insert(terminal.images.count)
        }
        // Each of the nine placements has one image, and there is no further image.
        #expect(counts == [9])
        #expect(Set(terminal.placements.keys) == Set(terminal.images.keys))
        try terminal.consume(Array(writer.ending.utf8))
        #expect(terminal.images.isEmpty)
    }

    @Test(arguments: [(1024, 3), (256, 3), (16, 70)])
    func sixelShowsThePicture(_ registers: Int, _ tolerance: Int) throws {
        let area = PixelSize(width: 300, height: 100)
        var writer = SixelWriter(area, ColorRegisters(current: registers, most: nil))
        writer.begin(Self.grid)
        var terminal = SixelTerminal(Self.grid, area: area, registers: registers)
        try Self.play(20) { pixels, damage in
            var bytes: [UInt8] = []
            writer.write(pixels, damage, to: &bytes)
            try terminal.consume(bytes)
            #expect(Self.largestDifference(terminal.screen.pixels, pixels) <= tolerance)
        }
    }

    /// In each frame a few rectangles at arbitrary places change to arbitrary colours.
    @Test func sixelFollowsScribbles() throws {
        let size = Self.grid.size
        let area = PixelSize(width: 1000, height: 1000)
        var writer = SixelWriter(area, ColorRegisters(current: 256, most: nil))
        writer.begin(Self.grid)
        var terminal = SixelTerminal(Self.grid, area: area, registers: 256)
        let bitmap = Bitmap(width: size.width, height: size.height)
        var generator = SeededGenerator(seed: 4)
        for frame in 0..<20 {
            var damage = (0..<6).map { _ in Self.scribble(into: bitmap.pixels, &generator) }
            if frame == 0 { damage = [PixelRect(x: 0, y: 0, width: size.width, height: size.height)] }
            var bytes: [UInt8] = []
            writer.write(bitmap.pixels, damage, to: &bytes)
            try terminal.consume(bytes)
            #expect(Self.largestDifference(terminal.screen.pixels, bitmap.pixels) <= 8)
        }
    }

    /// Fills a rectangle at random with a pattern of two random colours. Returns the rectangle.
    private static func scribble(into pixels: PixelBuffer, _ generator: inout SeededGenerator) -> PixelRect {
        let (width, height) = (generator.int(in: 1...60), generator.int(in: 1...40))
        let (left, top) = (generator.int(in: 0...pixels.width - width), generator.int(in: 0...pixels.height - height))
        let colors = (0..<2).map { _ in UInt32(generator.int(in: 0...0xFF_FFFF)) | 0xFF00_0000 }
        for y in 0..<height {
            for x in 0..<width {
                pixels.pixel(left + x, top + y).storeBytes(of: colors[(x + y) % 2], as: UInt32.self)
            }
        }
        return PixelRect(x: left, y: top, width: width, height: height)
    }

    @Test func registersAreSetAndGivenBack() {
        let more = SixelWriter(PixelSize(width: 9, height: 9), ColorRegisters(current: 16, most: 4096))
        #expect(more.setup == "\u{1B}[?1;3;1024S" && more.ending == "\u{1B}[?1;3;16S")
        let same = SixelWriter(PixelSize(width: 9, height: 9), ColorRegisters(current: 256, most: 256))
        #expect(same.setup.isEmpty && same.ending.isEmpty)
    }

    /// The first frame is the whole picture. The others have only the changes of one or two values.
    @Test func aFrameHasFewBytes() throws {
        let large = PictureGrid(columns: 100, rows: 30, cell: PixelSize(width: 9, height: 18))
        var kitty = KittyWriter()
        kitty.begin(large)
        var sixel = SixelWriter(PixelSize(width: 1000, height: 1000), ColorRegisters(current: 256, most: nil))
        sixel.begin(large)
        var frames: [(kitty: Int, sixel: Int)] = []
        try Self.play(12, grid: large) { pixels, damage in
            var bytes: [UInt8] = []
            kitty.write(pixels, damage, to: &bytes)
            let count = bytes.count
            sixel.write(pixels, damage, to: &bytes)
            frames.append((count, bytes.count - count))
        }
        print("bytes of the first frame: \(frames[0]), of others: \(frames.dropFirst().map { $0 })")
        // The first frame shows all three cards, each other frame at most two changed cards.
        #expect(frames[0].kitty < 64_000 && frames[0].sixel < 64_000)
        #expect(frames.dropFirst().allSatisfy { $0.kitty < 64_000 && $0.sixel < 52_000 })
    }
}
