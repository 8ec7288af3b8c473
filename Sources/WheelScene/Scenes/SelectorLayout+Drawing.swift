import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

extension SelectorLayout {
    /// Draws segments and chips as if none were chosen.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard let positions = figure.settings.positions, !chips.isEmpty else { return }
        let capital = chipCapital(positions, texts)
        for (rect, position) in zip(chips, positions.positions) {
            let free = Chip(rect: rect, word: position.label, look: look(figure))
            drawChip(free, capital: capital, texts, into: &sketch)
        }
    }

    /// Draws the chips that are more than free above those of the layer.
    private func drawChosen(
        _ figure: Figure, _ positions: PositionSettings, _ texts: CellTexts, into sketch: inout Sketch
    ) {
        let told = chips.indices.map { chip($0, chips[$0], figure, positions) }.filter(\.isBold)
        guard !told.isEmpty else { return }
        let capital = chipCapital(positions, texts)
        for chip in told { drawChip(chip, capital: capital, texts, into: &sketch) }
    }

    private func chipCapital(_ positions: PositionSettings, _ texts: CellTexts) -> Double {
        Chip.capital(
            for: positions.positions.map(\.label), in: (chips.map(\.width).min() ?? 0) - 2 * size.padding,
            upTo: size.capital, least: measures.label, texts.typeface)
    }

    private func drawChip(_ chip: Chip, capital: Double, _ texts: CellTexts, into sketch: inout Sketch) {
        chip.drawPlate(measures, on: sketch.theme.cell, into: &sketch)
        let font = Chip.font(texts.typeface, capital: capital, isBold: chip.isBold)
        chip.drawWord(font, padding: size.padding, into: &sketch)
    }

    /// Draws chips that are chosen, a list, the word, and the frame of a cursor.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard let positions = figure.settings.positions, !positions.positions.isEmpty else { return }
        if let rows {
            drawList(rows, figure, positions, texts, into: &sketch)
        } else if form == .toggle {
            drawToggle(figure, positions, texts, into: &sketch)
        } else if chips.isEmpty {
            drawChosenWord(figure, positions, texts, into: &sketch)
        } else {
            drawChosen(figure, positions, texts, into: &sketch)
            let position = Int(figure.state.number)
            guard hasCursor, chips.indices.contains(position) else { return }
            chip(position, chips[position], figure, positions).drawCursor(measures, into: &sketch)
        }
    }

    func look(_ figure: Figure) -> Chip.Look { !isTouchable ? .still : figure.isLocked ? .locked : .touchable }

    private func chip(_ position: Int, _ rect: Rect, _ figure: Figure, _ positions: PositionSettings) -> Chip {
        Chip(
            rect: rect, word: positions.positions[position].label, look: look(figure),
            mark: figure.mark(position, positions), isPending: figure.isPending(position))
    }

    /// What stands beside the label: "3/12" where not all rows of a list are visible, and "—" where chips have no value.
    func count(_ figure: Figure) -> String? {
        guard form != .word, form != .toggle, let positions = figure.settings.positions else { return nil }
        if rows != nil { return figure.count(positions) }
        return figure.state.hasValue ? nil : "—"
    }

    // MARK: The list.

    private func drawList(
        _ rows: ChipRows, _ figure: Figure, _ positions: PositionSettings, _ texts: CellTexts,
        into sketch: inout Sketch
    ) {
        // Another display may have scrolled a list with fewer rows.
        let offset = rows.kept(figure.list ?? rows.centring(Int(figure.state.number)))
        let room = body.width - 2 * size.padding
        let first = max(0, Int(offset.rounded(.down)))
        let end = min(rows.count, Int((offset + rows.visibleRows).rounded(.up)))
        for position in first..<max(first, end) {
            let rect = row(position, rows, offset: offset)
            guard rect.intersects(body) else { continue }
            let isWhole = body.inset(by: -1).contains(rect)
            let chip = chip(position, isWhole ? rect.onWholePixels : rect, figure, positions)
            chip.drawPlate(measures, on: sketch.theme.cell, in: body.inset(by: -1), into: &sketch)
            let capital = Chip.capital(
                for: [chip.word], in: room, upTo: size.capital, least: measures.label, texts.typeface)
            let font = Chip.font(texts.typeface, capital: capital, isBold: chip.isBold)
            // A text cannot be cut at an edge, so a row has its word once all of it is in the list.
            guard rect.midY - font.ascent / 2 >= body.minY, rect.midY + font.ascent / 2 <= body.maxY else { continue }
            chip.drawWord(font, padding: size.padding, into: &sketch)
            if hasCursor, position == Int(figure.state.number), isWhole { chip.drawCursor(measures, into: &sketch) }
        }
        bar?.draw(offset: offset, into: &sketch)
    }

    // MARK: The word.

    /// The chosen word. Of a selection all words, or their number where they do not fit.
    private func shownWord(
        _ figure: Figure, _ positions: PositionSettings, _ font: Font, _ typeface: Typeface, in width: Double
    ) -> String {
        let all = figure.word(positions)
        let least = typeface.font(capital: measures.leastValue)
        guard figure.settings.kind == .selection, least.width(of: all) > width else { return all }
        let count = "\(figure.state.selected.count)"
        return font.width(of: "\(count) selected") > width ? count : "\(count) selected"
    }

    /// The chosen word with its number, on a plate if a tap opens the chooser.
    private func drawChosenWord(
        _ figure: Figure, _ positions: PositionSettings, _ texts: CellTexts, into sketch: inout Sketch
    ) {
        let (theme, look) = (sketch.theme, look(figure))
        // While its value is pending, the whole cell has a dashed frame.
        Chip(rect: body, word: "", look: look).drawPlate(measures, on: theme.cell, into: &sketch)
        let padding = look == .still ? 0 : size.padding
        let inside = body.inset(left: padding, right: padding)
        let count = figure.count(positions)
        let font = texts.label
        let countWidth = font.width(of: count)
        let word = shownWord(figure, positions, font, texts.typeface, in: inside.width)
        let gap = font.capHeight * 0.6
        // Beside the word if there is room for both, else below it.
        let words = figure.settings.kind == .choice ? positions.positions.map(\.label) : [word]
        let beside = inside.inset(right: countWidth + gap)
        let below = inside.inset(bottom: font.lineHeight)
        let (wide, high) = (
            Chip.capital(for: words, in: beside.width, upTo: wordCapital, least: 0, texts.typeface),
            min(
                Chip.capital(for: words, in: below.width, upTo: wordCapital, least: 0, texts.typeface),
                below.height / 1.5)
        )
        // Where both would be too small, the word is alone.
        let hasCount = max(wide, high) >= measures.label
        let isBeside = hasCount && wide >= high
        let box = hasCount ? (isBeside ? beside : below) : inside
        let alone = min(
            Chip.capital(for: words, in: inside.width, upTo: wordCapital, least: 0, texts.typeface), inside.height / 1.5
        )
        let number = "\(figure.state.selected.count)"
        let shorter = figure.settings.kind == .selection ? [word, "\(number) selected", number] : [word]
        // No word is higher than its plate.
        let least = min(measures.label, inside.height / 1.5)
        let usual = texts.typeface.font(capital: hasCount ? max(wide, high) : max(alone, least))
        let fitting = shorter.first { usual.width(of: $0) <= box.width }
        // A word that does not fit is smaller than the others, rather than cut.
        let large = fitting == nil ? smallFont(for: shorter.last ?? word, in: box, texts.typeface) : usual
        let shown = fitting ?? large.shortened(shorter.last ?? word, to: box.width)
        // The word stands in the middle of the cell, as values do, if no word of the control would then reach the count. Else it
        // stands in the middle of the room beside the count.
        let widest = words.map { large.width(of: $0) }.max() ?? 0
        let isCentred = isBeside && widest + 2 * (countWidth + gap) <= inside.width
        sketch.add(
            shown, large,
            at: Point(
                x: (isCentred ? inside : box).midX,
                y: (hasCount && !isBeside ? nil : baseline) ?? box.midY + large.capHeight / 2),
            alignment: .middle,
            figure.isStale ? theme.secondary : theme.text)
        guard hasCount else { return }
        if isBeside {
            sketch.add(
                count, font, at: Point(x: inside.maxX, y: baseline ?? body.midY + font.capHeight / 2), alignment: .end,
                theme.secondary)
        } else {
            sketch.add(
                count, font,
                at: Point(x: inside.midX, y: body.maxY - font.lineHeight / 2 + font.capHeight / 2 - gap / 3),
                alignment: .middle, theme.secondary)
        }
    }
}

