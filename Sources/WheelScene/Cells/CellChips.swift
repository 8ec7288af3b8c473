import WheelCore
import WheelModel
import WheelTouch

/// The positions of a choice or a selection as words, in as many rows as they need, but not in more rows than the box
/// has.
struct CellChips {
    private struct Place {
        var position: Int
        var label: String
        var column: Int
        var row: Int
        var width: Int
    }

    private let positions: PositionSettings
    private let picture: ControlPicture
    private let isSelection: Bool
    private let isStale: Bool
    private let movedByHands: Bool
    private let chips: [Place]
    /// The number of the current position and the number of all positions, such as "3/12"; `nil` if all positions fit.
    let place: String?

    init(
        _ picture: ControlPicture, _ settings: ControlSettings, _ positions: PositionSettings, in box: CellBox,
        isStale: Bool
    ) {
        self.isStale = isStale
        self.positions = positions
        self.picture = picture
        isSelection = settings.kind == .selection
        movedByHands = settings.movedByHands
        let current = Int(picture.number)
        var all: [Place] = []
        var (x, line) = (0, 0)
        for (index, position) in positions.positions.enumerated() {
            let label = position.label.cut(to: max(1, box.columns - 2))
            let width = min(label.cellCount + 2, max(1, box.columns))
            if x > 0, x + width > box.columns { (x, line) = (0, line + 1) }
            all.append(Place(position: index, label: label, column: x, row: line, width: width))
            x += width + 1
        }
        let lines = line + 1
        // Empty rows separate the rows of positions if there is room for them.
        let apart = 2 * lines - 1 <= box.rows ? 2 : 1
        let shown = max(1, min(lines, (box.rows + apart - 1) / apart))
        let currentLine = all.first { $0.position == current }?.row ?? 0
        let first = min(max(0, currentLine - shown / 2), lines - shown)
        let used = (shown - 1) * apart + 1
        let top = box.row + max(0, (box.rows - used) / 2)
        chips =
            box.rows < 1
            ? []
            : all.filter { (first..<first + shown).contains($0.row) }.map { chip in
                var chip = chip
                chip.column += box.column
                chip.row = top + (chip.row - first) * apart
                return chip
            }
        place = shown < lines ? "\(picture.chosen(.choice))/\(positions.positions.count)" : nil
    }

    /// The first row of positions.
    var top: Int { chips.first?.row ?? 0 }

    func draw(isMarked: Bool, into grid: inout CellGrid) {
        for chip in chips {
            let mark = picture.mark(chip.position, positions, isChoice: !isSelection, isStale: isStale)
            let isPending = picture.isPending(chip.position)
            let style = CellChips.style(mark, isPending: isPending)
            grid.put(" \(chip.label) ".cut(to: chip.width), column: chip.column, row: chip.row, style)
            let sides: (left: Character, right: Character)
            if isSelection, chip.position == Int(picture.number), movedByHands {
                // Brackets mark the cursor of a selection.
                sides = ("[", "]")
            } else if isPending {
                sides = ("┆", "┆")
            } else if mark == .stale {
                sides = ("│", "│")
            } else {
                continue
            }
            var ends = style
            ends.isBold = true
            if mark == .free, !isPending, isMarked { ends.ink = .hand }
            grid.put(sides.left, column: chip.column, row: chip.row, ends)
            grid.put(sides.right, column: chip.column + chip.width - 1, row: chip.row, ends)
        }
    }

    /// The states differ from each other even without colour, but then a position that means "off" looks like any
    /// chosen position. A chosen position is a filled plate, or a frame if the value is stale. While another position
    /// is pending, the applied position is underlined, and the pending position has a dashed frame.
    private static func style(_ mark: Chip.Mark, isPending: Bool) -> CellStyle {
        if isPending { return CellStyle(.hand, isBold: true, isUnderlined: mark == .applied) }
        switch mark {
        case .free: return CellStyle(.text, on: .plate)
        case .chosen: return CellStyle(.onAccent, on: .accent, isBold: true)
        case .off: return CellStyle(.ground, on: .secondary, isBold: true)
        case .stale: return CellStyle(.secondary, isBold: true)
        case .applied: return CellStyle(.text, on: .plate, isBold: true, isUnderlined: true)
        }
    }

    func targets(of control: Int, in area: CellBox) -> [TouchTarget] {
        guard movedByHands else { return [] }
        return chips.map { chip in
            let box = CellBox(column: chip.column, row: chip.row, columns: chip.width, rows: 1)
            return TouchTarget(.chip(control: control, position: chip.position), area: CellFace.rect(box))
        }
    }
}
