import WheelGeometry
import WheelModel
import WheelSettings

/// The layout of the rotor scene: a rectangle that turns about its centre, a ring of ticks around it, and the value and
/// a slider below.
struct RotorLayout: NumberScene {
    let unit: Double
    let center: Point
    let slider: SliderLayout
    let bands: TextBands
    let readout: ReadoutRow
    let scale: ArmScale
    /// The value at which the rectangle's top points to the left, where an arm has its baseline.
    private let originOnTheLeft: Double

    /// The size of the upright rectangle.
    var size: Size { Size(width: 150 * unit, height: 100 * unit) }

    static let ringInner = 102.0
    static let ringOuter = 114.0

    init(_ settings: ControlSettings, _ number: NumberSettings, in cell: Rect) {
        scale = ArmScale(number, range: .turn)
        originOnTheLeft = scale.originTurnedBack(number)
        unit = min(cell.width, cell.height) / 400
        let u = unit
        let box = Rect(center: cell.center, size: Size(width: 400 * u, height: 400 * u))
        center = Point(x: box.midX, y: box.minY + 184 * u)
        bands = TextBands(settings, cell: cell, from: center.y - 118 * u, to: center.y + 118 * u)
        let row = min(cell.width - 24 * u, 480 * u)
        // The value and the slider move apart a little if there is much space below.
        let spare = min(cell.maxY - box.maxY, 60 * u)
        readout = ReadoutRow(
            Rect(
                center: Point(x: box.midX, y: box.minY + 330 * u + spare * 0.3),
                size: Size(width: row, height: 56 * u)),
            hasStepper: settings.movedByHands, button: 68 * u)
        let half = min(row / 2 - 16 * u, 200 * u)
        slider = SliderLayout(
            from: Point(x: box.midX - half, y: box.minY + 378 * u + spare * 0.7), length: 2 * half, unit: u)
    }

    /// From the upright rectangle to the turned one.
    func transform(at angle: Angle) -> AffineTransform { .rotation(by: angle, about: center) }

    /// The point at this angle, clockwise from the top, and this distance from the centre.
    func place(at angle: Angle, distance: Double) -> Point {
        Point(x: center.x + distance * angle.sine, y: center.y - distance * angle.cosine)
    }

    var textPlaces: TextPlaces {
        TextPlaces(
            title: bands.title, titlePixels: bands.titlePixels, titleAlignment: bands.titleAlignment,
            value: readout.value, valuePixels: 46 * unit, speed: bands.speed)
    }

    /// A finger can turn the rectangle from anywhere in the cell. If a ramp moves the control, the rectangle is the
    /// ramp's button.
    func targets(of control: Int, in cell: Rect, _ state: SceneState) -> [TouchTarget] {
        // An arm's angle is counted from the left, the rectangle's from the top.
        let arm = TouchKind.arm(
            control: control, vertex: center, ignoredRadius: 20 * unit, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: originOnTheLeft)
        let ramp = state.instrument.ramp(of: control)
        var targets = [TouchTarget(arm, area: cell)]
        if let ramp {
            let side = size.width
            targets.append(
                TouchTarget(
                    .rampButton(ramp: ramp), area: Rect(center: center, size: Size(width: side, height: side))))
        }
        targets.append(
            TouchTarget(.slider(control: control, ramp: ramp, length: slider.length), area: slider.area))
        return targets + readout.targets(of: control)
    }
}

/// A track with a knob that moves to the right.
struct SliderLayout: Equatable, Sendable {
    let from: Point
    let length: Double
    let unit: Double

    func knob(at fraction: Double) -> Point {
        Point(x: from.x + length * min(max(fraction, 0), 1), y: from.y)
    }

    var knobRadius: Double { 13 * unit }
    var trackWidth: Double { 7 * unit }

    /// The slider's touch area.
    var area: Rect {
        Rect(x: from.x, y: from.y - 21 * unit, width: length, height: 42 * unit).inset(
            left: -20 * unit, right: -20 * unit)
    }
}