extension SelectorLayout {
    /// The chosen one of two words, as a chip.
    private func drawToggle(
        _ figure: Figure, _ positions: PositionSettings, _ texts: CellTexts, into sketch: inout Sketch
    ) {
        let position = Int(figure.state.number)
        let word = figure.word(positions)
        let chip = Chip(
            rect: body, word: word, look: look(figure),
            mark: figure.isPending ? .free : figure.mark(position, positions), isPending: figure.isPending)
        chip.drawPlate(measures, on: sketch.theme.cell, into: &sketch)
        // In a cell as narrow as a fingertip the word needs the room.
        let padding = min(size.padding, body.width / 12)
        let capital = Chip.capital(
            for: positions.positions.map(\.label), in: body.width - 2 * padding, upTo: wordCapital,
            least: measures.label / 2, texts.typeface)
        let font = Chip.font(texts.typeface, capital: capital, isBold: chip.isBold)
        chip.drawWord(font, padding: padding, into: &sketch)
    }

    /// The font for a word that does not fit at the size of labels. Below half of that size nobody can read it.
    private func smallFont(for word: String, in box: Rect, _ typeface: Typeface) -> Font {
        let most = min(measures.label, box.height / 1.5)
        return typeface.font(
            capital: Chip.capital(
                for: [word], in: box.width, upTo: most, least: min(most, measures.label / 2), typeface))
    }
}

