import WheelGeometry
import WheelModel
import WheelSettings

/// The framed cell of one control.
struct TypedControl {
    let control: Int
    let frame: TypedBox
    private let mark: Int?
    private let settings: ControlSettings
    private let picture: ControlPicture
    private let word: StateWord?
    private let waits: String?
    private let isMarked: Bool
    private let isLocked: Bool
    private let ramp: Int?
    private let body: TypedBox
    private let content: Content
    private let dial: TypedDial?
    private let pending: TypedPending?

    private enum Content {
        case number(TypedNumber)
        case chips(TypedChips)
    }

    /// `mark` is the key that marks it.
    init(
        _ control: Int, in frame: TypedBox, mark: Int?, _ state: SceneState, alphabet: TypedAlphabet, at time: Instant
    ) {
        let panel = state.instrument.settings
        let settings = panel.controls[control]
        let picture = state.controls[control]
        self.control = control
        self.frame = frame
        self.mark = mark
        self.settings = settings
        self.picture = picture
        let isMarked = state.focus == control
        self.isMarked = isMarked
        word = StateWord.of(picture, panel, at: time).flatMap { word in
            word.isShown(isMarked: isMarked, isEditing: picture.isEditing) ? word : nil
        }
        waits = picture.applied == nil ? nil : picture.waitText(at: time)
        isLocked = state.isLocked || picture.isLocked
        ramp = state.instrument.ramp(of: control)
        // A small cell needs its columns.
        let inside = frame.inset(columns: 1, rows: 1)
        let inner = inside.columns > 12 ? inside.inset(columns: 1, rows: 0) : inside
        body = inner
        pending = picture.applied.map { TypedPending($0, settings, in: inner) }
        var rest = inner
        if pending != nil { rest.rows = max(0, rest.rows - 1) }
        switch settings.quantity {
        case .float(let number), .int(let number):
            var valueBox = rest
            var dial: TypedDial?
            if rest.rows >= TypedDial.leastRows, alphabet != .ascii {
                let valueRows = rest.rows >= 30 ? 10 : 4
                // The digits stand where they leave the larger square for the dial.
                let square = (
                    beside: min(rest.columns / 2, rest.rows * 2), above: min(rest.columns, (rest.rows - valueRows) * 2)
                )
                let isWide = rest.columns >= 40 && square.beside >= square.above
                var place = rest
                if isWide { place.columns = rest.columns / 2 } else { place.rows = rest.rows - valueRows }
                dial = TypedDial(picture, settings, number, in: place, alphabet)
                if dial != nil, isWide {
                    valueBox.column += place.columns + 1
                    valueBox.columns -= place.columns + 1
                } else if dial != nil {
                    valueBox.row += place.rows
                    valueBox.rows = valueRows
                }
            }
            self.dial = dial
            content = .number(
                TypedNumber(
                    picture, settings, number, in: valueBox,
                    most: valueBox.columns + (inside.columns - inner.columns),
                    unitRoom: frame.columns - 8 - settings.label.cellCount - (mark == nil ? 0 : 2),
                    isStale: picture.isStale(at: time), alphabet: alphabet))
        case .choice(let positions), .selection(let positions):
            dial = nil
            content = .chips(TypedChips(picture, settings, positions, in: rest))
        }
    }

    func draw(into grid: inout TypedGrid) {
        drawFrame(into: &grid)
        switch content {
        case .number(let number):
            dial?.draw(into: &grid)
            number.draw(into: &grid)
            number.drawInFrame(frame, into: &grid)
        case .chips(let chips): chips.draw(isMarked: isMarked, into: &grid)
        }
        drawTitle(into: &grid)
        pending?.draw(into: &grid)
    }

    private func drawFrame(into grid: inout TypedGrid) {
        // A double frame tells that a value is being edited, without a colour.
        grid.frame(
            frame, picture.isEditing ? "╔╗╚╝═║" : "╭╮╰╯─│",
            TypedStyle(isMarked || picture.isEditing ? .hand : .outline))
    }

    // MARK: The title.

