import WheelCore
import WheelModel
import WheelTouch

/// The framed cell of one control.
struct CellControl {
    private let room: CellRoom
    private let settings: ControlSettings
    private let picture: ControlPicture
    private let word: StateWord?
    private let waits: String?
    private let isMarked: Bool
    private let isLocked: Bool
    private let isStale: Bool
    private let ramp: Int?
    private let content: Content
    /// The unit in the title; empty if the unit is beside the digits.
    private let unit: String
    private let pending: CellPending?

    private var control: Int { room.control }
    private var frame: CellBox { room.frame }

    private enum Content {
        case number(CellNumber)
        case chips(CellChips)
    }

    init(
        _ room: CellRoom, _ letters: CellLetters, _ state: SceneState, alphabet: CellAlphabet, at time: Instant
    ) {
        let panel = state.pictureSettings.settings
        let control = room.control
        let settings = panel.controls[control]
        let picture = state.controls[control]
        self.room = room
        self.settings = settings
        self.picture = picture
        let isMarked = state.focus == control
        self.isMarked = isMarked
        word = StateWord.of(picture, panel, at: time).flatMap { word in
            word.isShown(isMarked: isMarked, isEditing: picture.isEditing) ? word : nil
        }
        waits = picture.applied == nil ? nil : picture.waitText(at: time)
        isLocked = state.isLocked || picture.isLocked
        isStale = picture.isStale(at: time)
        ramp = state.pictureSettings.ramp(of: control)
        unit = letters.unitIsBeside ? "" : room.need?.unit ?? ""
        // In a body with fewer than `leastRows` rows, the text about the pending value replaces the lower line of the
        // frame.
        let isFull = room.body.rows < CellPending.leastRows
        let pendingRow = isFull ? room.frame.bottom : room.body.bottom
        pending = picture.applied.map { CellPending($0, settings, in: room.body, row: pendingRow) }
        let isPending = pending != nil && !isFull
        switch settings.quantity {
        case .float(let number), .int(let number):
            content = .number(
                CellNumber(
                    picture, settings, number, in: room, letters, isPending: isPending,
                    isStale: isStale, isLocked: isLocked, alphabet: alphabet))
        case .choice(let positions), .selection(let positions):
            var rest = room.body
            if isPending { rest.rows -= 1 }
            content = .chips(CellChips(picture, settings, positions, in: rest, isStale: isStale))
        }
    }

    func draw(into grid: inout CellGrid) {
        drawFrame(into: &grid)
        switch content {
        case .number(let number):
            room.dial?.draw(isStale: isStale, into: &grid)
            number.draw(into: &grid)
        case .chips(let chips): chips.draw(isMarked: isMarked, into: &grid)
        }
        drawTitle(into: &grid)
        pending?.draw(into: &grid)
    }

    private func drawFrame(into grid: inout CellGrid) {
        // Even without colour, a double frame shows that the value is being edited.
        grid.frame(
            frame, picture.isEditing ? "╔╗╚╝═║" : "╭╮╰╯─│",
            CellStyle(isMarked || picture.isEditing ? .hand : .outline))
    }

    // MARK: The title.

    private func drawTitle(into grid: inout CellGrid) {
        let columns = frame.columns - 4
        guard columns > 2, frame.rows > 0 else { return }
        let left = frame.column + 2
        let suffix = unit.isEmpty ? "" : "  \(unit)"
        let right = rightWord(besides: room.label.cellCount + suffix.cellCount, room: columns)
        var labelRoom = columns - 2
        if let right {
            let text = " \(right.text.cut(to: columns - 2)) "
            grid.put(text, column: frame.right - 1 - text.cellCount, row: frame.row, right.style)
            labelRoom -= text.cellCount + 1
        }
        guard labelRoom > 0 else { return }
        // The label of the marked control is on a plate, which is visible even without colour.
        let style = isMarked ? CellStyle(.onHand, on: .hand, isBold: true) : CellStyle(.secondary, isBold: true)
        let lines = titleLines(labelRoom - suffix.cellCount)
        // If the label and the unit do not both fit, the label is cut first.
        let label = (lines?.first ?? room.label).cut(to: max(1, labelRoom - suffix.cellCount)) + suffix
        grid.put(" \(label.cut(to: labelRoom)) ", column: left, row: frame.row, style)
        guard let second = lines?.second.cut(to: room.body.right - left) else { return }
        grid.put(
            second, column: left + 1, row: room.body.row, CellStyle(isMarked ? .hand : .secondary, isBold: true))
    }

