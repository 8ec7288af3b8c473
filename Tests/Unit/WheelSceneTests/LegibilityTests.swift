import PictureReading
import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelCanvas
@testable import WheelScene

/// The digits of a value can be read at 1 m: an eye resolves one minute of arc, which is 2.1 pixels at 7.3 px/mm. The
/// picture is shrunk by this factor, and each digit is compared with all ten digits.
@Suite struct LegibilityTests {
    /// The factor for a display with this number of pixels per millimetre.
    private static func shrink(_ measures: Measures) -> Double { 2.1 * measures.pixelsPerMillimetre / 7.3 }

    @Test(arguments: [1, 2, 4, 6, 8, 12, 16], [Theme.dark, .light])
    func digitsAreReadAtOneMetre(_ count: Int, _ theme: Theme) throws {
        try readDigits(count, .wheel, width: 800, height: 480, theme)
    }

    @Test(arguments: [(480, 800), (320, 240), (1024, 600), (480, 320)], [SceneKind.angle, .rotor, .readout, .wheel])
    func digitsAreReadOnEachDisplay(_ size: (Int, Int), _ scene: SceneKind) throws {
        try readDigits(4, scene, width: size.0, height: size.1, .dark)
    }

    /// The digits of a counter, faint ones included.
    @Test(arguments: [1, 2, 4, 8], [(800, 480), (480, 800), (320, 240)])
    func digitsOfACounterAreRead(_ count: Int, _ size: (Int, Int)) throws {
        let speeds = [100.0, 1000].map {
            Speed(name: "\(Int($0))", amount: .perDetent($0), density: 20, lineWidth: 1)
        }
        let number = NumberSettings(range: ValueRange(0, 30_000_000), decimals: 0, speeds: speeds)
        let controls = (0..<count).map {
            ControlSettings(name: "c\($0)", quantity: .float(number), scene: .digits)
        }
        let studio = try Studio(PanelSettings(controls: controls), width: size.0, height: size.1)
        let typeface = try Typeface()
        let page = PageView(studio.pictureSettings, .all, size: studio.size, studio.stage.measures, typeface: typeface)
        var random = SeededGenerator(seed: UInt64(count))
        var (read, all) = (0, 0)
        for _ in 0..<max(2, 12 / count) {
            for control in controls.indices { studio.set(control, .number(Double(random.int(in: 0...30_000_000)))) }
            studio.draw()
            let state = studio.state
            for (cell, texts) in zip(page.layout.cells, page.texts) {
                let scene = try #require(cell.scene as? DigitsLayout)
                var sketch = Sketch(theme: .dark)
                let figure = Figure(cell.control, of: state, in: Motion(state), at: studio.time)
                scene.drawMoving(figure, texts, into: &sketch)
                let reading = scene.places.reading(of: state.controls[cell.control].number)
                let digits = try #require(reading).digits
                let atlas = try #require(sketch.list.atlas)
                let shapes = DigitShapes(scene.font(typeface), shrink: Self.shrink(studio.stage.measures))
                for (digit, item) in zip(digits, sketch.list.items) {
                    guard case .text(let first, _) = item.content else { continue }
                    let probe = Probe(pixels: studio.pixels, ground: Theme.dark.cell, ink: item.color)
                    let reader = DigitReader(probe, shapes)
                    let glyph = sketch.list.glyphs[first]
                    let cell = atlas.cells[Int(glyph.cell)]
                    let pen = Point(x: Double(glyph.x - cell.left), y: Double(glyph.y + cell.top))
                    all += 1
                    if reader.read(at: pen) == Int(digit) { read += 1 }
                }
            }
        }
        #expect(all > 50)
        #expect(Double(read) >= 0.99 * Double(all), "\(read) of \(all)")
    }

    private func readDigits(
        _ count: Int, _ scene: SceneKind, width: Int, height: Int, _ theme: Theme
    ) throws {
        let controls = (0..<count).map { ControlSettings.ranged("c\($0)", ValueRange(-99, 999), scene: scene) }
        let studio = try Studio(PanelSettings(controls: controls), width: width, height: height, theme: theme)
        let page = PageView(
            studio.pictureSettings, .all, size: studio.size, studio.stage.measures, typeface: try Typeface())
        var random = SeededGenerator(seed: UInt64(count))
        var (read, all) = (0, 0)
        for _ in 0..<max(2, 24 / count) {
            for control in controls.indices { studio.set(control, .number(random.double(in: -99...999))) }
            studio.draw()
            for (cell, texts) in zip(page.layout.cells, page.texts) {
                let picture = studio.state.controls[cell.control]
                let settings = controls[cell.control]
                var sketch = Sketch(theme: theme)
                try #require(texts.value).draw(picture, settings, into: &sketch, theme.text)
                let text = try #require(settings.number).digits(of: picture.number)
                let digits = Array(text)
                let placed = Array(sketch.list.glyphs)
                try #require(digits.count == placed.count)
                let atlas = try #require(sketch.list.atlas)
                let font = try #require(texts.value).digitFont(picture, settings)
                let reader = DigitReader(
                    Probe(pixels: studio.pixels, ground: theme.cell, ink: theme.text),
                    DigitShapes(font, shrink: Self.shrink(studio.stage.measures)))
                for (character, glyph) in zip(digits, placed) {
                    guard let digit = character.wholeNumberValue else { continue }
                    let cell = atlas.cells[Int(glyph.cell)]
                    let pen = Point(x: Double(glyph.x - cell.left), y: Double(glyph.y + cell.top))
                    all += 1
                    if reader.read(at: pen) == digit { read += 1 }
                }
            }
        }
        #expect(all > 50)
        #expect(Double(read) >= 0.99 * Double(all), "\(read) of \(all)")
    }
}

extension DigitShapes {
    init(_ font: Font, shrink: Double) {
        let size = Size(width: font.width(of: "0").rounded(.up), height: font.capHeight.rounded(.up) + 2)
        let (across, down) = (Int(size.width), Int(size.height))
        self.init(
            size: size, shrink: shrink,
            templates: (0...9).map { digit in
                var glyphs = ContiguousArray<PlacedGlyph>()
                font.layOut(String(digit), at: Point(x: 0, y: size.height - 1), into: &glyphs)
                var ink = [Double](repeating: 0, count: across * down)
                guard let glyph = glyphs.first else { return ink }
                let cell = font.typeface.atlas.cells[Int(glyph.cell)]
                for y in 0..<Int(cell.height) {
                    for x in 0..<Int(cell.width) {
                        let (left, top) = (Int(glyph.x) + x, Int(glyph.y) + y)
                        guard left >= 0, top >= 0, left < across, top < down else { continue }
                        let byte = font.typeface.atlas.coverage[cell.offset + y * Int(cell.width) + x]
                        ink[top * across + left] = Double(byte) / 255
                    }
                }
                return ink
            })
    }
}