extension ControlPicture {
    /// What a chip of a choice or a selection tells about its position.
    func mark(_ position: Int, _ positions: PositionSettings, isChoice: Bool, isStale: Bool) -> Chip.Mark {
        let isChosen = isChoice ? Int(applied ?? number) == position : selected.contains(position)
        guard hasValue, isChosen else { return .free }
        if isStale { return .stale }
        if applied != nil { return .applied }
        return positions.off == position ? .off : .chosen
    }

    /// Whether this position waits to be applied.
    func isPending(_ position: Int) -> Bool { applied != nil && Int(number) == position }
}

extension Figure {
    /// What a chip tells about its position, apart from whether it waits to be applied.
    func mark(_ position: Int, _ positions: PositionSettings) -> Chip.Mark {
        state.mark(position, positions, isChoice: settings.kind == .choice, isStale: isStale)
    }

    func isPending(_ position: Int) -> Bool { state.isPending(position) }

    /// The chosen word; of a selection all words.
    func word(_ positions: PositionSettings) -> String {
        guard state.hasValue else { return "—" }
        guard settings.kind == .selection else { return positions.positions[Int(state.number)].label }
        return state.selected.count == 0 ? "—" : positions.text(of: state.selected)
    }

    /// The number of the chosen position, or how many are selected.
    func count(_ positions: PositionSettings) -> String {
        let chosen = settings.kind == .selection ? state.selected.count : Int(state.number) + 1
        return "\(state.hasValue ? "\(chosen)" : "—")/\(positions.positions.count)"
    }
}
