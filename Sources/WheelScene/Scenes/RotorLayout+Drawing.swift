import WheelCanvas
import WheelCore
import WheelModel

extension RotorLayout {
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        drawRing(figure, texts, into: &sketch)
        row.drawSteppers(isLocked: figure.isLocked, measures, into: &sketch)
        guard let slider else { return }
        slider.drawTrack(into: &sketch)
        guard let name = figure.rampName else { return }
        let start = Point(x: slider.area.minX, y: slider.area.minY + measures.pixels(2.6))
        let shown = texts.label.shortened(name, to: slider.area.width)
        sketch.add(shown, texts.label, at: start, sketch.theme.secondary)
    }

    private func drawRing(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard isDrawn else { return }
        let (inner, outer) = (RotorLayout.ringInner * unit, RotorLayout.ringOuter * unit)
        let ticks = ArcTicks(from: .zero, to: .turn, pixelsPerTurn: 2 * .pi * outer)
        ticks.forEach { angle, isMajor in
            sketch.line(
                from: place(at: angle, distance: isMajor ? inner : (inner + outer) / 2 - 1 * unit),
                to: place(at: angle, distance: outer), width: isMajor ? measures.stroke : measures.hairline,
                sketch.theme.outline)
        }
        drawNumbers(figure, texts, into: &sketch)
    }

    /// Draws the directions of a compass, or the degrees of an angle.
    private func drawNumbers(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        let font = texts.label
        let distance = RotorLayout.ringOuter * unit + RotorLayout.numberRoom(measures) * 0.55
        let hasCompass = figure.settings.appearance.hasCompass
        guard hasNumbers, hasCompass || figure.settings.number?.unit == "°" else { return }
        let directions = hasCompass ? ["N", "E", "S", "W"] : ["0", "90", "180", "270"]
        for (number, text) in directions.enumerated() {
            let middle = place(at: .degrees(Double(number) * 90), distance: distance)
            let outwards = number % 2 == 0 ? 0 : max(0, font.width(of: text) / 2 - font.capHeight / 2)
            let place = Point(
                x: middle.x + (number == 1 ? outwards : -outwards), y: middle.y + font.capHeight / 2)
            sketch.add(text, font, at: place, alignment: .middle, sketch.theme.secondary)
        }
    }

    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        slider?.draw(figure.sliderFraction, figure.valueColor(sketch.theme), into: &sketch)
        guard isDrawn else { return }
        let theme = sketch.theme
        let transform = transform(at: scale.angle(figure.pose))
        let color = figure.valueColor(theme)
        drawPlate(color, under: transform, into: &sketch)
        drawTurns(figure.state.rotations, texts.label, into: &sketch)
    }

    /// Draws the rectangle with a rim, and a pointer from it to the ring. An arrow marks the rectangle's upper edge.
    /// Only the parts that show the angle have the accent colour, because the rectangle is larger than the text of the
    /// value and must not distract from it.
    private func drawPlate(_ color: Color, under transform: AffineTransform, into sketch: inout Sketch) {
        let (theme, plate) = (sketch.theme, Rect(center: center, size: size))
        let tip = Point(x: center.x, y: center.y - (RotorLayout.ringInner - 5) * unit)
        sketch.add(
            .capsule(from: Point(x: center.x, y: plate.minY), to: tip, width: max(2, 6 * unit)), color,
            under: transform)
        let rim = max(theme.isMono ? 1 : 1.5, 4 * unit)
        sketch.plate(plate, radius: 10 * unit, theme.raised, edge: rim, color, under: transform)
        let arrow = [(0.0, -50.0), (12, -8), (-12, -8)].map { across, down in
            Point(x: center.x + across * unit, y: center.y + down * unit)
        }
        sketch.add(polygon: arrow, color, under: transform)
    }

    /// Draws the number of whole turns in the upper left corner of the drawing.
    private func drawTurns(_ turns: Int, _ font: Font, into sketch: inout Sketch) {
        guard turns != 0, drawing.height > font.capHeight * 6 else { return }
        let text = "\(turns) \(turns.magnitude == 1 ? "turn" : "turns")".withMinus
        sketch.add(text, font, at: Point(x: drawing.minX, y: drawing.minY + font.capHeight), sketch.theme.secondary)
    }
}

extension Figure {
    /// The slider's place, 0…1: the elapsed fraction of the ramp's time, or 0 while the configured ramp has not
    /// started. Without a ramp, the slider shows the position of the value in its range.
    var sliderFraction: Double {
        if let fraction = state.rampFraction { return fraction }
        if rampName != nil { return 0 }
        return pose.position?.inFirstTurn(wraps: settings.number?.wraps ?? false) ?? 0
    }
}

extension SliderLayout {
    func drawTrack(into sketch: inout Sketch) {
        sketch.line(from: knob(at: 0), to: knob(at: 1), width: trackWidth, sketch.theme.outline)
    }

    func draw(_ fraction: Double, _ color: Color, into sketch: inout Sketch) {
        // An empty bar is not drawn, because its round end would look like a small value.
        if fraction > 0 { sketch.line(from: knob(at: 0), to: knob(at: fraction), width: trackWidth, color) }
        guard hasKnob else { return }
        let theme = sketch.theme
        let cap = Rect(center: knob(at: fraction), size: handle)
        // A gap separates the handle from the track.
        let gap = measures.stroke
        sketch.fill(cap.inset(by: -gap), radius: handleRadius + gap, theme.cell)
        sketch.fill(cap, radius: handleRadius, theme.text)
        let groove = Size(width: measures.stroke, height: handle.height * 0.5)
        sketch.fill(Rect(center: cap.center, size: groove), theme.cell)
    }
}
