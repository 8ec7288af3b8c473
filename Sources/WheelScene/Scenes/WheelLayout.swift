import WheelCore
import WheelModel
import WheelTouch

/// The layout of the wheel scene: the value, and below it a frame with a wheel that is seen from the front. In a high
/// body the wheel is upright. If the body has no room for a wheel, a level bar replaces the wheel.
struct WheelLayout: NumberScene {
    /// The frame, aligned to whole pixels. The wheel's lines are inside this rectangle.
    let frame: Rect
    /// Whether the wheel turns up and down rather than sideways.
    let isVertical: Bool
    /// Whether there is a bar instead of a wheel.
    let isBar: Bool
    let row: ValueRow
    let line: ValueLine?
    private let room: SceneRoom
    private let isMoved: Bool
    /// The position in the range where the level bars begin.
    private let origin: Double
    /// The factor by which all densities are reduced, so that lines in the middle of the wheel are at least 0.6 mm
    /// apart.
    private let densityShare: Double

    var value: ValuePlace? { row.value }
    var measures: Measures { room.measures }
    var headroom: Double { row.top - room.body.minY }

    init(_ settings: ControlSettings, _ number: NumberSettings, in room: SceneRoom) {
        self.room = room
        isMoved = settings.movedByHands
        let (body, measures) = (room.body, room.measures)
        isVertical =
            switch number.orientation {
            case .horizontal: false
            case .vertical: true
            case .auto: body.height > body.width * 1.25
            }
        let leastLine = SceneRoom.line(measures.leastValue)
        let gap = measures.innerGap
        if isVertical {
            let line = min(
                max(SceneRoom.line(room.valueCapital), room.hasSteppers ? measures.target : 0),
                max(body.height / 3, min(leastLine, body.height * 0.6)))
            isBar = false
            let top = Rect(x: body.minX, y: body.minY, width: body.width, height: line)
            // The line on which the values of several cards are aligned may be so far down that too little room is left
            // for the wheel. In that case the value is at the top of the body.
            let air = body.height >= measures.pixels(WheelLayout.leastForAir) ? (measures.labelRow * 0.8).rounded() : 0
            let shared = room.valueRow(height: line, air: air)
            let place = body.maxY - shared.maxY - gap >= measures.target ? shared : top
            let below = body.inset(top: place.maxY - body.minY + gap)
            let breadth = min(max(measures.pixels(17), body.width * 0.2), body.width * 0.6)
            frame =
                Rect(x: below.midX - breadth / 2, y: below.minY, width: breadth, height: max(0, below.height))
                .onWholePixels
            row = ValueRow(place, settings, room)
            self.line = ValueLine(.top, place, capital: room.valueCapital)
        } else {
            let least = measures.pixels(5.5)
            isBar = body.height - leastLine - gap < least
            let height =
                isBar
                ? min(measures.whole(0.7), max(1, (body.height * 0.12).rounded()))
                : min(max(measures.pixels(18), body.height * 0.2), max(least, body.height * 0.29))
            frame =
                Rect(x: body.minX, y: body.maxY - height, width: body.width, height: height).onWholePixels
            let apart = isBar ? min(gap / 2, body.height * 0.08) : gap
            let whole = body.inset(bottom: body.maxY - frame.minY + apart)
            row = ValueRow(room.valueBox(whole), whole: whole, settings, room)
            line = ValueLine(.aboveWheel, row.lineBox, capital: room.valueCapital)
        }
        origin = WheelLayout.originPosition(settings, number)
        let length = isVertical ? frame.height : frame.width
        let most = max(1, .pi / 2 * length / max(measures.pixels(0.6), 1))
        let densest = settings.speeds.map(\.density).filter(\.isFinite).max() ?? 1
        densityShare = min(1, most / max(densest, 1))
    }

    /// The minimum height of an upright wheel's body, in millimetres, in which a row above the value is kept free for
    /// the word of a state (`StateWord`).
    private static let leastForAir = 30.0

