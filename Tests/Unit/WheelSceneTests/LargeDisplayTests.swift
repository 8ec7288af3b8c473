import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// On a large display values and words fill their space, so that they can be read from a distance.
@Suite struct LargeDisplayTests {
    private static let display = Size(width: 1920, height: 1080)

    private static func page(_ count: Int, _ scene: SceneKind, _ size: Size) throws -> PageView {
        let controls = (0..<count).map { ControlSettings.ranged("c\($0)", ValueRange(0, 99), unit: "V", scene: scene) }
        return PageView(
            PictureSettings(PanelSettings(controls: controls)), .all, size: size, Measures(picture: size),
            typeface: try Typeface())
    }

    private static func capital(_ page: PageView, _ cell: Int) -> Double {
        let digits = page.layout.cells[cell].scene as? DigitsLayout
        return (digits?.capital ?? page.texts[cell].value?.capital ?? 0) / page.layout.measures.pixelsPerMillimetre
    }

    private static func label(_ page: PageView, _ cell: Int) -> Double {
        page.texts[cell].label.capHeight / page.layout.measures.pixelsPerMillimetre
    }

    /// The heights of the value's and the label's capitals are in millimetres.
    @Test(arguments: [SceneKind.wheel, .readout, .digits, .angle, .rotor]) func aValueAloneIsLarge(_ scene: SceneKind)
        throws
    {
        let page = try Self.page(1, scene, Self.display)
        #expect(Self.capital(page, 0) > 25)
        #expect(Self.label(page, 0) > 4)
    }

    @Test(arguments: [SceneKind.wheel, .readout]) func valuesOfABankAreLarger(_ scene: SceneKind) throws {
        let page = try Self.page(8, scene, Self.display)
        for cell in page.layout.cells.indices {
            #expect(Self.capital(page, cell) > 15)
            #expect(Self.label(page, cell) > 3)
        }
    }

    /// On small displays words are just large enough to be read, and the value gets the remaining space.
    @Test(arguments: [Size(width: 800, height: 480), Size(width: 320, height: 240)], [1, 2, 8])
    func smallDisplaysKeepTheirWords(_ size: Size, _ count: Int) throws {
        let page = try Self.page(count, .wheel, size)
        for cell in page.layout.cells.indices { #expect(Self.label(page, cell) < 2.5) }
    }

    /// A label that does not fit in a larger size has the usual size.
    @Test func aLongLabelKeepsItsSize() throws {
        var control = ControlSettings.ranged("a", ValueRange(0, 99), scene: .wheel)
        control.label = String(repeating: "Transmitter ", count: 6)
        let settings = PanelSettings(controls: [control, control])
        for (width, height) in [(1920.0, 1080.0), (1080, 1920)] {
            let size = Size(width: width, height: height)
            let page = PageView(
                PictureSettings(settings), .all, size: size, Measures(picture: size), typeface: try Typeface())
            let (texts, row) = (page.texts[0], page.layout.cells[0].frame.labelRow)
            let isWhole = texts.label.width(of: control.label) <= row.width
            #expect(isWhole || Self.label(page, 0) < 2.5)
        }
    }
}
