import WheelCanvas
import WheelCore
import WheelModel

/// The chooser with its fonts.
struct ChooserView {
    let control: Int
    let layout: ChooserLayout
    private let label: Font
    private let title: Font
    private let regular: Font
    private let bold: Font

    init?(_ pictureSettings: PictureSettings, _ control: Int, picture: Size, _ measures: Measures, typeface: Typeface) {
        let settings = pictureSettings.settings.controls[control]
        guard let positions = settings.positions else { return nil }
        self.control = control
        layout = ChooserLayout(settings, positions, picture: picture, measures)
        label = typeface.font(capital: measures.label)
        title = typeface.font(capital: measures.chip)
        let room = layout.chip(0, offset: 0).width - 2 * layout.size.padding - layout.numberWidth
        let capital = Chip.capital(
            for: positions.positions.map(\.label), in: room, upTo: measures.chip, least: measures.label, typeface)
        regular = typeface.font(capital: capital)
        bold = typeface.font(capital: capital, weight: .bold)
    }

    /// Draws the rows at `offset`, and then the title over the rows that have scrolled behind it.
    func draw(_ figure: Figure, offset: Double, picture: Size, into sketch: inout Sketch) {
        guard let positions = figure.settings.positions, !positions.positions.isEmpty else { return }
        let (theme, rows) = (sketch.theme, layout.rows)
        let first = max(0, Int(offset.rounded(.down))) * rows.columns
        let last = min(rows.count, Int((offset + rows.visibleRows).rounded(.up)) * rows.columns)
        let shown = first..<max(first, last)
        // All chips are first drawn as if their positions were free. Chips that are chosen, applied or pending are then
        // drawn over these. So a step of the value does not change the order of the other chips in the display list,
        // and they are not drawn again.
        for position in shown { draw(chip(position, offset, figure, positions).whileFree, position, into: &sketch) }
        for position in shown {
            let chip = chip(position, offset, figure, positions)
            if chip.isBold { draw(chip, position, into: &sketch) }
        }
        let reached = Int(figure.state.number)
        if figure.settings.kind == .selection, shown.contains(reached) {
            chip(reached, offset, figure, positions).drawCursor(layout.measures, into: &sketch)
        }
        sketch.fill(
            Rect(x: 0, y: 0, width: picture.width, height: layout.window.minY - layout.measures.gap / 2), theme.ground)
        drawTitle(figure, positions, into: &sketch)
        drawClose(into: &sketch)
        layout.bar.draw(offset: offset, into: &sketch)
    }

    private func chip(_ position: Int, _ offset: Double, _ figure: Figure, _ positions: PositionSettings) -> Chip {
        Chip(
            rect: layout.chip(position, offset: offset), word: positions.positions[position].label, look: .touchable,
            mark: figure.mark(position, positions), isPending: figure.isPending(position))
    }

    private func draw(_ chip: Chip, _ position: Int, into sketch: inout Sketch) {
        let theme = sketch.theme
        let (measures, padding) = (layout.measures, layout.size.padding)
        chip.drawPlate(measures, on: theme.cell, into: &sketch)
        let room = chip.rect.width - 2 * padding - layout.numberWidth
        let font = chip.isBold ? bold : regular
        guard layout.numberWidth > 0 else { return chip.drawWord(font, padding: padding, into: &sketch) }
        let baseline = chip.rect.midY + title.capHeight / 2
        let color = chip.mark.isFilled ? chip.wordColor(theme) : theme.secondary
        sketch.add("\(position + 1)", label, at: Point(x: chip.rect.minX + padding, y: baseline), color)
        sketch.add(
            font.shortened(chip.word, to: room), font,
            at: Point(x: chip.rect.minX + padding + layout.numberWidth, y: baseline), chip.wordColor(theme))
    }

    private func drawTitle(_ figure: Figure, _ positions: PositionSettings, into sketch: inout Sketch) {
        let theme = sketch.theme
        let place = layout.title
        let numbers = "\(figure.state.chosen(figure.settings.kind)) of \(positions.positions.count)"
        // A narrow title has no count, so that some letters of the label fit.
        let isWide = label.width(of: numbers) + title.capHeight * 5 <= place.width
        let count = isWide ? numbers : ""
        let width = label.width(of: count)
        sketch.add(
            count, label, at: Point(x: place.maxX, y: place.midY + title.capHeight / 2), alignment: .end,
            theme.secondary)
        let shown = title.shortened(figure.settings.label, to: place.width - width - title.capHeight)
        sketch.add(shown, title, at: Point(x: place.minX, y: place.midY + title.capHeight / 2), theme.text)
    }

    private func drawClose(into sketch: inout Sketch) {
        let (measures, theme) = (layout.measures, sketch.theme)
        Chip(rect: layout.close, word: "", look: .touchable).drawPlate(measures, on: theme.cell, into: &sketch)
        let capital = measures.chip
        let width = Icon.close.width(capital: capital)
        Icon.close.draw(
            x: layout.close.midX - width / 2, baseline: layout.close.midY + capital / 2, capital: capital,
            into: &sketch, theme.text)
    }
}
