import WheelCore
import WheelModel

/// The chips of all positions of a control, in rows that scroll. The offset is the index of the row at the top. Lengths
/// are in the coordinates of the touch target.
public struct ChipRows: Equatable, Sendable {
    public enum Place: Equatable, Sendable {
        /// The rows are in the control's cell.
        case list
        /// The rows cover the whole page.
        case chooser
    }

    public var place: Place
    public var count: Int
    public var columns: Int
    /// The upper left corner of the first row at an offset of 0.
    public var origin: Point
    /// The distance from a chip to the next one, across and down.
    public var pitch: Size
    public var visibleRows: Double
    /// Whether the rows glide. Rows that do not glide rest at the whole row nearest to where a finger leaves them.
    public var glides = true

    public init(place: Place, count: Int, columns: Int, origin: Point, pitch: Size, visibleRows: Double) {
        self.place = place
        self.count = count
        self.columns = max(columns, 1)
        self.origin = origin
        self.pitch = pitch
        self.visibleRows = max(visibleRows, 1)
    }

    public var rows: Int { (count + columns - 1) / columns }

    /// The offsets at which the rows may rest, from the first row at the top to the last row at the bottom.
    public var offsets: ClosedRange<Double> { 0...max(0, Double(rows) - visibleRows) }

    public func row(of position: Int) -> Double { Double(position / columns) }

    /// The area of a chip, including half of the gaps around it.
    public func place(of position: Int, offset: Double) -> Rect {
        Rect(
            x: origin.x + Double(position % columns) * pitch.width,
            y: origin.y + (row(of: position) - offset) * pitch.height, width: pitch.width, height: pitch.height)
    }

    public func position(at place: Point, offset: Double) -> Int? {
        guard pitch.width > 0, pitch.height > 0 else { return nil }
        let column = ((place.x - origin.x) / pitch.width).rounded(.down)
        let row = ((place.y - origin.y) / pitch.height + offset).rounded(.down)
        guard column >= 0, column < Double(columns), row >= 0, row < Double(rows) else { return nil }
        let position = Int(row) * columns + Int(column)
        return position < count ? position : nil
    }

    /// The nearest offset at which the rows may rest.
    public func kept(_ offset: Double) -> Double { min(max(offset, offsets.lowerBound), offsets.upperBound) }

    /// The glide to a whole row after a finger has lifted at `offset` with a speed in rows per second.
    func fling(from offset: Double, speed: Double, at time: Instant) -> Scroll {
        glides ? .fling(from: offset, speed: speed, in: offsets, at: time) : Scroll(at: kept(offset.rounded()))
    }

    func glide(from offset: Double, to end: Double, at time: Instant) -> Scroll {
        glides ? .glide(from: offset, to: end, at: time) : Scroll(at: end)
    }

    /// The offset nearest to `offset` at which the whole row of a position is visible.
    func showing(_ position: Int, from offset: Double) -> Double {
        let row = row(of: position)
        return kept(min(max(offset, row - (visibleRows - 1)), row))
    }

    /// The offset at which the row of a position is as near to the middle as the ends allow.
    public func centring(_ position: Int) -> Double {
        kept((row(of: position) - (visibleRows - 1) / 2).rounded())
    }
}
