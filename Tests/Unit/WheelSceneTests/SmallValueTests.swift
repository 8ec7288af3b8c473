import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Which values are too small to be read.
@Suite struct SmallValueTests {
    private static func found(_ page: PageSettings, _ control: ControlSettings, _ size: Size) throws -> [SmallValue] {
        let settings = PanelSettings(controls: Array(repeating: control, count: page.controls.count), pages: [page])
        return SmallValue.all(PictureSettings(settings), size: size, Measures(picture: size), typeface: try Typeface())
    }

    private static func control(_ scene: SceneKind) -> ControlSettings {
        .ranged("value", ValueRange(-999, 999), scene: scene)
    }

    @Test(arguments: [SceneKind.wheel, .readout, .digits, .rotor, .angle])
    func aCellThatIsTooNarrowForItsValueIsFound(_ scene: SceneKind) throws {
        let controls = Array(0..<8)
        let size = Size(width: 800, height: 480)
        #expect(try Self.found(PageSettings(name: "a", controls: controls), Self.control(scene), size) == [])
        let page = PageSettings(name: "a", controls: controls, columns: 8, rows: 1)
        let found = try Self.found(page, Self.control(scene), size)
        #expect(found.map(\.control) == controls)
        #expect(found.allSatisfy { $0.page == 0 && $0.height > 1 && $0.height < 3.3 && abs($0.least - 3.5) < 1e-9 })
    }

    /// A small display is held closer, so smaller digits can be read.
    @Test func theDistanceCounts() throws {
        let size = Size(width: 320, height: 240)
        let page = PageSettings(name: "a", controls: [0, 1, 2, 3])
        #expect(try Self.found(page, Self.control(.wheel), size) == [])
        let narrow = PageSettings(name: "a", controls: [0, 1, 2, 3], columns: 4, rows: 1)
        let found = try Self.found(narrow, Self.control(.wheel), size)
        #expect(found.count == 4 && found.allSatisfy { abs($0.least - 3.5 * 0.35 / 0.6) < 1e-9 })
    }

    /// A small picture of two colours enlarges stencils by whole factors, so a long number may be too small.
    @Test(arguments: [(64, [SmallValue.Part]()), (32, [.digits])])
    func digitsOfASmallPictureAreFound(_ height: Int, _ parts: [SmallValue.Part]) throws {
        let size = Size(width: 128, height: Double(height))
        let settings = PanelSettings(controls: [.ranged("value", ValueRange(0, 9_999_999_999), scene: .wheel)])
        let found = SmallValue.all(
            PictureSettings(settings), size: size, Measures(picture: size).drawn(in: .mono, size),
            typeface: try Typeface.of(.mono))
        #expect(found.map(\.part) == parts)
    }

    /// Revert, Apply and labels that are too small in low cells are found.
    @Test func labelsAndPlatesAreFound() throws {
        var control = Self.control(.wheel)
        control.confirmTimeout = .seconds(8)
        var settings = PanelSettings(
            controls: Array(repeating: control, count: 24),
            pages: [PageSettings(name: "a", controls: Array(0..<24), columns: 2, rows: 12)])
        settings.inputs = [.touch]
        let size = Size(width: 800, height: 480)
        let found = SmallValue.all(
            PictureSettings(settings), size: size, Measures(picture: size), typeface: try Typeface())
        for part in [SmallValue.Part.label, .plate] { #expect(found.contains { $0.part == part }, "\(part)") }
    }

    /// In a cell of 188 × 110 pixels, the word and the plate of a choice can be read. In lower cells the small word is
    /// found.
    @Test(arguments: [(4, false), (7, true)]) func wordsOfLowCellsAreFound(_ rows: Int, _ isSmall: Bool) throws {
        let positions = PositionSettings(positions: ["off", "on"].map { Position(name: $0) })
        var control = ControlSettings(name: "value", quantity: .choice(positions), scene: .selector)
        control.confirmTimeout = .seconds(8)
        var settings = PanelSettings(
            controls: Array(repeating: control, count: 4 * rows),
            pages: [PageSettings(name: "a", controls: Array(0..<4 * rows), columns: 4, rows: rows)])
        settings.inputs = [.touch]
        let size = Size(width: 800, height: 480)
        let found = SmallValue.all(
            PictureSettings(settings), size: size, Measures(picture: size), typeface: try Typeface())
        if isSmall { #expect(found.contains { $0.part == .word }) } else { #expect(found == []) }
    }

    /// A page of 24 controls has several screens. Small values and words are found on all of them.
    @Test func allScreensAreLookedAt() throws {
        let long = ControlSettings.ranged("value", ValueRange(-999_999_999, 999_999_999), scene: .wheel)
        let size = Size(width: 320, height: 240)
        let controls = Array(0..<24)
        #expect(try Self.found(PageSettings(name: "a", controls: controls), long, size).map(\.control) == controls)
        let words = PositionSettings(positions: ["Donaudampfschifffahrt", "b"].map { Position(name: $0) })
        let choice = ControlSettings(name: "value", quantity: .choice(words))
        let found = try Self.found(PageSettings(name: "a", controls: controls), choice, size)
        #expect(found.map(\.control) == controls && found.allSatisfy { $0.part == .longWord })
    }

    /// The reported height is the height of the drawn word, if the word is whole.
    @Test(
        "Long words of narrow cells are found",
        arguments: [
            (["OFF", "ON"], 8, false), (["HHHHHHHHHHHH", "ON"], 8, true), (["OFF", "SLOW", "FAST", "FAR"], 5, false),
            (["OFF", "HHHHHHHHHHHHHH", "ON", "FAR"], 5, true),
        ])
    func longWordsAreFound(_ words: [String], _ columns: Int, _ isSmall: Bool) throws {
        let positions = PositionSettings(positions: words.map { Position(name: $0) })
        let control = ControlSettings(name: "value", quantity: .choice(positions), scene: .selector)
        let page = PageSettings(name: "a", controls: Array(0..<columns), columns: columns, rows: 3)
        let size = Size(width: 800, height: 480)
        let found = try Self.found(page, control, size).filter { $0.part == .longWord }
        #expect(found.map(\.control) == (isSmall ? page.controls : []))
        guard let told = found.first else { return }
        let settings = PanelSettings(controls: Array(repeating: control, count: columns), pages: [page])
        let (pictureSettings, measures) = (PictureSettings(settings), Measures(picture: size))
        let view = PageView(pictureSettings, .page(0), size: size, measures, typeface: try Typeface())
        let zero = Instant(microseconds: 0)
        let state = SceneState(pictureSettings, Panel(settings), at: zero).with(0) {
            ($0.number, $0.hasValue) = (words[1].hasPrefix("H") ? 1 : 0, true)
        }
        let word = CellInk(view, 0, Figure(0, of: state, in: Motion(state), at: zero), isMarked: false, .dark).value
        let drawn = word.reduce(0) { max($0, $1.box.height) } / measures.density
        #expect((drawn - told.height).magnitude < 1 / measures.density, "\(drawn) mm, not \(told.height) mm")
    }
}