    /// The two lines of a label that does not fit into the frame. The second line is in the first row of the body. The
    /// result is `nil` if the label fits, or if that row is not free.
    private func titleLines(_ columns: Int) -> (first: String, second: String)? {
        guard room.label.cellCount > columns, room.dial == nil, contentTop > room.body.row else { return nil }
        let words = room.label.split(separator: " ")
        func line(_ words: ArraySlice<Substring>) -> String { words.joined(separator: " ") }
        let count = words.indices.last { line(words[...$0]).cellCount <= columns }
        guard let count, count + 1 < words.count else { return nil }
        return (line(words[...count]), line(words[(count + 1)...]))
    }

    /// The first row of the digits or of the positions.
    private var contentTop: Int {
        switch content {
        case .number(let number): number.row
        case .chips(let chips): chips.top
        }
    }

    /// The text at the right of the title. An alarm, a ramp, a lock or a pending value is shown even if the label must
    /// be cut. Other texts, such as the speed, are shown only if they fit beside the label.
    private func rightWord(besides label: Int, room: Int) -> (text: String, style: CellStyle)? {
        if picture.applied != nil {
            let long = waits.map { "pending \($0)" } ?? "pending"
            let text = long.cellCount + label + 5 <= room ? long : waits ?? long
            return (text, CellStyle(.hand, isBold: true))
        }
        if let word, word.role == .alarm || word.role == .accent {
            let text = word.form { $0.typed.cellCount + label + 5 <= room }.typed
            return word.role == .alarm
                ? (text, CellStyle(.onAlarm, on: .alarm, isBold: true)) : (text, CellStyle(.accent))
        }
        if isLocked { return ("locked", CellStyle(.text)) }
        if let word {
            return word.typed.cellCount + label + 5 <= room ? (word.typed, CellStyle(.text)) : nil
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
        return (text, CellStyle(isMarked ? .hand : .secondary))
    }

    // MARK: The mouse.

    var targets: [TouchTarget] {
        var targets = [TouchTarget(.stage(control: control), area: CellFace.rect(frame))]
        switch content {
        case .number(let number):
            let area = frame.inset(columns: 1, rows: 1)
            targets += number.targets(of: control, in: area) + (room.dial?.targets(of: control, ramp: ramp) ?? [])
        case .chips(let chips): targets += chips.targets(of: control, in: room.body)
        }
        return targets + (pending?.targets(of: control) ?? [])
    }
}

extension StateWord {
    /// The word, with a character for its icon before it.
    fileprivate var typed: String {
        switch icon {
        case .play: "▶ \(text)"
        case .pause: "‖ \(text)"
        case .alarm: "! \(text)"
        case .padlock, .close, nil: text
        }
    }
}

/// The last row of a cell with a pending value: the value that is still applied, and the keys that apply or drop the
/// pending value.
struct CellPending {
    private let now: String
    private let apply: CellBox
    private let revert: CellBox?
    private static let drops = " esc drops "

    /// A body with at least this number of rows has a row of its own for the text about the pending value.
    static let leastRows = 4

    init(_ applied: Double, _ settings: ControlSettings, in body: CellBox, row: Int) {
        let value: String
        switch settings.quantity {
        case .float(let number), .int(let number): value = number.text(of: applied).withMinus
        case .choice(let positions), .selection(let positions):
            let index = Int(applied)
            value = positions.positions.indices.contains(index) ? positions.positions[index].label : ""
        }
        let forms = [" now \(value) · enter sets ", " now \(value) · enter ", " now \(value) "]
        now = forms.first { $0.cellCount <= body.columns } ?? forms[2].cut(to: body.columns)
        let hasRevert = now.cellCount + 1 + CellPending.drops.count <= body.columns
        let whole = now.cellCount + (hasRevert ? 1 + CellPending.drops.count : 0)
        let left = body.column + max(0, (body.columns - whole) / 2)
        apply = CellBox(column: left, row: row, columns: now.cellCount, rows: 1)
        revert =
            hasRevert
            ? CellBox(
                column: left + now.cellCount + 1, row: row,
                columns: CellPending.drops.count, rows: 1) : nil
    }

    func draw(into grid: inout CellGrid) {
        grid.put(now, column: apply.column, row: apply.row, CellStyle(.onHand, on: .hand, isBold: true))
        if let revert {
            grid.put(CellPending.drops, column: revert.column, row: revert.row, CellStyle(.text, on: .plate))
        }
    }

    func targets(of control: Int) -> [TouchTarget] {
        [TouchTarget(.apply(control: control), area: CellFace.rect(apply))]
            + (revert.map { [TouchTarget(.revert(control: control), area: CellFace.rect($0))] } ?? [])
    }
}
