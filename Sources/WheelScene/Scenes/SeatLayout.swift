import WheelCore
import WheelModel
import WheelTouch

/// The layout of the positions scene: a chart with a seat for each position, seen through a window.
struct SeatLayout: Scene {
    let unit: Double
    /// The part of the cell in which the chart is drawn.
    let window: Rect
    let chart: SeatChart
    let captions: SeatCaptions
    let value: ValuePlace?
    private let isMoved: Bool

    /// Seats that would be narrower than this, in pixels, are not drawn: only their block is drawn.
    static let leastSeat = 4.0

    /// Seats narrower than this, in pixels, are too small for a finger. In a chart with several blocks that is not
    /// zoomed, the touch target of such seats is their block.
    static let leastTouchedSeat = 16.0

    init(_ settings: ControlSettings, _ positions: PositionSettings, in room: SceneRoom) {
        isMoved = settings.movedByHands
        let body = room.body
        unit = min(body.width, body.height) / 400
        let u = unit
        let capital = max(room.measures.leastValue, room.valueCapital * 0.7)
        let height = min(SceneRoom.line(capital), body.height * 0.35)
        let line = Rect(x: body.minX, y: body.maxY - height, width: body.width, height: height)
        value = ValuePlace(box: line, capital: min(capital, height / 1.25))
        window = body.inset(bottom: height)
        // With perspective the lower ends of a row's outer seats extend outwards beyond their places, by less than a
        // hundredth of the row's width.
        let leaning = settings.appearance.hasPerspective
        let inside = window.inset(by: 8 * u).inset(
            left: leaning ? window.width / 100 : 0, right: leaning ? window.width / 100 : 0)
        let count = positions.positions.count
        var captions = SeatCaptions(positions)
        var chart: SeatChart
        switch (positions.layout ?? .arc, captions) {
        case (.rows, .below): chart = SeatChart(rows: count, in: inside, captionShare: 0.58, widening: 1.7)
        case (.rows, .inside), (.rows, .none), (.rows, .around), (.rows, .beneath):
            chart = SeatChart(rows: count, in: inside)
        case (.arc, .around):
            let ring = SeatLayout.ring(in: inside, unit: u, besides: positions)
            if ring == nil { captions = count <= SeatCaptions.mostBeneath ? .beneath : .none }
            // With `.beneath` each seat has its label below it, so the seats have less height than in other rings.
            chart =
                captions == .beneath
                ? SeatChart(arc: count, in: inside.inset(bottom: 26 * u), breadth: 0.42)
                : SeatChart(arc: count, in: ring ?? inside)
        case (.arc, .inside), (.arc, .below), (.arc, .beneath), (.arc, .none): chart = SeatChart(arc: count, in: inside)
        }
        if leaning { chart.leanTogether(in: window, isRing: positions.layout != .rows) }
        (self.chart, self.captions) = (chart, captions)
    }

    /// The area that is left for a ring with labels outside; `nil` if it is too small.
    private static func ring(in area: Rect, unit: Double, besides positions: PositionSettings) -> Rect? {
        // A character is about 0.62 em wide.
        let longest = Double(positions.positions.map(\.label.count).max() ?? 0)
        let font = max(9, min(24 * unit, area.width * 0.3 / (longest * 0.62)))
        let room = area.inset(
            left: longest * 0.62 * font + font, top: 1.5 * font, right: longest * 0.62 * font + font, bottom: 1.5 * font
        )
        return min(room.width, room.height) > 0.42 * min(area.width, area.height) ? room : nil
    }

    func showsSeats(zoom: Double) -> Bool { chart.shape.size.width * zoom >= SeatLayout.leastSeat }

    /// Whether a finger touches seats rather than blocks.
    func touchesSeats(zoom: Double) -> Bool {
        // Once the chart is zoomed, a finger touches every seat that is drawn, however small it is.
        let hasBlocks = chart.blocks.count > 1 && zoom < 1.05
        let least = hasBlocks ? SeatLayout.leastTouchedSeat : SeatLayout.leastSeat
        return chart.shape.size.width * zoom >= least
    }

    /// The touch targets: the chart's window, and the seats, or their blocks while seats are too small for a finger.
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] {
        guard isMoved else { return [] }
        let window = [TouchTarget(.chart(control: control), area: window)]
        guard touchesSeats(zoom: state.controls[control].chart.lengthening) else {
            return window + chart.blocks.map { target(of: $0, control) }
        }
        let area = Rect(center: .zero, size: chart.reach)
        return window
            + chart.seats.enumerated().map { position, seat in
                TouchTarget(.seat(control: control, position: position), area: area, transform: seat.transform)
            }
    }

    /// A sector's touch area is a rectangle that is turned like the sector, or the upright rectangle around a sector of
    /// 160° or more.
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

/// The places of the positions' labels.
enum SeatCaptions: Equatable, Sendable {
    /// Inside the seats: for labels of at most four characters.
    case inside
    case below
    /// Around a ring of seats, outside of it.
    case around
    /// Below each seat of a ring with few seats, if there is no room outside.
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
