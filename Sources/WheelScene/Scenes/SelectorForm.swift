import WheelCore

/// The form in which a selector shows its positions: the first one that fits into the body of its cell.
enum SelectorForm: Equatable, Sendable {
    /// One row of chips.
    case segments
    case chips(columns: Int)
    /// Rows that scroll. The chosen one is in the middle, or as near to it as an end allows.
    case list(rows: Int)
    /// The chosen word alone. A tap on it opens the chooser.
    case word
    /// The chosen word alone, of two. A tap takes the other.
    case toggle

    /// The fewest rows of a list.
    static let leastRows = 3
    /// The most plates above each other that are narrower than a fingertip.
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

    /// Whether the plates stand above each other although they may have room beside each other. In a cell that is higher than wide
    /// one row of them would be lost in empty space. A column has plates that are wider, and as high as any.
    private static func isColumn(_ count: Int, in body: Size, _ least: Size, _ chip: ChipSize) -> Bool {
        count > 1 && body.height > body.width && body.width >= least.width
            && chip.side(body.height, count) >= chip.tallest
    }

    /// Whether few plates fit above each other with their words, although the body is narrower than a fingertip.
    private static func isStack(_ positions: PositionSettings, in body: Size, _ chip: ChipSize) -> Bool {
        let count = positions.positions.count
        guard (1...mostInStack).contains(count) else { return false }
        let least = chip.least(for: positions, isNarrow: true)
        return body.width >= least.width && chip.side(body.height, count) >= least.height
    }

    /// The columns with which all chips fit, and are closest to 8:5 with few empty places.
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

/// What a chip needs: room for its word, and for a fingertip where fingers are.
struct ChipSize: Equatable, Sendable {
    let gap: Double
    /// The height of its word's capitals.
    let capital: Double
    /// Between the word and an end of the chip.
    let padding: Double
    /// The least sides.
    let side: Double
    private let height: Double
    /// The least height of chips in a column, where a list would hide some of them. No finger hits a chip without a touch input:
    /// tails of letters just fit.
    let tightHeight: Double
    /// The largest height of a chip.
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

    /// The least size of chips that all have the same size. Narrow ones have room for their words alone.
    func least(for positions: PositionSettings, isNarrow: Bool = false) -> Size {
        let widest = WordWidth.widest(of: positions.positions.map(\.label))
        return Size(width: max(isNarrow ? 0 : side, (widest * capital).rounded(.up) + 2 * padding), height: height)
    }

    /// The largest height of a list's rows.
    var highestRow: Double { max(height, tallest) }

    /// The side of each of `count` chips beside each other.
    func side(_ length: Double, _ count: Int) -> Double { (length - gap * Double(count - 1)) / Double(max(count, 1)) }
}
