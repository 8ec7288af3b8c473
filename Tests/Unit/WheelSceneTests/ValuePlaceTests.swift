import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The sizes of a page's values follow the sizes of their cards, and values are in the middle.
@Suite struct ValuePlaceTests {
    /// The value of a larger card is never lower than the value of a smaller card, unless the smaller value has the
    /// least height.
    @Test func aLargerCardNeverHasTheSmallerValue() throws {
        let typeface = try Typeface()
        let problem = counterexample("ranks", seed: 11, cases: 1500) { random in
            let screen = RandomScreen(&random)
            let pictureSettings = PictureSettings(RandomPanel.careful(&random))
            let view = random.pick(RandomPanel.views(of: pictureSettings.settings))
            let page = PageView(pictureSettings, view, size: screen.size, screen.measures, typeface: typeface)
            let values = zip(page.layout.cells, page.texts).compactMap {
                cell, texts -> (card: Rect, capital: Double)? in
                guard pictureSettings.settings.controls[cell.control].number != nil else { return nil }
                let capital = (cell.scene as? DigitsLayout)?.capital ?? texts.value?.capital
                return capital.map { (cell.frame.rect, $0) }
            }
            for large in values {
                for small in values
                where large.card.width * large.card.height > small.card.width * small.card.height * 1.1
                    && small.capital > large.capital + 1 && small.capital > page.layout.measures.leastValue + 1
                {
                    return
                        "\(screen.name), \(view): \(small.capital) in \(small.card), \(large.capital) in \(large.card)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// The value of a single control grows with its field, up to the measure `digits`.
    @Test(arguments: [SceneKind.rotor, .angle, .wheel]) func aValueGrowsWithItsField(_ scene: SceneKind) throws {
        var number = NumberSettings(range: ValueRange(0, 9), wraps: scene == .rotor, unit: "°")
        number.decimals = 0
        let settings = PanelSettings(
            controls: [ControlSettings(name: "a", quantity: .float(number), scene: scene)])
        let pictureSettings = PictureSettings(settings)
        let typeface = try Typeface()
        let sizes = [Size(width: 320, height: 240), Size(width: 480, height: 360), Size(width: 690, height: 600)]
        let capitals = sizes.map { size in
            let measures = Measures(pixelsPerMillimetre: 7)
            return PageView(pictureSettings, .all, size: size, measures, typeface: typeface).texts[0].value?.capital
                ?? 0
        }
        #expect(capitals[0] < capitals[1] && capitals[1] < capitals[2], "\(capitals)")
        #expect(capitals[2] <= Measures(pixelsPerMillimetre: 7).digits)
    }

    /// A usual value with its unit is at most three quarters of a digit away from the middle of its card; it is not
    /// exactly there, because digits keep their places. Numbers with other ranges and units beside it do not change
    /// that.
    @Test(arguments: [(800.0, 480.0), (480, 800), (1024, 600), (320, 240)])
    func usualValuesAreInTheMiddle(_ width: Double, _ height: Double) throws {
        let kinds: [(ClosedRange<Double>, Int, String)] = [
            (0...100, 1, "%"), (-24...24, 0, "st"), (-100...100, 1, "ct"), (0...30, 2, "V"), (0...1, 3, "s"),
            (-60...6, 1, "dB"), (0...127, 0, ""), (-90...0, 1, "°"),
        ]
        let controls = kinds.map { range, decimals, unit in
            ControlSettings(
                name: "a", label: "Level",
                quantity: .float(
                    NumberSettings(
                        range: ValueRange(range.lowerBound, range.upperBound), unit: unit, decimals: decimals)))
        }
        for count in [1, 2, 4, 8] {
            let settings = PanelSettings(controls: Array(controls.prefix(count)))
            let pictureSettings = PictureSettings(settings)
            let page = PageView(
                pictureSettings, .all, size: Size(width: width, height: height),
                Measures(picture: Size(width: width, height: height)), typeface: try Typeface())
            let state = SceneState(pictureSettings, Panel(settings), at: .distantPast)
            for (cell, texts) in zip(page.layout.cells, page.texts) {
                let control = settings.controls[cell.control]
                let value = try #require(texts.value)
                let number = try #require(control.number)
                for share in [0.25, 0.5, 0.75] {
                    let picture = state.with(cell.control) {
                        $0.number = number.value(atPosition: share) ?? 0
                    }.controls[cell.control]
                    let font = value.digitFont(picture, control)
                    let beside = value.bounds(picture, control).midX - cell.frame.body.midX
                    // A sign at the left of the field, or a digit less, moves the middle.
                    let digit = font.width(of: "8")
                    #expect(abs(beside) <= digit * 0.75, "\(control.number?.unit ?? "") \(share): \(beside), \(digit)")
                }
            }
        }
    }
}
