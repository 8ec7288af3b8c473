public import WheelCanvas
public import WheelGeometry
import WheelModel
import WheelSettings

/// A number whose digits are too small to be read where the display is seen from.
public struct SmallValue: Equatable, Sendable {
    public let control: Int
    /// `nil` where the display shows all controls.
    public let page: Int?
    /// The height of its digits on the screen, in millimetres.
    public let height: Double
    /// The height that can be read.
    public let least: Double

    /// Those of all pages of a display, in a picture of this size.
    public static func all(
        _ instrument: Instrument, size: Size, _ measures: Measures, typeface: Typeface
    ) -> [SmallValue] {
        // A small picture of two colours has digits of a height of its own.
        guard !measures.showsOneControl else { return [] }
        let views = instrument.pages.isEmpty ? [SceneView.all] : instrument.pages.map { .page($0) }
        var found: [SmallValue] = []
        for view in views {
            let screens = PageLayout(instrument, view, size: size, measures: measures).screens.count
            for screen in 0..<screens {
                let page = PageView(instrument, view, size: size, measures, typeface: typeface) { _ in screen }
                for (cell, texts) in zip(page.layout.cells, page.texts) {
                    guard instrument.settings.controls[cell.control].number != nil,
                        let capital = (cell.scene as? DigitsLayout)?.capital ?? texts.value?.capital,
                        capital < measures.leastValue * share
                    else { continue }
                    found.append(
                        SmallValue(
                            control: cell.control, page: view.page, height: capital / measures.density,
                            least: measures.leastValue / measures.density))
                }
            }
        }
        return found
    }

    /// Sizes are rounded down to half pixels.
    private static let share = 0.94
}
