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

    /// Draws the chosen, the applied and the pending chips on top of the layer, which shows all chips as free.
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

    /// Draws the parts that change with the value: a list, or the chosen word, or the chosen chips and the cursor.
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

    /// The text beside the label: the count of a list, such as "3/12", or "—" for chips of a control without a value.
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
        // The offset may have been set in an earlier layout, in which the list showed fewer rows, so it is limited
        // here.
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
            // A text cannot be clipped, so a row shows its word only while the whole word is inside the list.
            guard rect.midY - font.ascent / 2 >= body.minY, rect.midY + font.ascent / 2 <= body.maxY else { continue }
            chip.drawWord(font, padding: size.padding, into: &sketch)
            if hasCursor, position == Int(figure.state.number), isWhole { chip.drawCursor(measures, into: &sketch) }
        }
        bar?.draw(offset: offset, into: &sketch)
    }

    // MARK: The word.

    /// The chosen word. For a selection, all chosen words are shown, or their number if the words do not fit.
    private func shownWord(
        _ figure: Figure, _ positions: PositionSettings, _ font: Font, _ typeface: Typeface, in width: Double
    ) -> String {
        let all = figure.word(positions)
        let least = typeface.font(capital: measures.leastValue)
        guard figure.settings.kind == .selection, least.width(of: all) > width else { return all }
        let count = "\(figure.state.selected.count)"
        return font.width(of: "\(count) selected") > width ? count : "\(count) selected"
    }

    /// Draws the chosen word and the count, on a plate if a tap opens the chooser.
    private func drawChosenWord(
        _ figure: Figure, _ positions: PositionSettings, _ texts: CellTexts, into sketch: inout Sketch
    ) {
        let (theme, look) = (sketch.theme, look(figure))
        // The plate is not marked as pending, because the whole cell has a dashed frame while its value is pending.
        Chip(rect: body, word: "", look: look).drawPlate(measures, on: theme.cell, into: &sketch)
        let inside = wordRoom
        let count = figure.count(positions)
        let font = texts.label
        let word = shownWord(figure, positions, font, texts.typeface, in: inside.width)
        let words = figure.settings.kind == .choice ? positions.positions.map(\.label) : [word]
        let plan = wordPlan(words, count: count, texts)
        let box = plan.box
        let number = "\(figure.state.selected.count)"
        let shorter = figure.settings.kind == .selection ? [word, "\(number) selected", number] : [word]
        let fitting = shorter.first(where: plan.fits)
        let large = fitting == nil ? plan.font(for: shorter.last ?? word) : plan.usual
        let shown = fitting ?? large.shortened(shorter.last ?? word, to: box.width)
        // The word is centred in the cell, like other values, if no word of the control would then overlap the count.
        // Otherwise the word is centred in the room beside the count.
        let widest = words.map { large.width(of: $0) }.max() ?? 0
        let isCentred = plan.count == .beside && widest + 2 * (inside.width - box.width) <= inside.width
        sketch.add(
            shown, large,
            at: Point(
                x: (isCentred ? inside : box).midX,
                y: (plan.count == .below ? nil : baseline) ?? box.midY + large.capHeight / 2),
            alignment: .middle,
            figure.isStale ? theme.secondary : theme.text)
        switch plan.count {
        case .beside:
            sketch.add(
                count, font, at: Point(x: inside.maxX, y: baseline ?? body.midY + font.capHeight / 2), alignment: .end,
                theme.secondary)
        case .below:
            let middle = body.maxY - font.lineHeight / 2 + font.capHeight / 2 - countGap(font) / 3
            sketch.add(count, font, at: Point(x: inside.midX, y: middle), alignment: .middle, theme.secondary)
        case nil: break
        }
    }

    /// The place of the word and the count, inside the plate if there is one.
    private var wordRoom: Rect {
        let padding = isTouchable ? size.padding : 0
        return body.inset(left: padding, right: padding)
    }

    private func countGap(_ font: Font) -> Double { font.capHeight * 0.6 }

    private func wordPlan(_ words: [String], count: String, _ texts: CellTexts) -> WordPlan {
        let font = texts.label
        return WordPlan(
            words, in: wordRoom, upTo: wordCapital,
            countRoom: Size(width: font.width(of: count) + countGap(font), height: font.lineHeight), measures,
            texts.typeface)
    }

    /// The height of the capitals of the word that is drawn smallest; `nil` for chips and lists, which are sized for
    /// their words.
    func leastWord(_ settings: ControlSettings, _ texts: CellTexts) -> Double? {
        guard let positions = settings.positions else { return nil }
        let labels = positions.positions.map(\.label)
        switch form {
        case .segments, .chips, .list: return nil
        case .toggle: return toggleCapital(positions, texts.typeface)
        case .word:
            // If the words of a selection do not fit, their number is shown instead.
            let words = settings.kind == .choice ? labels : ["\(labels.count)"]
            let plan = wordPlan(words, count: "\(labels.count)/\(labels.count)", texts)
            return words.map { plan.font(for: $0).capHeight }.min()
        }
    }
}

