import WheelCanvas
import WheelGeometry
import WheelModel

/// Where everything of the positions scene lies: one seat per position on a chart, which is seen through a window.
struct SeatLayout: Scene {
    let unit: Double
    /// What of the chart is seen.
    let window: Rect
    let chart: SeatChart
    let captions: SeatCaptions
    let title: Rect
    let value: Rect

    /// In the order of the positions.
    var seats: [Seat] { chart.seats }
    /// Of an upright seat.
    var seatSize: Size { chart.shape.size }

    /// Seats that would be narrower than this are drawn as their block.
    static let leastSeat = 4.0

    /// Where there are blocks, seats that are seen narrower than this are too small for a finger: it meets their block.
    static let leastTouchedSeat = 16.0

    static let aspect = Size(width: 480, height: 400)

    init(_ settings: ControlSettings, _ positions: PositionSettings, in cell: Rect) {
        unit = min(cell.width, cell.height) / 400
        let u = unit
        let area = cell.inset(by: 12 * u)
        let height = max(56 * u, TextBands.titleHeight(u))
        title = Rect(x: area.minX, y: cell.minY + 10 * u, width: area.width, height: height)
        value = Rect(x: area.minX, y: cell.maxY - 10 * u - height, width: area.width, height: height)
        window = Rect(
            x: cell.minX + 4 * u, y: title.maxY + 4 * u, width: cell.width - 8 * u,
            height: max(0, value.minY - title.maxY - 8 * u))
        let inside = window.inset(by: 8 * u)
        let count = positions.positions.count
        var captions = SeatCaptions(positions)
        switch (positions.layout, captions) {
        case (.rows, .below): chart = SeatChart(rows: count, in: inside, captionShare: 0.42, widening: 1.7)
        case (.rows, .inside), (.rows, .none), (.rows, .around), (.rows, .beneath):
            chart = SeatChart(rows: count, in: inside)
        case (.arc, .around):
            let ring = SeatLayout.ring(in: inside, unit: u, besides: positions)
            if ring == nil { captions = count <= SeatCaptions.mostBeneath ? .beneath : .none }
            // Names under the seats stand between these, too.
            chart =
                captions == .beneath
                ? SeatChart(arc: count, in: inside.inset(bottom: 26 * u), breadth: 0.42)
                : SeatChart(arc: count, in: ring ?? inside)
        case (.arc, .inside), (.arc, .below), (.arc, .beneath), (.arc, .none): chart = SeatChart(arc: count, in: inside)
        }
        self.captions = captions
    }

    /// What names outside of a ring leave it; `nil` where that is too little.
    private static func ring(in area: Rect, unit: Double, besides positions: PositionSettings) -> Rect? {
        // As wide as text commonly is: without a font.
        let longest = Double(positions.positions.map(\.label.count).max() ?? 0)
        let font = max(9, min(24 * unit, area.width * 0.3 / (longest * 0.62)))
        let room = area.inset(
            left: longest * 0.62 * font + font, top: 1.5 * font, right: longest * 0.62 * font + font, bottom: 1.5 * font
        )
        return min(room.width, room.height) > 0.42 * min(area.width, area.height) ? room : nil
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
        TextPlaces(
            title: title, titlePixels: TextBands.titlePixels(unit), value: value,
            // The name of the chosen position stays legible, even where the text of its seat does not.
            valuePixels: max(44 * unit, 7))
    }

    func captions(_ settings: ControlSettings, _ typeface: Typeface) -> CaptionTexts? {
        settings.positions.map { CaptionTexts($0, self, typeface: typeface) }
    }

    /// Seats, or their blocks while these are too small for a finger, in the window.
    func targets(of control: Int, in cell: Rect, _ state: SceneState) -> [TouchTarget] {
        let window = [TouchTarget(.chart(control: control), area: window)]
        guard answersBySeats(zoom: state.controls[control].chart.lengthening) else {
            return window + chart.blocks.map { target(of: $0, control) }
        }
        let area = Rect(center: .zero, size: chart.reach)
        return window
            + chart.seats.enumerated().map { position, seat in
                TouchTarget(.seat(control: control, position: position), area: area, transform: seat.transform)
            }
    }

    /// A sector is met in a rectangle that is turned as it is.
    private func target(of block: SeatBlock, _ control: Int) -> TouchTarget {
        let kind = TouchKind.block(control: control, block.bounds)
        switch block.form {
        case .rectangle: return TouchTarget(kind, area: block.bounds)
        case .sector(let center, let inner, let outer, let from, let to):
            let half = (to - from) / 2
            guard half < .degrees(80) else { return TouchTarget(kind, area: block.bounds) }
            let width = 2 * outer * half.sine
            let area = Rect(x: -width / 2, y: -outer, width: width, height: outer - inner * half.cosine)
            return TouchTarget(
                kind, area: area,
                transform: AffineTransform.rotation(by: from + half).then(.translation(by: center - .zero)))
        }
    }
}

/// Where the names of positions stand.
enum SeatCaptions: Equatable, Sendable {
    /// Numbers and letters.
    case inside
    case below
    /// Outside of a ring.
    case around
    /// Under each seat of a ring with few of them, where there is no room beside it.
    case beneath
    case none

    static let mostBeneath = 8

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
