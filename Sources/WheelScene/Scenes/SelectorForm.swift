import WheelCore

/// The form in which a selector shows its positions: the first form in `init` that fits into the body of its cell.
enum SelectorForm: Equatable, Sendable {
    /// One row of chips.
    case segments
    case chips(columns: Int)
    /// Rows that scroll. Unless a finger has scrolled them, the chosen row is as near to the middle as the ends of the
    /// list allow.
    case list(rows: Int)
    /// Only the chosen word. A tap on this word opens the chooser.
    case word
    /// The chosen one of two words. A tap chooses the other word.
    case toggle

    /// The minimum number of visible rows of a list.
    static let leastRows = 3
    /// The maximum number of chips in a column that is narrower than a fingertip.
    static let mostInStack = 3

    init(_ positions: PositionSettings, in body: Size, _ chip: ChipSize) {
        let count = positions.positions.count
        let least = chip.least(for: positions)
        if SelectorForm.isColumn(count, in: body, least, chip) {
            self = .chips(columns: 1)
        } else if count > 0, chip.side(body.width, count) >= least.width, body.height >= least.height {
            self = .segments
        } else if let columns = SelectorForm.columns(count, in: body, least, chip) {
            self = .chips(columns: columns)
        } else if body.width >= least.width, chip.side(body.height, count) >= chip.tightHeight {
            self = .chips(columns: 1)
        } else {
            let rows = Int((body.height + chip.gap) / (least.height + chip.gap))
            if rows >= SelectorForm.leastRows, body.width >= least.width {
                self = .list(rows: rows)
            } else {
                self = SelectorForm.isStack(positions, in: body, chip) ? .chips(columns: 1) : .word
            }
        }
    }

    /// Whether the chips form one column even if one row would fit. In a cell that is higher than wide, one row would
    /// leave most of the cell empty. In a column the chips are wider, and have the maximum height.
    private static func isColumn(_ count: Int, in body: Size, _ least: Size, _ chip: ChipSize) -> Bool {
        count > 1 && body.height > body.width && body.width >= least.width
            && chip.side(body.height, count) >= chip.tallest
    }

    /// Whether a few chips with their words fit in one column, although the body is narrower than a fingertip.
    private static func isStack(_ positions: PositionSettings, in body: Size, _ chip: ChipSize) -> Bool {
        let count = positions.positions.count
        guard (1...mostInStack).contains(count) else { return false }
        let least = chip.least(for: positions, isNarrow: true)
        return body.width >= least.width && chip.side(body.height, count) >= least.height
    }

    /// The number of columns with which all chips fit, have sides close to 8:5, and leave few places empty; `nil` if
    /// they never fit.
    private static func columns(_ count: Int, in body: Size, _ least: Size, _ chip: ChipSize) -> Int? {
        let most = min(count, Int((body.width + chip.gap) / (least.width + chip.gap)))
        guard most >= 1 else { return nil }
        var best: (columns: Int, fault: Double)?
        for columns in 1...most {
            let rows = (count + columns - 1) / columns
            let (width, height) = (chip.side(body.width, columns), chip.side(body.height, rows))
            guard height >= least.height else { continue }
            let aspect = width / height / 1.6
            let fault = max(aspect, 1 / aspect) + 0.2 * Double(rows * columns - count)
            if fault < (best?.fault ?? .infinity) - 1e-9 { best = (columns, fault) }
        }
        return best?.columns
    }
}

/// The sizes that chips need: room for the word, and for a fingertip if the chips can be touched.
struct ChipSize: Equatable, Sendable {
    let gap: Double
    /// The height of the capitals of the word.
    let capital: Double
    /// The space between the word and each end of the chip.
    let padding: Double
    /// The minimum side of a chip that can be touched; 0 for other chips.
    let side: Double
    private let height: Double
    /// The minimum height of chips in one column. Chips that cannot be touched may be lower in a column than elsewhere,
    /// because the alternative is a list, which hides some positions. This height is just enough for the descenders of
    /// letters.
    let tightHeight: Double
    /// The maximum height of a chip.
    let tallest: Double

    init(_ measures: Measures, isTouched: Bool) {
        gap = isTouched ? measures.innerGap : measures.gap
        capital = measures.chip
        padding = measures.innerGap
        height = isTouched ? measures.target : (measures.chip * 1.9).rounded(.up)
        tightHeight = isTouched ? measures.target : (measures.chip * 1.7).rounded(.up)
        side = isTouched ? measures.target : 0
        tallest = measures.tallestChip
    }

    /// The minimum size of chips that are all equal. Narrow chips have room for their words, but not for a fingertip.
    func least(for positions: PositionSettings, isNarrow: Bool = false) -> Size {
        let widest = WordWidth.widest(of: positions.positions.map(\.label))
        return Size(width: max(isNarrow ? 0 : side, (widest * capital).rounded(.up) + 2 * padding), height: height)
    }

    var highestRow: Double { max(height, tallest) }

    /// The side of each of `count` equal chips that fill a length with gaps between them.
    func side(_ length: Double, _ count: Int) -> Double { (length - gap * Double(count - 1)) / Double(max(count, 1)) }
}
