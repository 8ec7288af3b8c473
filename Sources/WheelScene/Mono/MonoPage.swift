import WheelCanvas
import WheelCore
import WheelModel

/// The page of a small screen with one bit per pixel: only the marked control. The label, the unit and the speed are in
/// an inverse bar above the value.
struct MonoPage {
    private let pages: [MonoCell]

    /// The maximum length, in pixels, of the longer side of a picture with such pages.
    static let largest = 128.0

    static func suits(_ theme: Theme, _ size: Size) -> Bool {
        theme.isMono && max(size.width, size.height) <= largest
    }

    init(_ cells: [PageLayout.Cell], _ settings: PanelSettings, size: Size, typeface: Typeface) {
        pages = cells.map { cell in
            MonoCell(cell, settings.controls[cell.control], size: size, typeface: typeface)
        }
    }

    private func shown(_ focus: Int?) -> MonoCell? {
        let control = MonoPage.shown(pages.map(\.control), focus)
        return pages.first { $0.control == control }
    }

    /// The control that is shown: the marked control if it is on the page, or else the first control of the page.
    static func shown(_ controls: [Int], _ focus: Int?) -> Int? {
        focus.flatMap { controls.contains($0) ? $0 : nil } ?? controls.first
    }

    /// The height of a number's digits, in pixels.
    func digitHeight(of control: Int) -> Double {
        pages.first { $0.control == control }.map { $0.digitHeight } ?? 0
    }

    func drawLayer(_ figures: (Int) -> Figure, focus: Int?, into sketch: inout Sketch) {
        guard let cell = shown(focus) else { return }
        cell.drawLayer(figures(cell.control), into: &sketch)
    }

    func drawMoving(_ figures: (Int) -> Figure, focus: Int?, into sketch: inout Sketch) {
        guard let cell = shown(focus) else { return }
        cell.drawMoving(figures(cell.control), into: &sketch)
    }
}
