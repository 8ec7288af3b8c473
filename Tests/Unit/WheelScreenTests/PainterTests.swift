import Testing
import WheelCanvas
import WheelGeometry
import WheelModel
import WheelScene
import WheelSettings

@testable import WheelScreen

/// The painter's use of a display's settings.
@Suite struct PainterTests {
    @Test func aMissingFontHasAnError() throws {
        for font in ["/nowhere.ttf", "No Such Font"] {
            #expect(throws: CanvasError.self) { try Painter(DisplaySettings(name: "main", font: font)) }
        }
        _ = try Painter(DisplaySettings(name: "main", font: "DejaVu Sans Mono"))
    }

    /// A screen with one bit a pixel gets two colours, whatever the theme, and another screen the theme again.
    @Test(arguments: [ThemeName.dark, .light, .mono]) func aScreenWithOneBitHasTwoColours(_ theme: ThemeName) throws {
        let settings = PanelSettings(controls: [
            ControlSettings(name: "angle", quantity: .float(NumberSettings(range: ValueRange(0, 90))))
        ])
        let state = SceneState(Instrument(settings), Panel(settings), at: Instant(microseconds: 0))
        let painter = try Painter(DisplaySettings(name: "main", theme: theme))
        for isMono in [false, true, false] {
            let screen = FakeScreen(hasTwoColours: isMono)
            for size in [PixelSize(width: 128, height: 64), PixelSize(width: 320, height: 240)] {
                let bitmap = Bitmap(width: size.width, height: size.height)
                var damage = DamageRegion()
                _ = painter.begin(size, text: .drawn, on: FakeOutput(screen))
                painter.apply(state, at: Instant(microseconds: 0))
                _ = painter.draw(into: bitmap.pixels, damage: &damage, at: Instant(microseconds: 0))
                var colours: Set<Color> = []
                for y in 0..<size.height { for x in 0..<size.width { colours.insert(bitmap.pixels[x, y]) } }
                #expect((colours == [.black, .white]) == (isMono || theme == .mono))
            }
        }
    }

    /// The file's size counts before the screen's, and a screen's size counts if it is likely.
    @Test(arguments: [
        (nil, nil, nil, 7.3), (nil, Size(width: 100, height: 60), nil, 8), (nil, Size(width: 16, height: 9), nil, 7.3),
        (Size(width: 160, height: 96), Size(width: 100, height: 60), nil, 5),
        (Size(width: 96, height: 160), nil, nil, 5), (nil, Size(width: 100, height: 60), 1.2, 16),
    ])
    func aPictureHasTheMeasuresOfItsScreen(
        _ configured: Size?, _ reported: Size?, _ distance: Double?, _ pixelsPerMillimetre: Double
    ) throws {
        let painter = try Painter(DisplaySettings(name: "main", millimetres: configured, distance: distance))
        let screen = FakeScreen(.drawn)
        screen.millimetres.withLock { $0 = reported }
        screen.size.withLock { $0 = PixelSize(width: 800, height: 480) }
        let output = FakeOutput(screen)
        let measures = painter.begin(output.size, text: .drawn, on: output)
        #expect((measures.pixelsPerMillimetre - pixelsPerMillimetre).magnitude < 1e-9)
    }
}
