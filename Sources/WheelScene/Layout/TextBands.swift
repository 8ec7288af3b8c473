import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The places of a scene's title and value, in the space above and below its drawing. The text sizes depend on the cell
/// alone, so cells of the same size have texts of the same size.
struct TextBands: Equatable, Sendable {
    /// Centred, or at the left if the speed's name is at the right.
    let title: Rect
    let speed: Rect?
    let below: Rect
    private let unit: Double

    var titleAlignment: TextAlignment { speed == nil ? .middle : .start }

    var titlePixels: Double { TextBands.titlePixels(unit) }

    /// On small displays text takes a larger share of the space, to stay readable.
    static func titlePixels(_ unit: Double) -> Double { max(34 * unit, 9) }
    static func titleHeight(_ unit: Double) -> Double { max(48 * unit, 12) }
    var valuePixels: Double { 60 * unit }

    /// For a drawing between the ordinates `top` and `bottom`. If the control has several speeds, the speed's name has
    /// a place beside the title.
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

    /// Divides a line: the title begins at the left, the speed's name ends at the right.
    static func heading(_ line: Rect) -> (title: Rect, speed: Rect) {
        (line.inset(right: line.width * 0.3), line.inset(left: line.width * 0.74))
    }

    /// The height of a line in its room, and the distance of its middle from the cell's edge. The line is near the
    /// edge, but not too far from the drawing.
    private static func place(room: Double, height: Double, margin: Double) -> (middle: Double, height: Double) {
        let fitting = min(height, room * 0.92)
        let spare = max(0, room - fitting - 2 * margin)
        return (min(room / 2, margin + fitting / 2 + spare * 0.4), fitting)
    }
}
