import WheelCanvas
import WheelGeometry
import WheelModel

/// A value between − and +.
struct ReadoutRow: Equatable, Sendable {
    let value: Rect
    /// Discs to press; `nil` where hands have no say.
    let down: Rect?
    let up: Rect?

    /// − at the left end of `row`, + at its right end, the value between them.
    init(_ row: Rect, hasStepper: Bool, button: Double) {
        guard hasStepper else {
            (value, down, up) = (row, nil, nil)
            return
        }
        let size = Size(width: button, height: button)
        down = Rect(center: Point(x: row.minX + button / 2, y: row.midY), size: size)
        up = Rect(center: Point(x: row.maxX - button / 2, y: row.midY), size: size)
        value = row.inset(left: button * 1.2, right: button * 1.2)
    }

    /// The value in a row of its own, − and + at the left and right ends of what lies `beside` the drawing.
    init(value: Rect, beside: Rect, hasStepper: Bool, button: Double) {
        self.value = value
        let row = Rect(x: beside.minX, y: beside.midY - button / 2, width: beside.width, height: button)
        let ends = ReadoutRow(row, hasStepper: hasStepper, button: button)
        (down, up) = (ends.down, ends.up)
    }

    /// − and +; while hands are locked out, padlocks in their places.
    func drawSteppers(isLocked: Bool, into sketch: inout Sketch) {
        for (rect, isPlus) in [(down, false), (up, true)] {
            guard let rect else { continue }
            if isLocked { drawPadlock(rect, into: &sketch) } else { drawButton(rect, isPlus: isPlus, into: &sketch) }
        }
    }

    private func drawPadlock(_ rect: Rect, into sketch: inout Sketch) {
        let (size, color) = (rect.width * 0.2, sketch.theme.secondary)
        let (center, width) = (rect.center, max(1, size * 0.24))
        sketch.fill(
            Rect(x: center.x - size, y: center.y - size * 0.2, width: 2 * size, height: size * 1.5),
            radius: size * 0.25, color)
        let bow = Point(x: center.x, y: center.y - size * 0.55)
        let radius = size * 0.62
        sketch.add(
            .ringSector(
                center: bow, inner: radius - width / 2, outer: radius + width / 2, from: .degrees(180), to: .turn),
            color)
        for side in [-radius, radius] {
            sketch.line(
                from: Point(x: bow.x + side, y: bow.y), to: Point(x: bow.x + side, y: center.y), width: width, color)
        }
    }

    private func drawButton(_ rect: Rect, isPlus: Bool, into sketch: inout Sketch) {
        let radius = rect.width / 2
        let (center, arm, width) = (rect.center, radius * 0.42, max(1, radius * 0.14))
        sketch.add(.disc(center: center, radius: radius), sketch.theme.surface)
        let across = Vector(dx: arm, dy: 0)
        sketch.line(from: center - across, to: center + across, width: width, sketch.theme.foreground)
        guard isPlus else { return }
        let upright = Vector(dx: 0, dy: arm)
        sketch.line(from: center - upright, to: center + upright, width: width, sketch.theme.foreground)
    }

    /// Where fingers find − and +: a little more than is seen.
    func targets(of control: Int) -> [TouchTarget] {
        var targets: [TouchTarget] = []
        if let down { targets.append(target(down, .down, control)) }
        if let up { targets.append(target(up, .up, control)) }
        return targets
    }

    private func target(_ rect: Rect, _ direction: StepDirection, _ control: Int) -> TouchTarget {
        // A fingertip is as wide as 56 pixels of a display of 800 × 480 that is 5 inches across.
        let margin = min(max(rect.width * 0.15, (56 - rect.width) / 2), rect.width * 0.3)
        return TouchTarget(.stepper(control: control, direction), area: rect.inset(by: -margin))
    }
}
