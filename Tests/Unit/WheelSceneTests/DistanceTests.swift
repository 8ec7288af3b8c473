import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// A display that is far from the eyes has larger parts. Its values grow before its words.
@Suite struct DistanceTests {
    /// The heights of the capitals of labels and values of a page.
    private static func heights(
        _ pictureSettings: PictureSettings, _ view: SceneView, _ size: Size, metres: Double?, _ typeface: Typeface
    ) -> [(label: Double, value: Double)] {
        let measures = Measures(picture: size, distance: metres)
        let page = PageView(pictureSettings, view, size: size, measures, typeface: typeface)
        return zip(page.layout.cells, page.texts).compactMap { cell, texts in
            guard pictureSettings.settings.controls[cell.control].number != nil else { return nil }
            let value = (cell.scene as? DigitsLayout)?.capital ?? texts.value?.capital
            return value.map { (cell.frame.labelCapital(page.layout.measures), $0) }
        }
    }

    /// With the distance, labels grow only where the value is much larger than the label.
    @Test func valuesGrowBeforeLabels() throws {
        let typeface = try Typeface()
        let problem = counterexample("distances", seed: 31, cases: 500) { random in
            let pictureSettings = PictureSettings(RandomPanel.configuration(&random))
            let view = random.pick(RandomPanel.views(of: pictureSettings.settings))
            let size = random.pick([
                Size(width: 800, height: 480), Size(width: 480, height: 800), Size(width: 1024, height: 600),
            ])
            let metres = random.pick([0.8, 1, 1.5, 2.5])
            let usual = Measures(picture: size).label
            for found in Self.heights(pictureSettings, view, size, metres: metres, typeface)
            where found.label > usual + 1 && found.label > found.value * 0.65 {
                return "\(size) at \(metres) m, \(view): labels of \(found.label), values of \(found.value)"
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// At a larger distance, the larger labels take no room from values. Only the gaps between cards take a little.
    @Test(arguments: [0.8, 1, 1.5]) func noValueShrinksWithTheDistance(_ metres: Double) throws {
        let typeface = try Typeface()
        let number = NumberSettings(range: ValueRange(0, 30), unit: "V", decimals: 2)
        let controls = ["Voltage", "Current limit", "Output voltage", "Output current"].map {
            label -> ControlSettings in
            var control = ControlSettings(name: "a", label: label, quantity: .float(number))
            control.confirmTimeout = .seconds(8)
            return control
        }
        let settings = PanelSettings(
            controls: controls, pages: [PageSettings(name: "p", controls: [0, 1, 2, 3], columns: 3, rows: 2)])
        for size in [Size(width: 800, height: 480), Size(width: 1024, height: 600), Size(width: 480, height: 480)] {
            let pictureSettings = PictureSettings(settings)
            let near = Self.heights(pictureSettings, .page(0), size, metres: nil, typeface)
            let far = Self.heights(pictureSettings, .page(0), size, metres: metres, typeface)
            for (near, far) in zip(near, far) {
                #expect(far.value >= near.value * 0.95, "\(size): \(near), \(far)")
            }
        }
    }
}