extension SelectorLayout {
    /// Draws the chosen one of two words as a chip.
    private func drawToggle(
        _ figure: Figure, _ positions: PositionSettings, _ texts: CellTexts, into sketch: inout Sketch
    ) {
        let position = Int(figure.state.number)
        let word = figure.word(positions)
        let chip = Chip(
            rect: body, word: word, look: look(figure),
            mark: figure.isPending ? .free : figure.mark(position, positions), isPending: figure.isPending)
        chip.drawPlate(measures, on: sketch.theme.cell, into: &sketch)
        let capital = toggleCapital(positions, texts.typeface)
        let font = Chip.font(texts.typeface, capital: capital, isBold: chip.isBold)
        chip.drawWord(font, padding: togglePadding, into: &sketch)
    }

    /// In a cell as narrow as a fingertip the padding is smaller, because the word needs the room.
    private var togglePadding: Double { min(size.padding, body.width / 12) }

    private func toggleCapital(_ positions: PositionSettings, _ typeface: Typeface) -> Double {
        Chip.capital(
            for: positions.positions.map(\.label), in: body.width - 2 * togglePadding, upTo: wordCapital,
            least: measures.label / 2, typeface)
    }
}

extension ControlPicture {
    /// The mark on the chip of a position, in a choice or a selection.
    func mark(_ position: Int, _ positions: PositionSettings, isChoice: Bool, isStale: Bool) -> Chip.Mark {
        let isChosen = isChoice ? Int(applied ?? number) == position : selected.contains(position)
        guard hasValue, isChosen else { return .free }
        if isStale { return .stale }
        if applied != nil { return .applied }
        return positions.off == position ? .off : .chosen
    }

    /// Whether this position is the pending value.
    func isPending(_ position: Int) -> Bool { applied != nil && Int(number) == position }
}

extension Figure {
    /// The mark on the chip of a position. The mark does not show whether the position is pending.
    func mark(_ position: Int, _ positions: PositionSettings) -> Chip.Mark {
        state.mark(position, positions, isChoice: settings.kind == .choice, isStale: isStale)
    }

    func isPending(_ position: Int) -> Bool { state.isPending(position) }

    /// The chosen word; for a selection all chosen words.
    func word(_ positions: PositionSettings) -> String {
        guard state.hasValue else { return "—" }
        guard settings.kind == .selection else { return positions.positions[Int(state.number)].label }
        return state.selected.count == 0 ? "—" : positions.text(of: state.selected)
    }

    /// The number of the chosen position, or the count of selected positions, with the count of all positions: "3/12".
    func count(_ positions: PositionSettings) -> String {
        "\(state.chosen(settings.kind))/\(positions.positions.count)"
    }
}
