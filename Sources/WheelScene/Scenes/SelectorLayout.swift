import WheelCore
import WheelModel
import WheelTouch

/// The layout of the selector scene: a chip for each position, a list, or the chosen word.
struct SelectorLayout: Scene {
    let form: SelectorForm
    /// The chips of all positions, as segments or in a grid; empty in other forms.
    let chips: [Rect]
    /// The rows of a list, and the scroll bar beside them; `nil` in other forms.
    let rows: ChipRows?
    let bar: ScrollBar?
    /// The place of the list, or of the word.
    let body: Rect
    let size: ChipSize
    /// Whether fingers can touch the display and may move the control.
    let isTouchable: Bool
    let hasCursor: Bool
    let measures: Measures
    /// The maximum height of the capitals of a word that is shown alone.
    let wordCapital: Double
    private let card: Rect
    private let chooser: ChipRows?

    var value: ValuePlace? { nil }
    /// The text beside the label of a list, such as "3/12", changes with the choice.
    var layerFollowsChoice: Bool { rows != nil }
    let line: ValueLine?
    /// The baseline of a chosen word without a plate; `nil` if the word is centred in its place.
    let baseline: Double?

    init(_ settings: ControlSettings, _ positions: PositionSettings, in room: SceneRoom) {
        measures = room.measures
        isTouchable = room.isTouched && settings.movedByHands
        hasCursor = settings.kind == .selection && room.hasKnob
        size = ChipSize(room.measures, isTouched: isTouchable)
        card = room.cell
        let count = positions.positions.count
        // A gap separates the plates from the label. In cells with little height the gap is smaller.
        var body = room.body.inset(top: min(room.measures.innerGap, room.body.height / 5))
        let usual = SelectorForm(positions, in: body.size, size)
        // A choice of two positions needs no chooser: one tap chooses the other position, while a chooser would need
        // two taps.
        form = usual == .word && count == 2 && settings.kind == .choice ? .toggle : usual
        line =
            form == .word || form == .toggle ? ValueLine(.middle, room.valueBox(body), capital: room.valueCapital) : nil
        var (chips, rows, bar, chooser): ([Rect], ChipRows?, ScrollBar?, ChipRows?) = ([], nil, nil, nil)
        let (gap, most) = (size.gap, size.tallest)
        switch form {
        case .segments: chips = SelectorLayout.grid(count, columns: count, in: body, gap, most: most)
        case .chips(let columns): chips = SelectorLayout.grid(count, columns: columns, in: body, gap, most: most)
        case .list(let visible):
            chooser = ChooserLayout(settings, positions, picture: room.picture, room.measures).rows
            let pitch = min((body.height + gap) / Double(visible), size.highestRow + gap).rounded(.down)
            let height = pitch * Double(visible) - gap
            // Rows that fill the body begin at its top, as chips do. A few pixels may stay free below the rows.
            let rest = body.height - height
            let top = body.minY + (rest < Double(visible) ? 0 : rest / 2)
            body = Rect(x: body.minX, y: top, width: body.width, height: height).onWholePixels
            let list = ChipRows(
                place: .list, count: count, columns: 1, origin: Point(x: body.minX, y: body.minY - gap / 2),
                pitch: Size(width: body.width, height: pitch), visibleRows: Double(visible))
            // The scroll bar is in the card's padding, between the rows and the dashed frame of a pending value.
            let left = body.maxX + room.measures.hairline
            let track = Rect(x: left, y: body.minY, width: room.measures.focusStroke, height: body.height)
            (rows, bar) = (list, ScrollBar(track: track, rows: list, least: room.measures.target / 2))
        case .word, .toggle:
            if form == .word {
                chooser = ChooserLayout(settings, positions, picture: room.picture, room.measures).rows
            }
            // The plate is as high as one word needs, which looks better than a plate that fills a large cell.
            let height = min(body.height, max(size.side, SceneRoom.line(room.valueCapital) * 1.6))
            let middle = room.line.map { $0.baseline - $0.capital / 2 } ?? body.midY
            let top = max(body.minY, min(middle - height / 2, body.maxY - height))
            body = Rect(x: body.minX, y: top, width: body.width, height: height).onWholePixels
        }
        (self.chips, self.rows, self.bar, self.chooser, self.body) = (chips, rows, bar, chooser, body)
        wordCapital = min(room.valueCapital, body.height / 1.6)
        baseline = isTouchable ? nil : room.line?.baseline
    }

    /// A grid of chips that is vertically centred in `area`. Chips are no higher than `most`.
    private static func grid(_ count: Int, columns: Int, in area: Rect, _ gap: Double, most: Double) -> [Rect] {
        guard count > 0 else { return [] }
        let rows = (count + columns - 1) / columns
        let across = (area.width + gap) / Double(columns)
        let down = min((area.height + gap) / Double(rows), most + gap)
        let top = area.minY + (area.height + gap - down * Double(rows)) / 2
        return (0..<count).map { number in
            Rect(
                x: area.minX + Double(number % columns) * across, y: top + Double(number / columns) * down,
                width: across - gap, height: down - gap
            ).onWholePixels
        }
    }

    /// The plate of a list's row, with the rows scrolled by `offset`.
    func row(_ position: Int, _ rows: ChipRows, offset: Double) -> Rect {
        rows.place(of: position, offset: offset).inset(top: size.gap / 2, bottom: size.gap / 2)
    }

    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] {
        guard isTouchable else { return [] }
        if let rows {
            let area = body.inset(top: -size.gap / 2, bottom: -size.gap / 2)
            return [TouchTarget(.chips(control: control, rows, chooser: chooser), area: area)]
        }
        if form == .toggle { return [TouchTarget(.toggle(control: control), area: card)] }
        if let chooser { return [TouchTarget(.opener(control: control, chooser), area: card)] }
        // The target of a chip includes half of the gap to each neighbour, so that a finger between two chips hits one
        // of them.
        return chips.enumerated().map { position, chip in
            TouchTarget(.chip(control: control, position: position), area: chip.inset(by: -size.gap / 2))
        }
    }
}
