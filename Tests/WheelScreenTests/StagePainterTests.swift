import Testing
import WheelCanvas
import WheelSettings

@testable import WheelScreen

/// What of a display's settings the painter takes.
@Suite struct StagePainterTests {
    @Test func aFontThatIsNotThereIsTold() throws {
        for font in ["/nowhere.ttf", "No Such Font"] {
            #expect(throws: CanvasError.self) { try StagePainter(DisplaySettings(name: "main", font: font)) }
        }
        _ = try StagePainter(DisplaySettings(name: "main", font: "DejaVu Sans Mono"))
    }
}
