import WheelGeometry
import WheelModel
import WheelSettings

/// The layout of the wheel scene: a frame with a wheel seen from the front, and the value beside it.
struct WheelLayout: NumberScene {
    let unit: Double
    /// The frame, on whole pixels. Its lines are one pixel wide and lie inside.
    let frame: Rect
    /// Whether the wheel turns up and down rather than sideways.
    let isVertical: Bool
    let label: Rect
    let speed: Rect
    let readout: ReadoutRow

    static func aspect(of number: NumberSettings) -> Size {
        number.orientation == .vertical ? Size(width: 400, height: 600) : Size(width: 600, height: 400)
    }

    init(_ settings: ControlSettings, _ number: NumberSettings, in cell: Rect) {
        unit = min(cell.width, cell.height) / 400
        isVertical =
            switch number.orientation {
            case .horizontal: false
            case .vertical: true
            case .auto: cell.height > cell.width
            }
        let u = unit
        let hasStepper = settings.movedByHands
        if isVertical {
            let area = Rect(
                center: cell.center, size: Size(width: min(cell.width, 480 * u), height: min(cell.height, 1000 * u))
            ).inset(left: 24 * u, top: 20 * u, right: 24 * u, bottom: 24 * u)
            let top = Rect(x: area.minX, y: area.minY, width: area.width, height: max(50 * u, 12))
            label = top.inset(right: top.width * 0.32)
            speed = top.inset(left: top.width * 0.72)
            let value = Rect(x: area.minX, y: label.maxY + 6 * u, width: area.width, height: 84 * u)
            let below = area.inset(top: value.maxY + 14 * u - area.minY)
            frame =
                Rect(
                    x: area.midX - 62 * u, y: below.minY, width: 124 * u, height: below.height
                ).onWholePixels
            readout = ReadoutRow(value: value, beside: below, hasStepper: hasStepper, button: 76 * u)
        } else {
            let area = Rect(center: cell.center, size: Size(width: min(cell.width, 1200 * u), height: 400 * u))
                .inset(left: 28 * u, right: 28 * u)
            frame =
                Rect(
                    x: area.minX, y: area.minY + 262 * u, width: area.width, height: 110 * u
                ).onWholePixels
            let height = max(56 * u, TextBands.titleHeight(u))
            let top = Rect(x: area.minX, y: area.minY + 50 * u - height / 2, width: area.width, height: height)
            (label, speed) = TextBands.heading(top)
            readout = ReadoutRow(
                Rect(x: area.minX, y: area.minY + 100 * u, width: area.width, height: 130 * u),
                hasStepper: hasStepper, button: 76 * u)
        }
    }

    var textPlaces: TextPlaces {
        TextPlaces(
            title: label, titlePixels: TextBands.titlePixels(unit), titleAlignment: .start, value: readout.value,
            valuePixels: (isVertical ? 68 : 104) * unit, speed: speed)
    }

    /// The touch area has the frame's length and is a little broader than the frame.
    func targets(of control: Int, in cell: Rect, _ state: SceneState) -> [TouchTarget] {
        let margin = 14 * unit
        let area =
            isVertical ? frame.inset(left: -margin, right: -margin) : frame.inset(top: -margin, bottom: -margin)
        return [TouchTarget(.wheel(control: control, isVertical ? .vertical : .horizontal), area: area)]
            + readout.targets(of: control)
    }

    /// The angle by which the wheel has turned.
    static func phase(
        position: Double?, value: Double, scale: Double, amountPerTurn: Double, rangeTurns: Double
    ) -> Angle {
        let turns = position.map { $0 / scale } ?? value / amountPerTurn / rangeTurns
        return turns.isFinite ? Angle(turns: turns / 2) : .zero
    }

    /// The places of the wheel's lines, from the frame's low end: one for each visible α = k·δ − φ.
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

    /// The x of a line, or its y if the wheel turns up and down.
    func place(of angle: Angle) -> Double {
        isVertical
            ? frame.minY + frame.height / 2 * (1 + angle.sine) : frame.minX + frame.width / 2 * (1 - angle.sine)
    }

    /// The place where the level bars end at this position.
    func levelEnd(at position: Double) -> Double {
        let share = min(max(position, 0), 1)
        return isVertical ? frame.maxY - frame.height * share : frame.minX + frame.width * share
    }
}

extension Rect {
    /// The nearest rectangle with whole coordinates, for sharp edges.
    var onWholePixels: Rect {
        let (left, top) = (minX.rounded(), minY.rounded())
        return Rect(x: left, y: top, width: maxX.rounded() - left, height: maxY.rounded() - top)
    }
}
