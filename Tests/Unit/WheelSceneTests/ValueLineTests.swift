import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Values beside each other are on one line, whatever their scenes are.
@Suite struct ValueLineTests {
    private static func control(_ scene: SceneKind, wraps: Bool = false) -> ControlSettings {
        var number = NumberSettings(range: ValueRange(0, 360), wraps: wraps, unit: "°")
        number.decimals = 1
        var control = ControlSettings(name: "\(scene)", label: "\(scene)", quantity: .float(number), scene: scene)
        control.movedByHands = scene != .readout
        return control
    }

    private static let counter: ControlSettings = {
        let speeds = [100.0, 1].map { Speed(name: "of\(Int($0))", amount: .perDetent($0), density: 8, lineWidth: 1) }
        var number = NumberSettings(range: ValueRange(0, 99999), speeds: speeds)
        number.decimals = 0
        return ControlSettings(name: "counter", quantity: .int(number), scene: .digits)
    }()

    private static let controls = [
        control(.wheel), control(.angle), control(.rotor, wraps: true), control(.readout), counter,
    ]

    /// The baselines of the values on a page with two rows of cards, in the order of the cards.
    private static func baselines(_ order: [Int], _ size: Size, columns: Int) throws -> [Double] {
        let settings = PanelSettings(
            controls: controls,
            pages: [PageSettings(name: "p", controls: order, columns: columns, rows: 2)])
        let pictureSettings = PictureSettings(settings)
        let measures = Measures(picture: size)
        let page = PageView(pictureSettings, .page(0), size: size, measures, typeface: try Typeface())
        let state = SceneState(pictureSettings, Panel(settings), at: Instant(microseconds: 0))
        return zip(page.layout.cells, page.texts).map { cell, texts in
            if let digits = cell.scene as? DigitsLayout { return digits.field.maxY }
            let (picture, settings) = (state.controls[cell.control], settings.controls[cell.control])
            guard let value = texts.value else { return .nan }
            return value.bounds(picture, settings).minY + value.digitFont(picture, settings).ascent
        }
    }

    @Test(arguments: [(800.0, 480.0), (480, 800), (1024, 600), (320, 240)])
    func valuesBesideEachOtherStandOnOneLine(_ width: Double, _ height: Double) throws {
        for first in 0..<5 {
            for second in 0..<5 where first != second {
                let rest = (0..<5).filter { $0 != first && $0 != second }
                let found = try Self.baselines([first, second] + rest, Size(width: width, height: height), columns: 2)
                #expect((found[0] - found[1]).magnitude < 1e-6, "\(first), \(second): \(found)")
            }
        }
    }

    @Test(arguments: [(800.0, 480.0), (1024, 600)])
    func aRowOfFiveHasOneLine(_ width: Double, _ height: Double) throws {
        let found = try Self.baselines([0, 1, 2, 3, 4], Size(width: width, height: height), columns: 5)
        let (least, most) = (try #require(found.min()), try #require(found.max()))
        #expect(most - least < 1e-6, "\(found)")
    }

    /// Values without drawings are in the middle of their cards.
    @Test func aRowOfValuesAloneHasThemInTheMiddle() throws {
        let settings = PanelSettings(
            controls: [Self.control(.readout), Self.control(.readout)],
            pages: [PageSettings(name: "p", controls: [0, 1], columns: 2, rows: 1)])
        let layout = PageLayout(PictureSettings(settings), .page(0), size: Size(width: 800, height: 480))
        for cell in layout.cells { #expect(cell.scene.value?.box == cell.frame.body) }
    }

    /// The value is above the drawing, so a hand that turns the arm or the rotor does not cover it.
    @Test(arguments: [SceneKind.angle, .rotor]) func theValueIsAboveItsDrawing(_ scene: SceneKind) throws {
        let settings = PanelSettings(controls: [Self.control(scene, wraps: scene == .rotor)])
        let layout = PageLayout(PictureSettings(settings), .all, size: Size(width: 480, height: 800))
        let drawn = try #require(layout.cells.first?.scene)
        let value = try #require(drawn.value)
        let top =
            (drawn as? AngleLayout)?.box.minY ?? (drawn as? RotorLayout)?.drawing.minY ?? 0
        #expect(value.box.maxY <= top)
    }

    /// In a high card, the distances above, between and below the value and the drawing are about equal.
    @Test(arguments: [SceneKind.angle, .rotor]) func aHighCardHasNoHoles(_ scene: SceneKind) throws {
        let settings = PanelSettings(controls: [Self.control(scene, wraps: scene == .rotor)])
        for (size, isHigh) in [(Size(width: 480, height: 800), true), (Size(width: 300, height: 320), false)] {
            let cell = PageLayout(PictureSettings(settings), .all, size: size).cells[0]
            let (body, value) = (cell.frame.body, try #require(cell.scene.value?.box))
            let above = value.minY - body.minY
            // The drawing has its largest height, which is the width of the body.
            let end = (cell.scene as? RotorLayout)?.drawing.maxY ?? body.maxY
            let spare = end - body.minY - value.height - body.width
            #expect(isHigh ? above > 20 && abs(above - spare / 3) < 3 : above == 0, "\(above), \(spare)")
        }
    }
}
