import TestSupport
import Testing
import WheelGeometry

@testable import WheelCanvas
@testable import WheelScreen

@Suite struct CellGridTests {
    /// The mean of the pixels of half a cell, computed as simply as possible.
    private func mean(_ pixels: PixelBuffer, _ column: Int, _ row: Int, lower: Bool) -> UInt32 {
        var (red, green, blue) = (0, 0, 0)
        for y in 0..<4 {
            for x in 0..<4 {
                let color = pixels[column * 4 + x, row * 8 + (lower ? 4 : 0) + y]
                (red, green, blue) = (red + Int(color.red), green + Int(color.green), blue + Int(color.blue))
            }
        }
        return UInt32(((red + 8) / 16) << 16 | ((green + 8) / 16) << 8 | (blue + 8) / 16)
    }

    @Test func aTerminalShowsAllOfEachPicture() {
        var grid = CellGrid(columns: 30, rows: 12)
        var terminal = FakeTerminal(columns: 30, rows: 12)
        var writer = CellWriter()
        let bitmap = Bitmap(width: grid.pictureSize.width, height: grid.pictureSize.height)
        var scribble = Scribble(size: grid.pictureSize, seed: 21)
        var generator = SeededGenerator(seed: 22)
        for _ in 0..<60 {
            grid.apply(bitmap.pixels, scribble.drawNext(into: bitmap.pixels))
            let text = String((0..<generator.int(in: 0...12)).map { _ in generator.pick(Array("ab▀°語−9")) })
            let place = Point(x: generator.double(in: -20...140), y: generator.double(in: -9...99))
            let alignment = generator.pick([TextAlignment.start, .middle, .end])
            grid.replaceTexts([KeptText(text: text, place: place, alignment: alignment, color: Color(0x112233))])
            writer.removeAll()
            writer.beginFrame()
            grid.write(to: &writer)
            writer.endFrame()
            terminal.take(writer.bytes)

            // Written at once to a new terminal.
            grid.invalidate()
            writer.removeAll()
            grid.write(to: &writer)
            var fresh = FakeTerminal(columns: 30, rows: 12)
            fresh.take(writer.bytes)
            for row in 0..<12 {
                for column in 0..<30 {
                    let (shown, whole) = (terminal[column, row], fresh[column, row])
                    #expect(shown.text == whole.text && shown.background == whole.background)
                    #expect(shown.text == " " || shown.foreground == whole.foreground)
                    guard shown.text == "▀" && shown.foreground != 0x112233 else { continue }
                    #expect(shown.foreground == mean(bitmap.pixels, column, row, lower: false))
                    #expect(shown.background == mean(bitmap.pixels, column, row, lower: true))
                }
            }
        }
    }

    @Test func unchangedCellsAreNotWritten() {
        var grid = CellGrid(columns: 20, rows: 6)
        var writer = CellWriter()
        grid.write(to: &writer)
        #expect(!writer.bytes.isEmpty)
        writer.removeAll()
        grid.write(to: &writer)
        #expect(writer.bytes.isEmpty)
    }

    @Test(arguments: [
        (TextAlignment.start, 8.0, "  abc     "), (.middle, 20.0, "    abc   "), (.end, 40.0, "       abc"),
        (.start, -4.0, "bc        "), (.end, 44.0, "        ab"),
    ])
    func textIsAligned(_ alignment: TextAlignment, _ x: Double, _ row: String) {
        var grid = CellGrid(columns: 10, rows: 3)
        var terminal = FakeTerminal(columns: 10, rows: 3)
        grid.replaceTexts([
            KeptText(
                text: "abc\u{1B}\u{202E}\u{200B}", place: Point(x: x, y: 12), alignment: alignment,
                color: Color(0xFFFFFF))
        ])
        var writer = CellWriter()
        grid.write(to: &writer)
        terminal.take(writer.bytes)
        #expect(terminal.text(1) == row)
        #expect(terminal.text(0) == "          ")
    }

    @Test(arguments: [
        ("abcdefgh", 0.0, TextAlignment.start, "xyz", "abcde… xyz"), ("abcdef", 0, .start, "wxyz", "abcdefwxyz"),
        ("abcdefghijkl", 20, .middle, "xyz", "bcdef… xyz"), ("語語語語", 0, .start, "xyz", "語»語»…  xyz"),
        ("ab", 32, .start, "wxyz", "        ab"), ("ab", 32, .start, "tuvwxyz", "   tuv… ab"),
    ])
    func textThatOverlapsAnotherIsShortened(
        _ text: String, _ x: Double, _ alignment: TextAlignment, _ last: String, _ row: String
    ) {
        var grid = CellGrid(columns: 10, rows: 2)
        var terminal = FakeTerminal(columns: 10, rows: 2)
        grid.replaceTexts([
            KeptText(text: last, place: Point(x: 40, y: 4), alignment: .end, color: Color(0xFF9500)),
            KeptText(text: text, place: Point(x: x, y: 4), alignment: alignment, color: Color(0xFFFFFF)),
            KeptText(text: "another", place: Point(x: 20, y: 12), alignment: .middle, color: Color(0xFFFFFF)),
        ])
        var writer = CellWriter()
        grid.write(to: &writer)
        terminal.take(writer.bytes)
        #expect(terminal.text(0) == row)
        #expect(terminal.text(1) == "  another " || terminal.text(1) == " another  ")
    }

    @Test func aSmallTerminalShowsAPart() {
        var grid = CellGrid(columns: 10, rows: 3, smallest: (columns: 32, rows: 8))
        #expect(grid.pictureSize == PixelSize(width: 128, height: 64))
        var terminal = FakeTerminal(columns: 10, rows: 3)
        var writer = CellWriter()
        grid.write(to: &writer)
        terminal.take(writer.bytes)
        #expect(terminal.text(2) == "          ")
    }
}
