import WheelCore

extension PageLayout {
    /// The cells of these controls in their cards.
    static func cells(
        of controls: [Int], _ cards: [Rect], _ measures: Measures, _ pictureSettings: PictureSettings, on page: Int?,
        _ size: Size
    ) -> [Cell] {
        let settings = pictureSettings.settings
        let lines = zip(cards, controls).map { card, control in
            CellFrame.labelLines(
                settings.controls[control], hasNumber: pictureSettings.inputNumber(of: control, on: page) != nil,
                in: card, measures)
        }
        // Cards beside each other have as many lines for labels, so that their bodies begin at the same height.
        let rowLines = cards.map { card in zip(cards, lines).filter { $0.0.isBeside(card) }.map(\.1).max() ?? 1 }
        func cell(_ number: Int, _ control: Int, _ line: ValueLine?, most: Double = .infinity) -> Cell {
            let frame = CellFrame(cards[number], measures, labelLines: rowLines[number])
            let controlSettings = settings.controls[control]
            var room = SceneRoom(
                cell: frame.rect, body: frame.body, measures: measures,
                hasSteppers: pictureSettings.hasSteppers(control, on: page), isTouched: pictureSettings.isTouched,
                hasKnob: pictureSettings.hasKnob(control, on: page), picture: size, line: line, mostCapital: most)
            room.isPressed = pictureSettings.isAppliedByPress(control, on: page)
            let pending = PendingLayout(controlSettings, room)
            return Cell(
                control: control, frame: frame, scene: pending?.usual ?? controlSettings.scene(in: room),
                input: pictureSettings.inputNumber(of: control, on: page),
                pending: pending)
        }
        var cells = controls.enumerated().map { cell($0, $1, nil) }
        // First each scene says on which line it would have its value. A line that is too low for a value is not shared.
        let least = SceneRoom.line(measures.leastValue)
        let valueLines = cells.map { cell in cell.scene.line.flatMap { $0.height >= least ? $0 : nil } }
        var shared = [ValueLine?](repeating: nil, count: cells.count)
        for (number, control) in controls.enumerated() {
            let row = cells[number].frame.rect
            let others = zip(cells, valueLines).compactMap { $0.frame.rect.isBeside(row) ? $1 : nil }
            guard let first = others.first, let line = valueLines[number] else { continue }
            guard others.contains(where: { $0 != line }) else { continue }
            shared[number] = others.reduce(first) { $0.joined(with: $1) }
            cells[number] = cell(number, control, shared[number])
        }
        // Here only the digits scene is made lower, because its layout depends on its height. `ValueText.rank` makes other values
        // lower, because it knows their fonts.
        for (number, control) in controls.enumerated() {
            guard let digits = cells[number].scene as? DigitsLayout else { continue }
            let card = cells[number].frame.rect
            let larger = cells.filter { ValueRank.isLarger($0.frame.rect, than: card) }
            let most = larger.compactMap { $0.estimatedCapital(settings.controls[$0.control], measures) }.min()
            guard let most, most < digits.capital, digits.capital > measures.leastValue else { continue }
            cells[number] = cell(number, control, shared[number], most: max(most, measures.leastValue))
        }
        return cells
    }
}

extension PageLayout.Cell {
    /// Whether the label has no room, or is so high that eyes find it before the value. On a display that is far from the eyes
    /// values must grow before labels.
    func hasLoudLabel(_ settings: PanelSettings, _ measures: Measures) -> Bool {
        let control = settings.controls[control]
        let label = frame.labelCapital(measures)
        if frame.labelLines == 1, !CellFrame.hasRoom(for: control.label, hasNumber: input != nil, frame, measures) {
            return true
        }
        return estimatedCapital(control, measures).map { label > $0 * PageLayout.Cell.mostOfLabel } ?? false
    }

    /// The largest height of a label, as a part of the value's height.
    private static let mostOfLabel = 0.55
}

extension Rect {
    /// Whether both have the same upper and the same lower edge.
    func isBeside(_ other: Rect) -> Bool { minY == other.minY && maxY == other.maxY }
}
