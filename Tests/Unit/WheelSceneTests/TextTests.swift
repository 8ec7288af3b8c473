import ModelTestSupport
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The texts of values and speeds: the gaps between groups of digits, the labels of speeds, and values on a small
/// display.
@Suite struct TextTests {
    /// Groups of digits are separated by 0.18 em, whichever space the configuration has.
    @Test(arguments: [" ", "\u{202F}", "\u{2009}"]) func groupsHaveANarrowGap(_ group: String) throws {
        let typeface = try Typeface()
        let number = NumberSettings(range: ValueRange(0, 99_999), decimals: 0, shown: ShownText(group: group))
        let settings = ControlSettings(name: "level", quantity: .float(number), scene: .wheel)
        let pictureSettings = PictureSettings(PanelSettings(controls: [settings]))
        let size = Size(width: 800, height: 480)
        let page = PageView(pictureSettings, .all, size: size, Measures(picture: size), typeface: typeface)
        let state = SceneState(pictureSettings, Panel(pictureSettings.settings), at: .distantPast)
            .with(0) { $0.number = 14_074 }
        let text = try #require(page.texts[0].value)
        let font = text.digitFont(state.controls[0], settings)
        let width = text.bounds(state.controls[0], settings).width
        #expect(abs(width - font.width(of: "14") - font.width(of: "074") - 0.18 * font.pixels) < 1e-6)
    }

    /// An angle, a wheel and a rotor with several speeds show the label of the current speed, or its name.
    @Test(arguments: [SceneKind.angle, .wheel, .rotor]) func theSpeedIsShown(_ scene: SceneKind) throws {
        var settings = PanelSettings(controls: [.ranged("value", ValueRange(0, 90), scene: scene)])
        if case .float(var number) = settings.controls[0].quantity {
            number.speeds[1].label = "10 kHz"
            settings.controls[0].quantity = .float(number)
        }
        let (pictureSettings, start) = (PictureSettings(settings), Instant(microseconds: 0))
        let stage = Stage(typeface: try Typeface(), theme: .dark, width: 320, height: 240, keepsTexts: true)
        let bitmap = Bitmap(width: 320, height: 240)
        var (panel, changes, damage) = (Panel(settings), Changes(), DamageRegion())
        let texts = ["coarse", "10 kHz", "fine"]
        for (name, text) in zip(["coarse", "medium", "fine"], texts) {
            panel.changeSpeed(of: 0, to: .named(name), at: start, into: &changes)
            stage.show(SceneState(pictureSettings, panel, at: start), at: start)
            stage.draw(at: start, into: bitmap.pixels, damage: &damage)
            #expect(stage.texts.map(\.text).filter((texts + ["medium"]).contains) == [text])
        }
    }

    @Test func smallValuesKeepTheirFormat() throws {
        func number(_ name: String, _ upper: Double, _ value: Double, _ unit: String, _ decimals: Int)
            -> ControlSettings
        {
            ControlSettings(
                name: name,
                quantity: .float(
                    NumberSettings(range: ValueRange(0, upper), initial: value, unit: unit, decimals: decimals)))
        }
        let positions = ["low-pass", "band-pass", "high-pass"].map { Position(name: $0, label: $0) }
        let settings = PanelSettings(controls: [
            number("vfo", 30, 14.07499, "MHz", 6), number("level", 100, 100, "%", 2),
            number("turns", 9000, 8000, "rpm", 0),
            ControlSettings(name: "filter", quantity: .choice(PositionSettings(positions: positions))),
        ])
        let (pictureSettings, start) = (PictureSettings(settings), Instant(microseconds: 0))
        var state = SceneState(pictureSettings, Panel(settings), at: start)
        let typeface = try Typeface()
        let stage = Stage(typeface: typeface, theme: .dark, width: 128, height: 64, keepsTexts: true)
        let bitmap = Bitmap(width: 128, height: 64)
        var damage = DamageRegion()
        // The controls are on several screens, so each is marked in turn.
        var texts: [String] = []
        for (control, time) in [start, start + .seconds(1), start + .seconds(2), start + .seconds(3)].enumerated() {
            state.focus = control
            stage.show(state, at: time)
            stage.draw(at: time + .milliseconds(900), into: bitmap.pixels, damage: &damage)
            texts += stage.texts.map(\.text)
        }
        for digits in ["14.074990", "100.00", "8000", "low-pass"] {
            #expect(texts.contains { $0 == digits || $0.hasPrefix(digits + " ") || $0 == digits + "%" }, "\(texts)")
        }
        let page = PageView(
            pictureSettings, .all, size: Size(width: 128, height: 64), stage.measures, typeface: typeface)
        for (cell, texts) in zip(page.layout.cells, page.texts) {
            // Values lower than 6 pixels cannot be read.
            guard let value = texts.value else { continue }
            let bounds = value.bounds(state.controls[cell.control], settings.controls[cell.control])
            #expect(bounds.height >= 6, "\(settings.controls[cell.control].name)")
        }
    }
}
