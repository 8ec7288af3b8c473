import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// Where the title and the value of a scene stand: in the space that its drawing leaves above and below, in sizes that
/// follow the cell alone, so that cells of one size have texts of one size.
struct TextBands: Equatable, Sendable {
    /// In the middle, or at the left where the speed has a place at the right.
    let title: Rect
    let speed: Rect?
    let below: Rect
    private let unit: Double

    var titleAlignment: TextAlignment { speed == nil ? .middle : .start }

    var titlePixels: Double { TextBands.titlePixels(unit) }

    /// On small displays text takes a larger share, since it is no use where it cannot be read.
    static func titlePixels(_ unit: Double) -> Double { max(34 * unit, 9) }
    static func titleHeight(_ unit: Double) -> Double { max(48 * unit, 12) }
    var valuePixels: Double { 60 * unit }

    /// For a drawing that reaches from `top` down to `bottom`, of a control whose speed is told if there are several.
    init(_ settings: ControlSettings, cell: Rect, from top: Double, to bottom: Double) {
        unit = min(cell.width, cell.height) / 400
        let width = min(cell.width, 1200 * unit) - 24 * unit
        let over = TextBands.place(room: top - cell.minY, height: TextBands.titleHeight(unit), margin: 12 * unit)
        let above = Rect(
            center: Point(x: cell.midX, y: cell.minY + over.middle), size: Size(width: width, height: over.height))
        if settings.speeds.count > 1 {
            (title, speed) = TextBands.heading(above.inset(left: 16 * unit, right: 16 * unit))
        } else {
            (title, speed) = (above, nil)
        }
        let under = TextBands.place(room: cell.maxY - bottom, height: 72 * unit, margin: 10 * unit)
        below = Rect(
            center: Point(x: cell.midX, y: cell.maxY - under.middle),
            size: Size(width: min(width, 480 * unit), height: under.height))
    }

    /// The parts of a line in which the title begins at the left and the speed's name ends at the right.
    static func heading(_ line: Rect) -> (title: Rect, speed: Rect) {
        (line.inset(right: line.width * 0.3), line.inset(left: line.width * 0.74))
    }

    /// How high a line may be in its room, and how far from the cell's edge its middle lies: near the edge, but not
    /// too far from the drawing.
    private static func place(room: Double, height: Double, margin: Double) -> (middle: Double, height: Double) {
        let fitting = min(height, room * 0.92)
        let spare = max(0, room - fitting - 2 * margin)
        return (min(room / 2, margin + fitting / 2 + spare * 0.4), fitting)
    }
}
