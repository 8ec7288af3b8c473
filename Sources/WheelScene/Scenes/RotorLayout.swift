import WheelCore
import WheelModel
import WheelTouch

/// The layout of the rotor scene: a rectangle that turns about its centre, a ring of ticks around it, the value above
/// the ring or to the right of it, and a slider at the bottom.
struct RotorLayout: NumberScene {
    let unit: Double
    let center: Point
    /// The place of the ring with its numbers.
    let drawing: Rect
    /// The slider at the bottom; `nil` if the body has no room for a slider.
    let slider: SliderLayout?
    /// Whether the body has room for the drawing.
    let isDrawn: Bool
    let hasNumbers: Bool
    let row: ValueRow
    let line: ValueLine?
    let scale: ArmScale
    /// The value at which the rectangle's top points to the left, where an arm has its baseline.
    private let originOnTheLeft: Double
    private let room: SceneRoom
    private let isMoved: Bool

    var value: ValuePlace? { row.value }
    var measures: Measures { room.measures }
    var headroom: Double { min(row.top, isDrawn ? drawing.minY : .infinity) - room.body.minY }

    /// The size of the upright rectangle.
    var size: Size { Size(width: 150 * unit, height: 100 * unit) }

    static let ringInner = 102.0
    static let ringOuter = 114.0

    /// The space around the ring for its numbers, in pixels.
    static func numberRoom(_ measures: Measures) -> Double { measures.label * 1.8 }

    init(_ settings: ControlSettings, _ number: NumberSettings, in room: SceneRoom) {
        self.room = room
        isMoved = settings.movedByHands
        scale = ArmScale(number, range: .turn)
        originOnTheLeft = scale.originTurnedBack(number)
        let measures = room.measures
        let sliderHeight = max(measures.pixels(7), room.isTouched && isMoved ? measures.target : 0)
        let hasSlider = room.body.height >= sliderHeight + SceneRoom.line(measures.leastValue) + measures.pixels(16)
        let (free, box, line) = room.divided(settings, below: hasSlider ? sliderHeight : 0)
        // A gap separates the ring from the slider's area, at whose upper edge is the name of the ramp.
        let place = free.inset(bottom: hasSlider && free.height > 0 ? measures.innerGap / 2 : 0)
        (drawing, self.line) = (place, line)
        row = ValueRow(box, settings, room)
        isDrawn = place.height > 0
        let numbers = RotorLayout.numberRoom(measures)
        func breadth(_ numbers: Double) -> Double { min(place.width - 3.6 * numbers, place.height - 2 * numbers) }
        // Numbers are omitted if they would make the ring small.
        let shorter = min(place.width, place.height)
        hasNumbers = shorter >= measures.pixels(18) && breadth(numbers) >= 0.6 * shorter
        unit = max(0.02, breadth(hasNumbers ? numbers : 0) / 2 / RotorLayout.ringOuter)
        center = drawing.center
        guard hasSlider else {
            slider = nil
            return
        }
        let inset = measures.pixels(room.isTouched ? 1.8 : 0.4)
        let track = room.body.width - 2 * inset
        slider = SliderLayout(
            from: Point(x: room.body.midX - track / 2, y: room.body.maxY - measures.pixels(1.8)), length: track,
            area: Rect(
                x: room.body.minX, y: room.body.maxY - sliderHeight, width: room.body.width, height: sliderHeight),
            measures: measures, hasKnob: room.isTouched && isMoved)
    }

    /// Maps the upright rectangle to the turned one.
    func transform(at angle: Angle) -> AffineTransform { .rotation(by: angle, about: center) }

    /// The point at this angle, clockwise from the top, and this distance from the centre.
    func place(at angle: Angle, distance: Double) -> Point {
        Point(x: center.x + distance * angle.sine, y: center.y - distance * angle.cosine)
    }

    /// A finger can turn the rectangle from anywhere in the cell. If a configured ramp moves the control, the rectangle
    /// is the ramp's button.
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] {
        guard isMoved else { return [] }
        // An arm's angle is counted from the left, the rectangle's angle from the top.
        let arm = TouchKind.arm(
            control: control, vertex: center, ignoredRadius: 20 * unit, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: originOnTheLeft)
        let ramp = state.pictureSettings.ramp(of: control)
        var targets = [TouchTarget(arm, area: room.cell)]
        if let ramp {
            let side = max(size.width, measures.target)
            targets.append(
                TouchTarget(
                    .rampButton(ramp: ramp), area: Rect(center: center, size: Size(width: side, height: side))))
        }
        if let slider {
            targets.append(
                TouchTarget(.slider(control: control, ramp: ramp, length: slider.length), area: slider.area))
        }
        return targets + row.targets(of: control)
    }
}

/// A horizontal track with a handle (`knob`), which a finger drags.
struct SliderLayout: Equatable, Sendable {
    let from: Point
    let length: Double
    /// The slider's touch area.
    let area: Rect
    let measures: Measures
    /// Whether a finger can move the slider. Otherwise the slider is a bar without a handle.
    let hasKnob: Bool

    func knob(at fraction: Double) -> Point {
        Point(x: from.x + length * min(max(fraction, 0), 1), y: from.y)
    }

    var handle: Size { Size(width: measures.pixels(3.2), height: measures.pixels(4.6)) }
    var handleRadius: Double { measures.pixels(0.8) }
    var trackWidth: Double { measures.pixels(0.8) }
}
