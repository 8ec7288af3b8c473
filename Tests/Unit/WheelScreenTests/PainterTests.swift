import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene
import WheelTouch

@testable import WheelScreen

@Suite struct PainterTests {
    @Test func aMissingFontHasAnError() throws {
        for font in ["/nowhere.ttf", "No Such Font"] {
            #expect(throws: CanvasError.self) { try Painter(DisplaySettings(name: "main", font: font)) }
        }
        _ = try Painter(DisplaySettings(name: "main", font: "DejaVu Sans Mono"))
    }

    /// A screen with one bit per pixel gets two colours, whatever the theme. The next screen with more bits has the
    /// theme again.
    @Test(arguments: [ThemeName.dark, .light, .mono]) func aScreenWithOneBitHasTwoColours(_ theme: ThemeName) throws {
        let settings = PanelSettings(controls: [
            ControlSettings(name: "angle", quantity: .float(NumberSettings(range: ValueRange(0, 90))))
        ])
        let state = SceneState(PictureSettings(settings), Panel(settings), at: Instant(microseconds: 0))
        let painter = try Painter(DisplaySettings(name: "main", theme: theme))
        for isMono in [false, true, false] {
            let screen = FakeScreen(hasTwoColours: isMono)
            for size in [PixelSize(width: 128, height: 64), PixelSize(width: 320, height: 240)] {
                let bitmap = Bitmap(width: size.width, height: size.height)
                var damage = DamageRegion()
                _ = painter.begin(size, on: FakeOutput(screen))
                painter.apply(state, at: Instant(microseconds: 0))
                _ = painter.draw(into: bitmap.pixels, damage: &damage, at: Instant(microseconds: 0))
                var colours: Set<Color> = []
                for y in 0..<size.height { for x in 0..<size.width { colours.insert(bitmap.pixels[x, y]) } }
                #expect((colours == [.black, .white]) == (isMono || theme == .mono))
            }
        }
    }

    /// A screen that changes its size does not keep the glyphs of all sizes.
    @Test func aPictureOfAnotherSizeDropsTheGlyphsOfTheLastOne() throws {
        let painter = try Painter(DisplaySettings(name: "main"))
        let output = FakeOutput(FakeScreen())
        _ = painter.begin(PixelSize(width: 320, height: 240), on: output)
        let first = Weak(object: painter.typeface)
        _ = painter.begin(PixelSize(width: 320, height: 240), on: output)
        #expect(first.object != nil && painter.typeface === first.object)
        _ = painter.begin(PixelSize(width: 640, height: 480), on: output)
        #expect(first.object == nil)
    }

    /// The size in the configuration overrides the size that the screen reports. A reported size is used only if it is
    /// plausible.
    @Test(arguments: [
        (nil, nil, nil, 7.3), (nil, Size(width: 100, height: 60), nil, 8), (nil, Size(width: 16, height: 9), nil, 7.3),
        (Size(width: 160, height: 96), Size(width: 100, height: 60), nil, 5),
        (Size(width: 96, height: 160), nil, nil, 5), (nil, Size(width: 100, height: 60), 1.2, 16),
    ])
    func aPictureHasTheMeasuresOfItsScreen(
        _ configured: Size?, _ reported: Size?, _ distance: Double?, _ pixelsPerMillimetre: Double
    ) throws {
        let painter = try Painter(DisplaySettings(name: "main", millimetres: configured, distance: distance))
        let screen = FakeScreen()
        screen.millimetres.withLock { $0 = reported }
        screen.size.withLock { $0 = PixelSize(width: 800, height: 480) }
        let output = FakeOutput(screen)
        let measures = painter.begin(output.size, on: output)
        #expect((measures.pixelsPerMillimetre - pixelsPerMillimetre).magnitude < 1e-9)
    }
}

/// A reference that does not retain its typeface.
private struct Weak {
    weak var object: Typeface?
}
