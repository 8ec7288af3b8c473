import WheelCanvas
import WheelCore
import WheelModel

extension AngleLayout {
    /// Draws the ticks, their numbers and the steppers.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        row.drawSteppers(isLocked: figure.isLocked, measures, into: &sketch)
        guard isDrawn else { return }
        let ticks = ArcTicks(from: ends.lower, to: ends.upper, pixelsPerTurn: 2 * .pi * radius)
        ticks.forEach { angle, isMajor in
            let (inner, outer) = (radius + (isMajor ? 12 : 17) * unit, radius + (isMajor ? 28 : 24) * unit)
            sketch.line(
                from: place(at: angle, distance: inner), to: place(at: angle, distance: outer),
                width: isMajor ? measures.stroke : measures.hairline, sketch.theme.outline)
        }
        drawNumbers(figure, texts, into: &sketch)
    }

    /// Draws the values at the ticks, if the control is an angle in degrees.
    private func drawNumbers(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard hasNumbers, figure.settings.number?.unit == "°" else { return }
        let arc = Arc(from: ends.lower, to: ends.upper)
        let font = texts.label
        let distance = radius + 28 * unit + font.capHeight * 0.4
        for degrees in arc.numbers(radius: distance, pixels: font.capHeight) {
            let text = "\(Int(degrees))".withMinus
            let angle = Angle.degrees(degrees)
            // Numbers have the same distance from the ticks in all directions.
            let half = Vector(dx: font.width(of: text) / 2 * angle.cosine, dy: font.capHeight / 2 * angle.sine)
            let middle = place(at: angle, distance: distance + half.dx.magnitude + half.dy.magnitude)
            let place = Point(x: middle.x, y: middle.y + font.capHeight / 2)
            sketch.add(text, font, at: place, alignment: .middle, sketch.theme.secondary)
        }
    }

    /// Draws the wedge, and over it the baseline and the arm. While the value is being edited, a dot marks the arm's
    /// end.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard isDrawn else { return }
        let angle = scale.angle(figure.pose)
        let theme = sketch.theme
        // The baseline points to the left, which is 180° for the canvas.
        let (from, to) = angle < .zero ? (.degrees(180) + angle, .degrees(180)) : (.degrees(180), .degrees(180) + angle)
        sketch.add(
            .ringSector(center: vertex, inner: radius - 40 * unit, outer: radius - 20 * unit, from: from, to: to),
            figure.valueColor(theme))
        sketch.line(from: end(at: .zero), to: vertex, width: lineWidth, theme.text)
        sketch.line(from: vertex, to: end(at: angle), width: lineWidth, theme.text)
        if figure.state.isEditing {
            sketch.add(.disc(center: end(at: angle), radius: 10 * unit), theme.text)
        }
    }
}

extension Arc {
    /// The angles, in degrees, for numbers of this height: multiples of the smallest step that leaves enough distance
    /// between the numbers.
    fileprivate func numbers(radius: Double, pixels: Double) -> [Double] {
        let room = radius * .pi / 180
        guard let step = [15.0, 30, 45, 90, 180].first(where: { $0 * room >= pixels * 3.4 }) else { return [] }
        let (lower, upper) = (start.degrees, min(end.degrees, start.degrees + 359))
        let first = Int((lower / step - 1e-9).rounded(.up))
        let last = Int((upper / step + 1e-9).rounded(.down))
        guard first <= last, last - first < 64 else { return [] }
        return (first...last).map { Double($0) * step }
    }
}

/// Ticks along an arc, every 5°, or at larger steps if they would be less than 6 pixels apart.
struct ArcTicks {
    private let arc: Arc
    private let step: Double

    init(from lower: Angle, to upper: Angle, pixelsPerTurn: Double) {
        arc = Arc(from: lower, to: upper)
        step = [5, 10, 15, 30].first { pixelsPerTurn * $0 / 360 >= 6 } ?? 90
    }

    func forEach(_ body: (_ angle: Angle, _ isMajor: Bool) -> Void) {
        let major = step == 90 ? 1.0 : 3.0
        let (lower, upper) = (arc.start.degrees, arc.end.degrees)
        let first = (lower / step - 1e-9).rounded(.up)
        // The number of ticks in a turn limits the loop. An arc begins less than a turn from 0°, so the sum of an angle
        // and a step always differs from the angle, despite rounding.
        for count in 0..<Int(360 / step) {
            let number = first + Double(count)
            guard number * step <= upper + 1e-9, number * step - lower < 360 - 1e-9 else { return }
            body(.degrees(number * step), number.remainder(dividingBy: major) == 0)
        }
    }
}
