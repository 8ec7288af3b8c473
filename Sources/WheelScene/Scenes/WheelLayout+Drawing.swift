import WheelCanvas
import WheelGeometry
import WheelModel

extension WheelLayout {
    /// The bars are at most a quarter of the frame's breadth, so that they stay apart.
    var levelWidth: Double { min(4, (isVertical ? frame.width : frame.height) / 4) }

    /// Draws the body of the wheel, its frame and the buttons.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        let theme = sketch.theme
        drawBody(into: &sketch)
        sketch.frame(frame, width: 1, theme.secondary)
        readout.drawSteppers(isLocked: figure.isLocked, into: &sketch)
    }

    /// The body is lighter in the middle. Each shade is one strip.
    private func drawBody(into sketch: inout Sketch) {
        let inside = frame.inset(by: 1)
        let length = Int(isVertical ? inside.height : inside.width)
        func color(_ place: Int) -> Color {
            let across = (Double(place) + 0.5) / Double(length) * 2 - 1
            return sketch.theme.cell.mixed(with: sketch.theme.raised, fraction: (1 - across * across) * 0.9)
        }
        var start = 0
        while start < length {
            let shade = color(start)
            var end = start + 1
            while end < length, color(end) == shade { end += 1 }
            let from = (isVertical ? inside.minY : inside.minX) + Double(start)
            sketch.fill(strip(of: inside, from: from, length: Double(end - start)), shade)
            start = end
        }
    }

    /// Draws the lines, and the level bars over their ends.
    func drawMoving(_ figure: Figure, into sketch: inout Sketch) {
        guard let number = figure.settings.number else { return }
        let theme = sketch.theme
        let speed = figure.settings.speeds[figure.state.speed]
        let phase = WheelLayout.phase(
            position: figure.pose.position, value: figure.pose.value, scale: figure.state.scale,
            amountPerTurn: figure.state.amountPerTurn, rangeTurns: number.rangeTurns)
        let inside = frame.inset(by: 1)
        for place in lines(phase: phase, density: speed.density) {
            let across =
                isVertical
                ? (place - frame.minY) / frame.height * 2 - 1 : (place - frame.minX) / frame.width * 2 - 1
            let light = max(0, 1 - across * across).squareRoot()
            let color = theme.secondary.mixed(with: theme.text, fraction: light)
            let line = strip(of: inside, from: place - speed.lineWidth / 2, length: speed.lineWidth)
            // Lines do not cover the frame.
            sketch.fill(line.intersection(inside), color)
        }
        guard let position = figure.pose.position else { return }
        let end = levelEnd(at: position.inFirstTurn(wraps: number.wraps))
        for edge in [0.0, 1.0] {
            let across = isVertical ? frame.minX + frame.width * edge : frame.minY + frame.height * edge
            sketch.line(
                from: point(levelEnd(at: 0), across), to: point(end, across), width: levelWidth, theme.accent)
        }
    }

    /// The part of a rectangle from a place on along the wheel's turn.
    private func strip(of rect: Rect, from start: Double, length: Double) -> Rect {
        isVertical
            ? Rect(x: rect.minX, y: start, width: rect.width, height: length)
            : Rect(x: start, y: rect.minY, width: length, height: rect.height)
    }

    private func point(_ along: Double, _ across: Double) -> Point {
        isVertical ? Point(x: across, y: along) : Point(x: along, y: across)
    }
}

extension Double {
    /// The position within the range, for a control that wraps.
    func inFirstTurn(wraps: Bool) -> Double {
        wraps ? self - rounded(.down) : self
    }
}
