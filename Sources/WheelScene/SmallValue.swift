public import WheelCanvas
public import WheelCore
import WheelModel

/// A part of a picture that is too small to be read at the display's viewing distance.
public struct SmallValue: Equatable, Sendable {
    public enum Part: Equatable, Sendable {
        case digits
        case label
        /// The chosen word, in a cell with so little height that every word would be small.
        case word
        /// The longest word of a choice, which is drawn small rather than shortened.
        case longWord
        /// The buttons Revert and Apply, or the text that explains how to apply a pending value.
        case plate
    }

    public let control: Int
    /// The page that has the part; `nil` if the display shows all controls.
    public let page: Int?
    public let part: Part
    /// The height of the part on the screen, in millimetres.
    public let height: Double
    /// The minimum readable height, in millimetres.
    public let least: Double

    /// The parts that are too small on any page of a display, in a picture of this size.
    public static func all(
        _ pictureSettings: PictureSettings, size: Size, _ measures: Measures, typeface: Typeface
    ) -> [SmallValue] {
        let views = pictureSettings.pages.isEmpty ? [SceneView.all] : pictureSettings.pages.map { .page($0) }
        var found: [SmallValue] = []
        for view in views {
            let screens = PageLayout(pictureSettings, view, size: size, measures: measures).screens.count
            for screen in 0..<screens {
                let page = PageView(pictureSettings, view, size: size, measures, typeface: typeface) { _ in screen }
                for (index, cell) in page.layout.cells.enumerated() {
                    for (part, height, least) in page.heights(index, pictureSettings, measures)
                    where height < least * share {
                        found.append(
                            SmallValue(
                                control: cell.control, page: view.page, part: part, height: height / measures.density,
                                least: least / measures.density))
                    }
                }
            }
        }
        return found
    }

    /// The share of the readable height below which a part counts as too small. It is less than 1, because font sizes
    /// are rounded down to half pixels.
    private static let share = 0.94
}

extension PageView {
    /// The heights of the parts of a cell, and the minimum readable height of each, in pixels.
    fileprivate func heights(
        _ index: Int, _ pictureSettings: PictureSettings, _ measures: Measures
    ) -> [(part: SmallValue.Part, height: Double, least: Double)] {
        let (cell, texts) = (layout.cells[index], texts[index])
        let isNumber = pictureSettings.settings.controls[cell.control].number != nil
        // In a small picture of two colours the font of labels has a fixed size, and words are no smaller than labels,
        // so only digits are checked.
        if let mono {
            return isNumber ? [(.digits, mono.digitHeight(of: cell.control), measures.leastValue)] : []
        }
        let capital = (cell.scene as? DigitsLayout)?.capital ?? texts.value?.capital
        var heights: [(part: SmallValue.Part, height: Double, least: Double)] = []
        if isNumber, let capital { heights.append((.digits, capital, measures.leastValue)) }
        heights.append((.label, texts.labelRow.leastCapital, measures.pixels(LabelRow.leastMillimetres)))
        let control = pictureSettings.settings.controls[cell.control]
        if let selector = cell.scene as? SelectorLayout, let word = selector.leastWord(control, texts) {
            let least = measures.pixels(LabelRow.leastMillimetres)
            if selector.wordCapital < least {
                heights.append((.word, selector.wordCapital, least))
            } else {
                heights.append((.longWord, word, least))
            }
        }
        if let plate = cell.pending?.plate {
            heights.append((.plate, plate.lineHeight, measures.pixels(PendingPlate.leastLine)))
        }
        return heights
    }
}
