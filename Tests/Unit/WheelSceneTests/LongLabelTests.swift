import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// A label is shown whole wherever its card has room for it.
@Suite struct LongLabelTests {
    private static let labels = ["Output voltage", "Current limit", "Transmitter output power", "VFO", "RF gain"]

    private static let scenes: [SceneKind?] = [nil, .wheel, .angle, .readout]
    private static let sizes = [
        Size(width: 800, height: 480), Size(width: 480, height: 800), Size(width: 1024, height: 600),
        Size(width: 320, height: 480),
    ]

    private static func control(_ label: String, _ scene: SceneKind?) -> ControlSettings {
        var number = NumberSettings(range: ValueRange(0, 30), unit: "V")
        number.decimals = 2
        return ControlSettings(name: "a", label: label, quantity: .float(number), scene: scene)
    }

    /// The label is on one line, or on two in a card that is high enough, with the number of an input before it.
    @Test(arguments: sizes, scenes) func aLabelIsWhole(_ size: Size, _ scene: SceneKind?) throws {
        let typeface = try Typeface()
        for (columns, rows) in [(2, 2), (3, 1), (3, 2), (4, 1), (5, 1)] {
            for first in Self.labels.indices {
                let controls = (0..<columns * rows).map {
                    Self.control(Self.labels[(first + $0) % Self.labels.count], scene)
                }
                var settings = PanelSettings(controls: controls)
                settings.inputs = controls.indices.map { InputSettings(name: "knob\($0)", controls: [$0]) }
                settings.pages = [
                    PageSettings(name: "p", controls: Array(controls.indices), columns: columns, rows: rows)
                ]
                let pictureSettings = PictureSettings(settings)
                let page = PageView(pictureSettings, .page(0), size: size, Measures(picture: size), typeface: typeface)
                let state = SceneState(pictureSettings, Panel(settings), at: .distantPast)
                for (cell, texts) in zip(page.layout.cells, page.texts) {
                    let measures = page.layout.measures
                    // In a card that is checked, 15 mm or more are left for the value and what is below it.
                    guard cell.frame.rect.height >= measures.pixels(26), cell.frame.rect.width >= measures.pixels(18)
                    else { continue }
                    let figure = Figure(cell.control, of: state, in: Motion(state), at: .distantPast)
                    var kept = Sketch(theme: .dark, keepsTexts: true)
                    texts.labelRow.draw(figure, isMarked: false, into: &kept)
                    let label = controls[cell.control].label
                    let font = texts.label
                    let room = cell.frame.labelRow.width - 1.7 * font.capHeight
                    // A word that is wider than the card may be cut.
                    let longest = label == "Transmitter output power" ? "Transmitter" : label
                    let halves = longest.split(separator: " ").map { font.width(of: String($0)) }
                    guard (halves.max() ?? 0) * 1.08 <= room,
                        label != "Transmitter output power" || font.width(of: "output power") * 1.08 <= room
                    else { continue }
                    let shown = kept.list.keptTexts.map(\.text).joined(separator: " ")
                    #expect(shown.contains(label), "\(size) \(columns)×\(rows): \(shown)")
                }
            }
        }
    }

    /// A narrow card has less space at its sides, but its label is on the same line as other labels.
    @Test(arguments: sizes) func labelsBesideEachOtherStandOnOneLine(_ size: Size) throws {
        let controls = Self.labels.prefix(4).map { Self.control($0, .wheel) }
        var page = PageSettings(name: "p", controls: [0, 1, 2, 3])
        page.areas = PageAreas(
            columns: 6, rows: 2,
            areas: [
                PageAreas.Area(column: 0, row: 0, columns: 6, rows: 1),
                PageAreas.Area(column: 0, row: 1, columns: 3, rows: 1),
                PageAreas.Area(column: 3, row: 1, columns: 2, rows: 1), PageAreas.Area(column: 5, row: 1),
            ])
        let settings = PanelSettings(controls: controls, pages: [page])
        let frames = PageLayout(PictureSettings(settings), .page(0), size: size).cells.dropFirst().map(\.frame)
        let narrow = try #require(frames.last)
        #expect(Set(frames.map(\.labelRow.midY)).count == 1, "\(frames.map(\.labelRow))")
        #expect(narrow.labelRow.minX > narrow.rect.minX && narrow.body.maxX < narrow.rect.maxX)
    }

    /// The second line lies above the body, and bodies of cards beside each other begin at one height.
    @Test func bodiesBesideEachOtherBeginAtOneHeight() throws {
        let controls = Self.labels.prefix(4).map { Self.control($0, .wheel) }
        let settings = PanelSettings(
            controls: controls, pages: [PageSettings(name: "p", controls: [0, 1, 2, 3], columns: 4, rows: 1)])
        let size = Size(width: 480, height: 480)
        let layout = PageLayout(PictureSettings(settings), .page(0), size: size)
        let frames = layout.cells.map(\.frame)
        #expect(frames.contains { $0.labelLines == 2 })
        #expect(Set(frames.map(\.body.minY)).count == 1)
        #expect(frames.allSatisfy { $0.body.minY >= $0.labelRow.maxY + $0.labelPitch - 1 })
    }
}
