import Testing
import WheelCanvas
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
}
