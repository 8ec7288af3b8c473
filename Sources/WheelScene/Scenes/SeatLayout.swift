import WheelGeometry
import WheelModel

/// Where everything of the positions scene lies: one seat per position on a chart, which is seen through a window.
public struct SeatLayout: Equatable, Sendable {
    public let unit: Double
    /// What of the chart is seen.
    public let window: Rect
    let chart: SeatChart
    let captions: SeatCaptions
    let title: Rect
    let value: Rect

    /// In the order of the positions.
    public var seats: [Seat] { chart.seats }
    /// Of an upright seat.
    public var seatSize: Size { chart.shape.size }

    /// Seats that would be narrower than this are drawn as their block.
    public static let leastSeat = 4.0

    /// Where there are blocks, seats that are seen narrower than this are too small for a finger: it meets their block.
    static let leastTouchedSeat = 16.0

    init(_ settings: ControlSettings, _ positions: PositionSettings, in cell: Rect) {
        unit = min(cell.width, cell.height) / 400
        let u = unit
        let area = cell.inset(by: 12 * u)
        title = Rect(x: area.minX, y: cell.minY + 10 * u, width: area.width, height: 56 * u)
        value = Rect(x: area.minX, y: cell.maxY - 66 * u, width: area.width, height: 56 * u)
        window = Rect(
            x: cell.minX + 4 * u, y: title.maxY + 4 * u, width: cell.width - 8 * u,
            height: value.minY - title.maxY - 8 * u)
        let inside = window.inset(by: 8 * u)
        let count = positions.positions.count
        captions = SeatCaptions(positions)
        switch (positions.layout, captions) {
        case (.rows, .below): chart = SeatChart(rows: count, in: inside, captionShare: 0.42, widening: 1.7)
        case (.rows, .inside), (.rows, .none), (.rows, .around): chart = SeatChart(rows: count, in: inside)
        case (.arc, .around):
            // Names stand outside of the ring, and leave it less room.
            chart = SeatChart(
                arc: count, in: inside.inset(left: inside.width * 0.2, right: inside.width * 0.2).inset(by: 26 * u))
        case (.arc, .inside), (.arc, .below), (.arc, .none): chart = SeatChart(arc: count, in: inside)
        }
    }

    /// Whether seats are seen one by one, through a view of this zoom.
    func showsSeats(zoom: Double) -> Bool { chart.shape.size.width * zoom >= SeatLayout.leastSeat }

    /// Whether a finger meets seats rather than their blocks.
    func answersBySeats(zoom: Double) -> Bool {
        // Who has zoomed in wants seats, however small they still are.
        let hasBlocks = chart.blocks.count > 1 && zoom < 1.05
        let least = hasBlocks ? SeatLayout.leastTouchedSeat : SeatLayout.leastSeat
        return chart.shape.size.width * zoom >= least
    }

    var textPlaces: TextPlaces {
        TextPlaces(title: title, titlePixels: 34 * unit, value: value, valuePixels: 44 * unit)
    }
}

/// Where the names of positions stand.
enum SeatCaptions: Equatable, Sendable {
    /// Numbers and letters.
    case inside
    case below
    /// Outside of a ring.
    case around
    case none

    init(_ settings: PositionSettings) {
        let longest = settings.positions.map(\.label.count).max() ?? 0
        if longest <= 4 {
            self = .inside
        } else if settings.positions.count <= 16 {
            self = settings.layout == .rows ? .below : .around
        } else {
            self = .none
        }
    }
}