    private func drawTitle(into grid: inout TypedGrid) {
        let room = frame.columns - 4
        guard room > 2, frame.rows > 0 else { return }
        let left = frame.column + 2
        var label = mark.map { "\($0) " } ?? ""
        label += settings.label
        if case .number(let number) = content, !number.droppedUnit.isEmpty { label += "  \(number.droppedUnit)" }
        let right = rightWord(besides: label.cellCount, room: room)
        var labelRoom = room - 2
        if let right {
            let text = " \(right.text.cut(to: room - 2)) "
            grid.put(text, column: frame.right - 1 - text.cellCount, row: frame.row, right.style)
            labelRoom -= text.cellCount + 1
        }
        guard labelRoom > 0 else { return }
        // The marked label stands on a plate, so that it is found without a colour.
        let style = isMarked ? TypedStyle(.onHand, on: .hand, isBold: true) : TypedStyle(.secondary, isBold: true)
        grid.put(" \(label.cut(to: labelRoom)) ", column: left, row: frame.row, style)
    }

    /// An alarm, a ramp, a lock or a pending value, which outlive the label; else what has room beside it.
    private func rightWord(besides label: Int, room: Int) -> (text: String, style: TypedStyle)? {
        if picture.applied != nil {
            let long = waits.map { "pending \($0)" } ?? "pending"
            let text = long.cellCount + label + 5 <= room ? long : waits ?? long
            return (text, TypedStyle(.hand, isBold: true))
        }
        if let word, word.role == .alarm || word.role == .accent {
            let text = word.typed
            return word.role == .alarm
                ? (text, TypedStyle(.onAlarm, on: .alarm, isBold: true)) : (text, TypedStyle(.accent))
        }
        if isLocked { return ("locked", TypedStyle(.text)) }
        if let word {
            return word.typed.cellCount + label + 5 <= room ? (word.typed, TypedStyle(.text)) : nil
        }
        var text: String?
        switch content {
        case .number:
            if settings.speeds.count > 1, settings.movedByHands {
                let speed = settings.speeds[picture.speed]
                text = speed.label ?? speed.name
            }
        case .chips(let chips): text = chips.place
        }
        guard let text, text.cellCount + label + 5 <= room else { return nil }
        return (text, TypedStyle(isMarked ? .hand : .secondary))
    }

    // MARK: The mouse.

    var targets: [TouchTarget] {
        var targets = [TouchTarget(.stage(control: control), area: TypedFace.rect(frame))]
        switch content {
        case .number(let number):
            let area = frame.inset(columns: 1, rows: 1)
            targets += number.targets(of: control, in: area) + (dial?.targets(of: control, ramp: ramp) ?? [])
        case .chips(let chips): targets += chips.targets(of: control, in: body)
        }
        return targets + (pending?.targets(of: control) ?? [])
    }
}

extension StateWord {
    /// The word with its sign.
    fileprivate var typed: String {
        switch icon {
        case .play: "▶ \(text)"
        case .pause: "‖ \(text)"
        case .alarm: "! \(text)"
        case .padlock, .close, nil: text
        }
    }
}

/// The last row of a cell with a pending value: what the value is now, and what applies or drops the pending one.
struct TypedPending {
    private let now: String
    private let apply: TypedBox
    private let revert: TypedBox?
    private static let drops = " esc drops "

    init(_ applied: Double, _ settings: ControlSettings, in body: TypedBox) {
        let value: String
        switch settings.quantity {
        case .float(let number), .int(let number): value = number.text(of: applied).withMinus
        case .choice(let positions), .selection(let positions):
            let index = Int(applied)
            value = positions.positions.indices.contains(index) ? positions.positions[index].label : ""
        }
        let forms = [" now \(value) · enter sets ", " now \(value) · enter ", " now \(value) "]
        now = forms.first { $0.cellCount <= body.columns } ?? forms[2].cut(to: body.columns)
        let hasRevert = now.cellCount + 1 + TypedPending.drops.count <= body.columns
        let whole = now.cellCount + (hasRevert ? 1 + TypedPending.drops.count : 0)
        let left = body.column + max(0, (body.columns - whole) / 2)
        apply = TypedBox(column: left, row: max(body.row, body.bottom), columns: now.cellCount, rows: 1)
        revert =
            hasRevert
            ? TypedBox(
                column: left + now.cellCount + 1, row: max(body.row, body.bottom),
                columns: TypedPending.drops.count, rows: 1) : nil
    }

    func draw(into grid: inout TypedGrid) {
        grid.put(now, column: apply.column, row: apply.row, TypedStyle(.onHand, on: .hand, isBold: true))
        if let revert {
            grid.put(TypedPending.drops, column: revert.column, row: revert.row, TypedStyle(.text, on: .plate))
        }
    }

    func targets(of control: Int) -> [TouchTarget] {
        [TouchTarget(.apply(control: control), area: TypedFace.rect(apply))]
            + (revert.map { [TouchTarget(.revert(control: control), area: TypedFace.rect($0))] } ?? [])
    }
}
