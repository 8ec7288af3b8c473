import Testing
import WheelCore
import WheelModel

@testable import WheelScene

/// The corners of cards are as round as the configuration says.
@Suite struct CornerTests {
    /// The number of pixels at a card's upper edge that show the ground beside the round corner.
    private func cut(_ corner: Double?) throws -> Int {
        let controls = ["a", "b"].map { ControlSettings.ranged($0, ValueRange(0, 1)) }
        let studio = try Studio(PanelSettings(controls: controls), width: 480, height: 320, corner: corner)
        studio.draw()
        let card = studio.layout().cells[0].frame.rect
        return (0..<Int(card.width / 2)).prefix {
            studio.pixels[Int(card.minX) + $0, Int(card.minY)] == studio.theme.ground
        }.count
    }

    @Test func roundAsConfigured() throws {
        let usual = try cut(nil)
        #expect(usual > 0)
        #expect(try cut(1.2) == usual)
        #expect(try cut(0) == 0)
        #expect(try cut(6) > 3 * usual)
    }

    @Test func aDisplayHasItsOwn() {
        var display = DisplaySettings(name: "main")
        display.cornerMillimetres = 3
        let settings = Settings(displays: [display, DisplaySettings(name: "other")])
        #expect([0, 1, 2].map { PictureSettings(settings, display: $0).corner } == [3, nil, nil])
    }
}
