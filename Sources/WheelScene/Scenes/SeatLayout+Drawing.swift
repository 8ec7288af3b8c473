import WheelCanvas
import WheelCore
import WheelModel

extension SeatLayout {
    func captions(_ settings: ControlSettings, _ typeface: Typeface) -> CaptionTexts? {
        settings.positions.map { CaptionTexts($0, self, typeface: typeface) }
    }

    /// Draws all seats as if none were chosen. The layer is kept while the value changes, so that a step of the value
    /// does not draw the hundreds of seats of a large chart again.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        let zoom = figure.chart.lengthening
        guard showsSeats(zoom: zoom) else { return drawBlocks(figure, into: &sketch) }
        for seat in chart.seats { draw(seat, chosen: nil, figure, zoom, into: &sketch) }
        texts.captions?.drawInside(figure, in: self, zoom, chosen: false, into: &sketch)
    }

    /// Draws the chosen seats over the seats of the layer, then the outlines, the labels and the cursor.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        let zoom = figure.chart.lengthening
        guard showsSeats(zoom: zoom) else { return drawChosenBlocks(figure, into: &sketch) }
        for (position, seat) in chart.seats.enumerated() where figure.isChosen(position) {
            let color = chosenColor(ofOff: figure.isOff(position), zoom, sketch.theme)
            draw(seat, chosen: color, figure, zoom, into: &sketch)
        }
        drawOutlines(figure, into: &sketch)
        texts.captions?.drawInside(figure, in: self, zoom, chosen: true, into: &sketch)
        texts.captions?.drawBeside(figure, zoom, into: &sketch)
        guard figure.settings.kind == .selection, chart.seats.indices.contains(Int(figure.state.number)) else { return }
        drawOutline(
            of: Int(figure.state.number), distance: SeatLayout.cursorDistance, share: 1, figure, into: &sketch,
            sketch.theme.text)
    }

    /// The colour of a chosen seat. A chosen seat whose position means "off" is no more conspicuous than a free seat,
    /// and its outline shows that it is chosen. If seats are too small for outlines, this chosen seat has more contrast
    /// than a free seat instead.
    private func chosenColor(ofOff isOff: Bool, _ zoom: Double, _ theme: Theme) -> Color {
        guard isOff else { return theme.accent }
        return hasOutlines(zoom) ? theme.off : theme.secondary
    }

    /// `color` is the colour of a chosen seat; `nil` if the seat is free.
    private func draw(
        _ seat: Seat, chosen color: Color?, _ figure: Figure, _ zoom: Double, into sketch: inout Sketch
    ) {
        let theme = sketch.theme
        let transform = seat.transform.then(figure.chart)
        guard !theme.isMono else {
            return drawTwoColoured(isChosen: color != nil, zoom: zoom, transform, into: &sketch)
        }
        for part in chart.shape.parts {
            let radius = chart.shape.radius(of: part)
            sketch.fill(
                part, radius: radius, color ?? theme.seat, under: transform, through: window)
            // A label on the colour of a free seat would have too little contrast. So in the squab, which carries the
            // label, only the edge has this colour.
            guard color == nil, captions == .inside, part == chart.shape.squab else { continue }
            let line = 2 / zoom
            sketch.fill(
                part.inset(by: line), radius: max(0, radius - line), theme.raised, under: transform, through: window)
        }
    }

    /// In two colours a chosen seat is filled, and a free seat is one frame, because a frame around each of its three
    /// parts would be too small. Free seats that are too small even for one frame are dots.
    private func drawTwoColoured(
        isChosen: Bool, zoom: Double, _ transform: AffineTransform, into sketch: inout Sketch
    ) {
        let (seat, line) = (chart.shape.bounds, 1.2 / zoom)
        let radius = seat.width * 0.12
        guard isChosen || seat.width * zoom >= SeatLayout.leastFrame else {
            let dot = Rect(center: seat.center, size: Size(width: 2 / zoom, height: 2 / zoom))
            return sketch.fill(dot, radius: 0, sketch.theme.accent, under: transform, through: window)
        }
        sketch.fill(seat, radius: radius, sketch.theme.accent, under: transform, through: window)
        guard !isChosen else { return }
        sketch.fill(
            seat.inset(by: line), radius: max(0, radius - line), sketch.theme.cell, under: transform, through: window)
    }

    /// The minimum width of a seat that is drawn as a frame, in pixels. A smaller frame looks like a filled seat.
    private static let leastFrame = 7.0

    static let outlineDistance = 0.09
    static let cursorDistance = 0.19

    /// Draws the outlines of a selection's chosen positions, or of a choice's chosen position that means "off". In two
    /// colours no outlines are needed, because only chosen seats are filled.
    private func drawOutlines(_ figure: Figure, into sketch: inout Sketch) {
        let theme = sketch.theme
        guard !theme.isMono else { return }
        for position in chart.seats.indices where figure.isChosen(position) {
            let isOff = figure.isOff(position)
            guard figure.settings.kind == .selection || isOff else { continue }
            drawOutline(
                of: position, distance: SeatLayout.outlineDistance, share: figure.outline, figure, into: &sketch,
                isOff ? theme.secondary : theme.accent)
        }
    }

    private func hasOutlines(_ zoom: Double) -> Bool { chart.shape.size.width * zoom > 10 }

    private func drawOutline(
        of position: Int, distance: Double, share: Double, _ figure: Figure, into sketch: inout Sketch, _ color: Color
    ) {
        let width = chart.shape.size.width
        let zoom = figure.chart.lengthening
        guard hasOutlines(zoom) else { return }
        let rect = chart.shape.bounds.inset(by: -distance * width)
        let transform = chart.seats[position].transform.then(figure.chart)
        guard window.contains(transform.bounds(of: rect)) else { return }
        OutlinePath(rect, radius: width * (0.12 + distance)).draw(
            to: share, width: max(1.5 / zoom, width * 0.045), into: &sketch, color, under: transform)
    }

    // MARK: Blocks.

    /// Draws the blocks as if no seat were chosen.
    private func drawBlocks(_ figure: Figure, into sketch: inout Sketch) {
        for block in chart.blocks {
            draw(block, figure.chart, sketch.theme.seat, into: &sketch)
            // In two colours a block without a chosen seat is a frame.
            guard sketch.theme.isMono else { continue }
            draw(block, figure.chart, line: 1.2 / figure.chart.lengthening, sketch.theme.cell, into: &sketch)
        }
    }

    /// Draws the blocks that contain chosen seats. The more seats of a block are chosen, the closer is its colour to
    /// the colour `full`.
    private func drawChosenBlocks(_ figure: Figure, into sketch: inout Sketch) {
        let isOff = figure.settings.kind == .choice && figure.isOff(Int(figure.state.number))
        let full = isOff ? sketch.theme.secondary : sketch.theme.accent
        var chosen = [Int](repeating: 0, count: chart.blocks.count)
        var all = chosen
        for (position, seat) in chart.seats.enumerated() {
            all[seat.block] += 1
            if figure.isChosen(position) { chosen[seat.block] += 1 }
        }
        for (number, block) in chart.blocks.enumerated() where chosen[number] > 0 {
            let share = Double(chosen[number]) / Double(all[number])
            let color = sketch.theme.seat.mixed(with: full, fraction: 0.35 + 0.65 * share)
            draw(block, figure.chart, color, into: &sketch)
        }
    }

    /// Draws a block, smaller by `line` on each side.
    private func draw(
        _ block: SeatBlock, _ view: AffineTransform, line: Double = 0, _ color: Color, into sketch: inout Sketch
    ) {
        switch block.form {
        case .rectangle:
            let rect = block.bounds.inset(by: line)
            sketch.fill(
                rect, radius: min(rect.width, rect.height) * 0.12, color, under: view, through: window)
        case .sector(let center, let innermost, let outermost, let from, let to):
            // The gap between blocks of neighbouring rings is at least 1.5 pixels on the screen.
            let gap = chart.reach.height * SeatChart.aisle / 2
            let cut = max(0, 1.5 / view.lengthening - gap) / 2
            let (inner, outer) = (innermost + cut + line, outermost - cut - line)
            guard inner < outer else { return }
            // The canvas measures angles from the right; the angles of a sector are measured from the top.
            let end = Angle(turns: line / (max(inner, line) * 2 * .pi))
            let (first, last) = (from + end - .degrees(90), to - end - .degrees(90))
            guard !window.contains(view.bounds(of: block.bounds)) else {
                sketch.add(
                    .ringSector(center: center, inner: inner, outer: outer, from: first, to: last), color, under: view)
                return
            }
            let slices = max(1, Int((last - first).degrees / 5))
            for slice in 0..<slices {
                let ends = [slice, slice + 1].map {
                    first.interpolated(to: last, fraction: Double($0) / Double(slices))
                }
                func place(_ angle: Angle, _ radius: Double) -> Point {
                    view.apply(
                        to: Point(x: center.x + radius * angle.cosine, y: center.y + radius * angle.sine))
                }
                sketch.add(
                    polygon: [
                        place(ends[0], inner), place(ends[0], outer), place(ends[1], outer), place(ends[1], inner),
                    ], color, within: window)
            }
        }
    }
}

extension Figure {
    func isChosen(_ position: Int) -> Bool {
        guard state.hasValue else { return false }
        return settings.kind == .choice ? Int(state.number) == position : state.selected.contains(position)
    }

    func isOff(_ position: Int) -> Bool { settings.positions?.off == position }
}

extension AffineTransform {
    /// The factor by which lengths grow, for a transform that scales all directions alike.
    var lengthening: Double { (a * d - b * c).magnitude.squareRoot() }
}
