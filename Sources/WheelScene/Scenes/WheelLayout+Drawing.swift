import WheelCanvas
import WheelCore
import WheelModel

extension WheelLayout {
    /// The breadth of a level bar. Each of a wheel's two bars is centred on an edge of the frame, and has at most a
    /// quarter of the frame's breadth, so that at least three quarters of the frame stay free.
    var levelWidth: Double {
        isBar ? frame.height : min(measures.whole(0.55), (isVertical ? frame.width : frame.height) / 4)
    }

    /// Draws the body of the wheel, its frame and the steppers.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        let theme = sketch.theme
        defer { drawEnd(figure, into: &sketch) }
        row.drawSteppers(isLocked: figure.isLocked, measures, into: &sketch)
        guard !isBar else {
            if theme.isMono {
                sketch.frame(frame, width: 1, theme.outline)
            } else {
                sketch.fill(frame, radius: frame.height / 2, theme.raised)
            }
            return drawOrigin(into: &sketch)
        }
        if !theme.isMono { drawBody(into: &sketch) }
        sketch.frame(frame, width: measures.hairline, theme.outline)
        drawOrigin(into: &sketch)
    }

    /// Draws a mark in the text's colour at an origin inside the range. The mark crosses each level bar and extends
    /// beyond it. A mark across the whole wheel would look like one of the wheel's lines.
    private func drawOrigin(into sketch: inout Sketch) {
        guard hasOriginInside else { return }
        let beyond = measures.whole(isBar ? 0.4 : 0.5)
        let within = isBar ? frame.height / 2 : (levelWidth / 2).rounded(.up)
        let mark = strip(of: frame, from: levelStart - measures.stroke / 2, length: measures.stroke)
        for edge in [0.0, 1.0] {
            let across = isVertical ? frame.minX + frame.width * edge : frame.minY + frame.height * edge
            let (from, length) = (across - (edge == 0 ? beyond : within), beyond + within)
            sketch.fill(
                (isVertical
                    ? Rect(x: from, y: mark.minY, width: length, height: mark.height)
                    : Rect(x: mark.minX, y: from, width: mark.width, height: length)).onWholePixels, sketch.theme.text)
        }
    }

    /// Draws a bar across the end of the range that the value has reached.
    private func drawEnd(_ figure: Figure, into sketch: inout Sketch) {
        guard let mark = endMark(figure, sketch.theme) else { return }
        let look = figure.endBar(measures, sketch.theme)
        let beyond = measures.whole(isBar ? 0.55 : 0.4)
        let bar = isVertical ? mark.inset(left: -beyond, right: -beyond) : mark.inset(top: -beyond, bottom: -beyond)
        sketch.fill(bar.onWholePixels, radius: look.width / 2, look.color)
    }

    /// The part of the frame that the bar at the end of the range covers; `nil` if the value has not reached an end.
    private func endMark(_ figure: Figure, _ theme: Theme) -> Rect? {
        guard figure.state.hasValue, let limit = figure.state.limit else { return nil }
        let width = figure.endBar(measures, theme).width
        let place = levelEnd(at: limit == .most ? 1 : 0)
        let isAfter = (limit == .most) == isVertical
        return strip(of: frame, from: isAfter ? place : place - width, length: width)
    }

    /// Draws the wheel's body as strips of one shade each. The shades approach the colour `raised` towards the middle.
    private func drawBody(into sketch: inout Sketch) {
        let inside = frame.inset(by: measures.hairline)
        let length = Int(isVertical ? inside.height : inside.width)
        func color(_ place: Int) -> Color {
            let across = (Double(place) + 0.5) / Double(length) * 2 - 1
            return sketch.theme.cell.mixed(with: sketch.theme.raised, fraction: (1 - across * across) * 0.6)
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

    /// Draws the lines of the wheel and the level bars on two sides of its frame, or the bar that replaces the wheel.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard let number = figure.settings.number else { return }
        let theme = sketch.theme
        if !isBar { drawLines(figure, rangeTurns: number.rangeTurns, into: &sketch) }
        guard let position = figure.pose.position, figure.state.hasValue else { return }
        guard let level = level(at: position.inFirstTurn(wraps: number.wraps)) else { return }
        let length = level.upperBound - level.lowerBound
        guard !isBar else {
            let bar = strip(of: frame, from: level.lowerBound, length: length)
            sketch.fill(bar, radius: theme.isMono ? 0 : frame.height / 2, figure.valueColor(theme))
            return
        }
        // The round ends are part of a bar's length, so a bar that begins at an end of the frame does not extend beyond
        // the frame.
        let half = levelWidth / 2
        for across in isVertical ? [frame.minX, frame.maxX] : [frame.minY, frame.maxY] {
            let edge = Rect(x: across - half, y: across - half, width: levelWidth, height: levelWidth)
            sketch.fill(
                strip(of: edge, from: level.lowerBound, length: length), radius: min(levelWidth, length) / 2,
                figure.valueColor(theme))
        }
    }

    private func drawLines(_ figure: Figure, rangeTurns: Double, into sketch: inout Sketch) {
        let theme = sketch.theme
        let speed = figure.settings.speeds[figure.state.speed]
        func phase(_ pose: Pose) -> Angle {
            WheelLayout.phase(
                position: pose.position, value: pose.value, scale: figure.state.scale,
                amountPerTurn: figure.state.amountPerTurn, rangeTurns: rangeTurns)
        }
        let inside = frame.inset(by: measures.hairline)
        // Lines keep a distance to the level bars.
        let apart = levelWidth / 2 + measures.stroke
        let between =
            isVertical ? inside.inset(left: apart, right: apart) : inside.inset(top: apart, bottom: apart)
        let (width, density) = (lineWidth(of: speed), density(of: speed))
        // A smear needs shades, so in two colours the lines are always sharp.
        if let before = figure.before, !theme.isMono,
            let smear = WheelSmear(from: phase(before), to: phase(figure.pose), density: density)
        {
            return draw(smear, width: width, along: between, into: &sketch)
        }
        let end = endMark(figure, theme)
        for place in lines(phase: phase(figure.pose), density: density) {
            let across =
                isVertical
                ? (place - frame.minY) / frame.height * 2 - 1 : (place - frame.minX) / frame.width * 2 - 1
            let light = max(0, 1 - across * across).squareRoot()
            let color = theme.outline.mixed(with: theme.text, fraction: light)
            let line = strip(of: between, from: place - width / 2, length: width)
            // Lines cover neither the frame nor the bar at the end of the range.
            if let end, line.intersects(end) { continue }
            sketch.fill(line.intersection(inside), color)
        }
    }

    /// The strip of a rectangle that begins at `start`, a coordinate along the wheel, and has this length.
    func strip(of rect: Rect, from start: Double, length: Double) -> Rect {
        isVertical
            ? Rect(x: rect.minX, y: start, width: rect.width, height: length)
            : Rect(x: start, y: rect.minY, width: length, height: rect.height)
    }
}

extension Double {
    /// The position without its whole turns, at least 0 and below 1, if the control wraps; else the position itself.
    func inFirstTurn(wraps: Bool) -> Double {
        wraps ? self - rounded(.down) : self
    }
}