    /// The position where the level bars begin: the position of `origin`, or else of the value 0 if 0 is inside a range
    /// that does not wrap, or else the lower end.
    static func originPosition(_ settings: ControlSettings, _ number: NumberSettings) -> Double {
        let inside = number.range.lower < 0 && number.range.upper > 0
        guard let start = settings.appearance.origin ?? (inside && !number.wraps ? 0 : nil) else { return 0 }
        return number.position(of: start) ?? 0
    }

    var valueAlone: (scene: any Scene, bottom: Double)? {
        isVertical ? nil : (ReadoutLayout(row.value), row.value.box.maxY)
    }

    /// A finger can drag a horizontal wheel anywhere in the body. The touch area of an upright wheel is as high as the
    /// frame and as wide as the body.
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] {
        guard isMoved else { return [] }
        let area =
            isVertical ? frame.inset(left: room.body.minX - frame.minX, right: room.body.minX - frame.minX) : room.body
        return [TouchTarget(.wheel(control: control, isVertical ? .vertical : .horizontal), area: area)]
            + row.targets(of: control)
    }

    func density(of speed: Speed) -> Double { speed.density * densityShare }

    func lineWidth(of speed: Speed) -> Double { max(1, (speed.lineWidth * measures.pixels(0.15)).rounded()) }

    /// The angle by which the wheel has turned.
    static func phase(
        position: Double?, value: Double, scale: Double, amountPerTurn: Double, rangeTurns: Double
    ) -> Angle {
        let turns = position.map { $0 / scale } ?? value / amountPerTurn / rangeTurns
        return turns.isFinite ? Angle(turns: turns / 2) : .zero
    }

    /// The coordinates of the wheel's lines, one for each visible angle α = k·δ − φ with a whole number k. δ is the
    /// angle between two lines, and φ is `phase`.
    func lines(phase: Angle, density: Double) -> [Double] {
        guard density > 0, density.isFinite else { return [] }
        let spacing = Angle(degrees: 180 / density)
        // The first line with α above −90°.
        let rest = phase.degrees.truncatingRemainder(dividingBy: spacing.degrees)
        var angle = Angle(degrees: ((-90 + rest) / spacing.degrees).rounded(.up) * spacing.degrees - rest)
        if angle.degrees <= -90 { angle = angle + spacing }
        var places: [Double] = []
        while angle.degrees < 90 {
            places.append(place(of: angle))
            angle = angle + spacing
        }
        return places
    }

    /// The x coordinate of a line at this angle, or its y coordinate if the wheel turns up and down.
    func place(of angle: Angle) -> Double {
        isVertical
            ? frame.minY + frame.height / 2 * (1 + angle.sine) : frame.minX + frame.width / 2 * (1 - angle.sine)
    }

    var levelStart: Double { levelEnd(at: origin) }
    var hasOriginInside: Bool { origin > 0 && origin < 1 }

    /// The coordinate at which a level bar for this position ends.
    func levelEnd(at position: Double) -> Double {
        let share = min(max(position, 0), 1)
        return isVertical ? frame.maxY - frame.height * share : frame.minX + frame.width * share
    }

    /// The coordinates of both ends of the level bars for this position; `nil` at the origin. The bars have a minimum
    /// length, so that a value near the origin does not look like the origin itself.
    func level(at position: Double) -> ClosedRange<Double>? {
        let share = min(max(position, 0), 1)
        let start = levelStart
        let way = levelEnd(at: position) - start
        guard abs(share - origin) > 1e-9, way != 0 else { return nil }
        let end = levelEnd(at: share > origin ? 1 : 0)
        let length = max(abs(way), min(measures.pixels(WheelLayout.leastLevel), abs(end - start)))
        return way > 0 ? start...(start + length) : (start - length)...start
    }

    /// The minimum length of the level bars, in millimetres.
    static let leastLevel = 1.1
}

extension Rect {
    /// The nearest rectangle with whole coordinates, for sharp edges.
    var onWholePixels: Rect {
        let (left, top) = (minX.rounded(), minY.rounded())
        return Rect(x: left, y: top, width: maxX.rounded() - left, height: maxY.rounded() - top)
    }
}
