import WheelCore
import WheelModel

/// The places of a control's positions in an area. The places are computed once for each layout and size.
struct SeatChart: Equatable, Sendable {
    private(set) var seats: [Seat] = []
    private(set) var blocks: [SeatBlock] = []
    private(set) var shape = SeatShape(width: 0, height: 0)
    /// The size of a seat's touch area, which has the same centre as the seat.
    private(set) var reach = Size.zero

    /// The height of a seat, in multiples of its width.
    static let slenderness = 1.15
    /// The width of a seat, as a fraction of the distance between the centres of neighbouring seats.
    static let filling = 0.74
    /// The gap between blocks of rows, in multiples of the distance between the centres of neighbouring seats.
    static let aisle = 0.6

    /// Rows of seats, which begin at the upper left. If there are more than 40 seats, the rows are divided into blocks
    /// of at most ten by five seats. `captionShare` is the height of the label below a seat, in multiples of the height
    /// of the seat's place without the label.
    init(rows count: Int, in area: Rect, captionShare: Double = 0, widening: Double = 1) {
        // The number of seats of each block in one direction. There are as few blocks as possible. All blocks but the
        // last have the same size, and the last one has the remaining seats.
        func share(_ number: Int, atMost most: Int) -> Int {
            count <= 40 ? number : (number - 1) / ((number + most - 1) / most) + 1
        }
        func spread(_ number: Int, _ perBlock: Int) -> Double {
            Double(number) + Double((number - 1) / perBlock) * SeatChart.aisle
        }
        let aspect = SeatChart.slenderness * (1 + captionShare) / widening
        var best = (columns: 1, width: 0.0)
        for columns in 1...max(count, 1) {
            let rows = (count + columns - 1) / columns
            let width = min(
                area.width / spread(columns, share(columns, atMost: 10)),
                area.height / (spread(rows, share(rows, atMost: 5)) * aspect))
            if width > best.width + 1e-9 { best = (columns, width) }
        }
        let width = best.width
        let height = width * aspect
        let columns = best.columns
        let rows = (count + columns - 1) / columns
        let (most, high) = (share(columns, atMost: 10), share(rows, atMost: 5))
        let used = Size(width: spread(columns, most) * width, height: spread(rows, high) * height)
        let origin = Rect(center: area.center, size: used).origin
        let seatWidth = width / widening * SeatChart.filling
        shape = SeatShape(width: seatWidth, height: seatWidth * SeatChart.slenderness)
        reach = Size(width: width, height: height)
        let blocksAcross = (columns + most - 1) / most
        var bounds = [Rect](repeating: .zero, count: blocksAcross * ((rows + high - 1) / high))
        for number in 0..<count {
            let (column, row) = (number % columns, number / columns)
            let cell = Rect(
                x: origin.x + (spread(column + 1, most) - 1) * width,
                y: origin.y + (spread(row + 1, high) - 1) * height,
                width: width, height: height)
            let block = row / high * blocksAcross + column / most
            bounds[block] = bounds[block].union(cell)
            let middle = cell.minY + height / (1 + captionShare) / 2
            seats.append(Seat(center: Point(x: cell.midX, y: middle), turn: .zero, block: block))
        }
        let space = width * (1 - SeatChart.filling) / 2
        blocks = bounds.map { SeatBlock(form: .rectangle, bounds: $0.inset(by: space)) }
    }

    /// Rings of seats that face the centre, clockwise from the top: one ring for at most 24 seats, else rings that are
    /// divided into blocks.
    init(arc count: Int, in area: Rect, breadth: Double = 0.6) {
        // A cell of a few pixels may have no room at all. The radius is at least 1, because angles on a ring of radius
        // 0 would not be finite.
        let outer = max(1, min(area.width, area.height) / 2)
        let center = area.center
        let rings = RingPlan(count: count, outer: outer, breadth: breadth)
        shape = SeatShape(width: rings.seatWidth, height: rings.seatHeight)
        reach = Size(width: rings.seatWidth / SeatChart.filling, height: rings.pitch)
        for block in rings.blocks {
            blocks.append(
                SeatBlock(
                    form: .sector(
                        center: center, inner: block.inner, outer: block.outer, from: block.from, to: block.to),
                    bounds: SeatChart.bounds(of: block, about: center)))
        }
        for place in rings.places {
            let angle = place.angle
            let middle = Point(
                x: center.x + place.radius * angle.sine, y: center.y - place.radius * angle.cosine)
            seats.append(Seat(center: middle, turn: angle, block: place.block))
        }
    }

    /// Leans the axes of all seats towards one point above the middle of the window, as upright lines converge in
    /// perspective. The centres of the seats stay in place. Seats on rings are made smaller, so that they do not
    /// overlap.
    mutating func leanTogether(in window: Rect, isRing: Bool) {
        let above = window.midY - SeatChart.vanishing * max(window.width, window.height, 1)
        for index in seats.indices {
            let seat = seats[index].center
            seats[index].lean = (seat.x - window.midX) / (seat.y - above)
        }
        guard isRing else { return }
        let width = shape.size.width * SeatChart.leaningRing
        shape = SeatShape(width: width, height: shape.size.height * SeatChart.leaningRing)
    }

    /// The distance between the middle of the window and the point towards which seats lean, in multiples of the
    /// window's longer side.
    static let vanishing = 1.5
    /// The factor by which leaning seats on rings are smaller than upright seats.
    static let leaningRing = 0.85

    private static func bounds(of block: RingPlan.Block, about center: Point) -> Rect {
        var box: Rect?
        let steps = 16
        for step in 0...steps {
            let angle = block.from.interpolated(to: block.to, fraction: Double(step) / Double(steps))
            for radius in [block.inner, block.outer] {
                let place = Point(x: center.x + radius * angle.sine, y: center.y - radius * angle.cosine)
                let dot = Rect(center: place, size: Size(width: 1e-3, height: 1e-3))
                box = box?.union(dot) ?? dot
            }
        }
        return box ?? .zero
    }
}
