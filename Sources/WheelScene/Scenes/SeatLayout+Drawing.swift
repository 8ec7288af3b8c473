import WheelCanvas
import WheelGeometry
import WheelModel

extension SeatLayout {
    /// Draws all seats, the chosen ones in the accent colour, and the outlines that are complete.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        let zoom = figure.chart.lengthening
        guard showsSeats(zoom: zoom) else { return drawBlocks(figure, into: &sketch) }
        let theme = sketch.theme
        for (position, seat) in chart.seats.enumerated() {
            let isChosen = figure.isChosen(position)
            let transform = seat.transform.then(figure.chart)
            for part in chart.shape.parts {
                sketch.fill(
                    part, radius: chart.shape.radius(of: part), isChosen ? theme.accent : theme.seat, under: transform,
                    through: window)
            }
        }
        if figure.outline >= 1 { drawOutlines(figure, into: &sketch) }
        texts.captions?.draw(figure, in: self, zoom: zoom, into: &sketch)
    }

    /// Draws the cursor's outline and the outlines that are not complete.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard showsSeats(zoom: figure.chart.lengthening) else { return }
        if figure.outline < 1 { drawOutlines(figure, into: &sketch) }
        guard figure.settings.kind == .selection, chart.seats.indices.contains(Int(figure.state.number)) else { return }
        drawOutline(
            of: Int(figure.state.number), distance: SeatLayout.cursorDistance, share: 1, figure, into: &sketch,
            sketch.theme.text)
    }

    static let outlineDistance = 0.09
    static let cursorDistance = 0.19

    /// In a selection, each chosen position has an outline.
    private func drawOutlines(_ figure: Figure, into sketch: inout Sketch) {
        guard figure.settings.kind == .selection else { return }
        let color = sketch.theme.accent
        for position in chart.seats.indices where figure.isChosen(position) {
            drawOutline(
                of: position, distance: SeatLayout.outlineDistance, share: figure.outline, figure, into: &sketch, color)
        }
    }

    private func drawOutline(
        of position: Int, distance: Double, share: Double, _ figure: Figure, into sketch: inout Sketch, _ color: Color
    ) {
        let width = chart.shape.size.width
        let zoom = figure.chart.lengthening
        guard width * zoom > 10 else { return }
        let rect = chart.shape.bounds.inset(by: -distance * width)
        let transform = chart.seats[position].transform.then(figure.chart)
        guard window.contains(transform.bounds(of: rect)) else { return }
        OutlinePath(rect, radius: width * (0.12 + distance)).draw(
            to: share, width: max(1.5 / zoom, width * 0.045), into: &sketch, color, under: transform)
    }

    // MARK: Blocks.

    private func drawBlocks(_ figure: Figure, into sketch: inout Sketch) {
        var chosen = [Int](repeating: 0, count: chart.blocks.count)
        var all = chosen
        for (position, seat) in chart.seats.enumerated() {
            all[seat.block] += 1
            if figure.isChosen(position) { chosen[seat.block] += 1 }
        }
        for (number, block) in chart.blocks.enumerated() where all[number] > 0 {
            let share = Double(chosen[number]) / Double(all[number])
            let color =
                share > 0
                ? sketch.theme.seat.mixed(with: sketch.theme.accent, fraction: 0.35 + 0.65 * share) : sketch.theme.seat
            draw(block, figure.chart, color, into: &sketch)
        }
    }

    private func draw(_ block: SeatBlock, _ view: AffineTransform, _ color: Color, into sketch: inout Sketch) {
        switch block.form {
        case .rectangle:
            sketch.fill(
                block.bounds, radius: min(block.bounds.width, block.bounds.height) * 0.12, color, under: view,
                through: window)
        case .sector(let center, let innermost, let outermost, let from, let to):
            // The gap between rings is at least 1.5 pixels on the screen.
            let gap = chart.reach.height * SeatChart.aisle / 2
            let cut = max(0, 1.5 / view.lengthening - gap) / 2
            let (inner, outer) = (innermost + cut, outermost - cut)
            // The canvas counts angles from the right, sectors from the top.
            let (first, last) = (from - .degrees(90), to - .degrees(90))
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
        settings.kind == .choice ? Int(state.number) == position : state.selected.contains(position)
    }
}

extension AffineTransform {
    /// The factor by which lengths grow, for a transform that scales all directions alike.
    var lengthening: Double { (a * d - b * c).magnitude.squareRoot() }
}
