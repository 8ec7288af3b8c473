import Testing
import WheelCanvas
import WheelGeometry
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
