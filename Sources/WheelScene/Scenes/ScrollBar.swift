import WheelCore
import WheelModel
import WheelTouch

/// A bar beside rows that scroll, which shows the visible part of the rows.
struct ScrollBar: Sendable {
    let track: Rect
    let rows: ChipRows
    /// The minimum length of the thumb.
    let least: Double

    /// The part of the bar that represents the visible rows; `nil` if all rows are visible.
    func thumb(offset: Double) -> Rect? {
        let all = Double(rows.rows)
        guard rows.offsets.upperBound > 0, all > 0 else { return nil }
        let height = max(track.height * rows.visibleRows / all, min(track.height, least))
        let share = min(max(offset / rows.offsets.upperBound, 0), 1)
        return Rect(
            x: track.minX, y: track.minY + (track.height - height) * share, width: track.width, height: height)
    }

    func draw(offset: Double, into sketch: inout Sketch) {
        guard let thumb = thumb(offset: offset) else { return }
        sketch.fill(track, radius: track.width / 2, sketch.theme.raised)
        sketch.fill(thumb, radius: thumb.width / 2, sketch.theme.secondary)
    }
}
