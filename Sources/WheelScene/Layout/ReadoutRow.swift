import WheelCanvas
import WheelGeometry
import WheelModel

/// The place of a value, with − and + beside it.
struct ReadoutRow: Equatable, Sendable {
    let value: Rect
    /// The discs for − and +; `nil` if hands may not move the control.
    let down: Rect?
    let up: Rect?

    /// Places − at the left end of `row`, + at its right end and the value between them.
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

    /// Places the value in a row of its own, and − and + at the left and right ends of `beside`, vertically centred.
    init(value: Rect, beside: Rect, hasStepper: Bool, button: Double) {
        self.value = value
        let row = Rect(x: beside.minX, y: beside.midY - button / 2, width: beside.width, height: button)
        let ends = ReadoutRow(row, hasStepper: hasStepper, button: button)
        (down, up) = (ends.down, ends.up)
    }

    /// Draws − and +, or padlocks in their places while the panel is locked.
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
        sketch.add(.disc(center: center, radius: radius), sketch.theme.raised)
        let across = Vector(dx: arm, dy: 0)
        sketch.line(from: center - across, to: center + across, width: width, sketch.theme.text)
        guard isPlus else { return }
        let upright = Vector(dx: 0, dy: arm)
        sketch.line(from: center - upright, to: center + upright, width: width, sketch.theme.text)
    }

    /// The touch areas of − and +, which are a little larger than the discs.
    func targets(of control: Int) -> [TouchTarget] {
        var targets: [TouchTarget] = []
        if let down { targets.append(target(down, .down, control)) }
        if let up { targets.append(target(up, .up, control)) }
        return targets
    }

    private func target(_ rect: Rect, _ direction: StepDirection, _ control: Int) -> TouchTarget {
        // On a 5 inch display with 800 × 480 pixels, 56 pixels are as wide as a fingertip.
        let margin = min(max(rect.width * 0.15, (56 - rect.width) / 2), rect.width * 0.3)
        return TouchTarget(.stepper(control: control, direction), area: rect.inset(by: -margin))
    }
}
