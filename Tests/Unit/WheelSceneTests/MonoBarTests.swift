import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The bar above the value of a small picture of two colours.
@Suite struct MonoBarTests {
    /// The bar leaves out the speed first and then the unit. A label that does not fit even then is cut, and the unit
    /// is shown.
    @Test(arguments: [
        ("Gain", ["coarse", "Gain", "dB"]), ("Output power", ["Output power", "dB"]),
        ("Transmitter powers", ["Transmitter powers"]), ("Transmitter power of 1", ["Transmitter powe…", "dB"]),
        ("Transmitter power 12", ["Transmitter power 12"]),
    ])
    func theUnitOutlivesTheSpeed(_ label: String, _ texts: [String]) throws {
        var shown = MonoTests.number(label, ValueRange(-60, 6), -12, "dB", 1) { $0.scene = .wheel }
        if case .float(var number) = shown.quantity {
            number.speeds = ["coarse", "fine"].map { Speed(name: $0, amount: .perDetent(1), density: 20, lineWidth: 1) }
            shown.quantity = .float(number)
        }
        #expect(try Self.bar(shown) == texts)
    }

    /// The word of a state takes the place of the speed, and cuts the label.
    @Test func theWordOfAStateOutlivesTheLabel() throws {
        var shown = MonoTests.cutoff
        shown.label = "Filter cutoff of the voice"
        #expect(try Self.bar(shown) { $0.knob = .waiting } == ["no knob", "Filter…", "kHz"])
        #expect(try Self.bar(shown) { $0.applied = 3 } == ["now 3.000 kHz", "Filte…"])
    }

    /// A line separates the unit from the label, so that the unit does not look like a word of the label.
    @Test func aLinePartsTheUnitFromTheLabel() throws {
        let pictureSettings = PictureSettings(PanelSettings(controls: [MonoTests.cutoff]))
        let state = SceneState(pictureSettings, Panel(pictureSettings.settings), at: Instant(microseconds: 0))
        let size = Size(width: 128, height: 64)
        let bar = MonoBar(
            MonoTests.cutoff, unit: "kHz", hasCursor: false, size: size, typeface: try Typeface.of(.mono))
        var sketch = Sketch(theme: .mono, keepsTexts: true)
        bar.draw(Figure(0, of: state, in: Motion(state), at: .distantPast), into: &sketch)
        let lines = Specimen.Shapes(sketch.list).rectangles.filter { $0.width == 1 && $0.height == bar.height - 2 }
        #expect(lines.count == 1)
    }

    /// The texts of the bar on a picture of 128 × 64, in the order in which they are drawn: the text at the right end,
    /// if there is one, the label, and the unit.
    private static func bar(
        _ control: ControlSettings, _ change: (inout ControlPicture) -> Void = { _ in }
    ) throws -> [String] {
        let settings = PanelSettings(controls: [control])
        let pictureSettings = PictureSettings(settings)
        let state = SceneState(pictureSettings, Panel(settings), at: Instant(microseconds: 0)).with(0, change)
        let bar = MonoBar(
            control, unit: control.number?.unit ?? "", hasCursor: false, size: Size(width: 128, height: 64),
            typeface: try Typeface.of(.mono))
        var sketch = Sketch(theme: .mono, keepsTexts: true)
        bar.draw(Figure(0, of: state, in: Motion(state), at: Instant(microseconds: 0)), into: &sketch)
        return sketch.list.keptTexts.map(\.text)
    }
}
