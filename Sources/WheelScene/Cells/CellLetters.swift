/// How the numbers of a page are written on a terminal. A number must not be larger than another without a reason, so
/// cells of the same size have the same letters: the largest that fit into all of these cells. The values and bars of
/// such cells are in the same rows. Units have the same place in all cells of the page.
struct CellLetters {
    /// The place of the bars in cells of one size. A bar never replaces a part of the frame.
    enum Bar {
        /// The bar is in the last row of the cell.
        case below
        /// The bar is at the right of the digits, because no row is left below them.
        case beside
        case none
    }

    /// The stencils of the digits; `nil` for plain text.
    var font: Stencil?
    /// Whether units follow the digits. Otherwise the titles show the units.
    var unitIsBeside = true
    var bar = Bar.none
    /// The columns of a bar beside the digits. A bar with one column is upright.
    var barColumns = 0
    /// The number of columns of a bar beside the digits, including the space before it; 0 without such a bar.
    var columnsBeside: Int { bar != .beside ? 0 : barColumns + (barColumns > 1 ? CellLetters.barGap : 1) }
    /// Whether a row above the bars shows the lines of a wheel.
    var hasWheel = false
    /// The number of rows at the bottom of a cell that are kept free of digits, for the bar and the wheel.
    var rowsBelow = 0
    /// Whether a row below the digits is kept free for the underline of a counter, because a cell of this size has a
    /// counter.
    var hasUnderline = false

    private static let leastForLarge = 20
    private static let leastForWheel = 9
    /// The minimum columns of a horizontal bar beside the digits, and the columns of the space before the bar.
    private static let leastBar = 6
    private static let barGap = 3
    /// The minimum number of columns for an upright bar, including the space before it.
    static let leastBeside = 2

    /// Chooses the letters of each cell. The result has the order of the rooms.
    static func of(_ rooms: [CellRoom], alphabet: CellAlphabet) -> [CellLetters] {
        let wheeled = rooms.filter { $0.need?.wantsWheel == true }
        let hasWheel = wheeled.allSatisfy { $0.values.rows >= leastForWheel }
        let groups = Dictionary(grouping: rooms.filter { $0.need != nil }, by: \.span)
        // If the unit is in the title, a number may have larger digits.
        func letters(withUnit: Bool) -> [CellRoom.Span: CellLetters] {
            groups.mapValues { of($0, hasWheel: hasWheel, withUnit: withUnit, alphabet) }
        }
        let (beside, alone) = (letters(withUnit: true), letters(withUnit: false))
        func hasFont(_ span: CellRoom.Span, in letters: [CellRoom.Span: CellLetters]) -> Bool {
            letters[span]?.font != nil
        }
        let plain = groups.filter { !hasFont($0.key, in: beside) }.flatMap(\.value)
        let labelsAreWhole = rooms.allSatisfy(\.titleHasRoomForUnit)
        let isLargerAlone = groups.keys.contains { hasFont($0, in: alone) && !hasFont($0, in: beside) }
        let unitIsBeside = plain.allSatisfy(\.plainTextHasRoomForUnit) && !(labelsAreWhole && isLargerAlone)
        return rooms.map { room in
            guard room.need != nil, var letters = (unitIsBeside ? beside : alone)[room.span] else {
                return CellLetters(unitIsBeside: unitIsBeside)
            }
            if room.dial != nil {
                letters.hasWheel = false
                letters.rowsBelow = min(letters.rowsBelow, 1)
            }
            return letters
        }
    }

    /// The letters of cells of one size. Stencils are preferred to plain text, and a bar below the digits is preferred
    /// to a bar beside them.
    private static func of(
        _ group: [CellRoom], hasWheel: Bool, withUnit: Bool, _ alphabet: CellAlphabet
    ) -> CellLetters {
        var letters = CellLetters(unitIsBeside: withUnit)
        letters.hasUnderline = group.contains { $0.need?.isCounter == true }
        guard group.contains(where: { $0.need?.hasBar == true }) else {
            letters.font = font(for: group, letters, alphabet)
            return letters
        }
        var below = letters
        below.bar = .below
        below.hasWheel = hasWheel && group.contains { $0.need?.wantsWheel == true }
        below.rowsBelow = below.hasWheel ? 3 : 1
        below.font = font(for: group, below, alphabet)
        if below.font != nil { return below }
        letters.bar = .beside
        letters.font = font(for: group, letters, alphabet)
        // Plain text and a bar below it fit into two rows.
        if letters.font == nil, group.allSatisfy({ $0.values.rows > 1 }) { return below }
        let left = group.map { $0.columnsLeft(by: letters.font, withUnit: withUnit) }.min() ?? 0
        letters.barColumns = left >= barGap + leastBar ? left - barGap : 1
        if letters.font == nil || left < leastBeside { letters.bar = .none }
        return letters
    }

    /// The largest stencils that fit into all of these cells; `nil` if none do.
    private static func font(
        for group: [CellRoom], _ letters: CellLetters, _ alphabet: CellAlphabet
    ) -> Stencil? {
        guard alphabet != .ascii else { return nil }
        // A narrow cell has small digits, even if its numbers are short.
        let isNarrow = group.contains { $0.values.columns < leastForLarge }
        let fonts = isNarrow ? [Stencil.small, .narrow] : [.large, .small, .narrow]
        let withUnit = letters.unitIsBeside
        func fits(_ font: Stencil, _ room: CellRoom) -> Bool {
            let below = room.dial == nil ? letters.rowsBelow : min(letters.rowsBelow, 1)
            return room.hasRoom(for: font, rows: room.values.rows - below, withUnit: withUnit)
                && (letters.bar != .beside || room.columnsLeft(by: font, withUnit: withUnit) >= leastBeside)
        }
        // A counter may have too many digits for any stencils. Such a counter is shown as plain text, and does not
        // prevent stencils in the other cells.
        let counted = group.filter { room in
            room.need?.isCounter != true || !room.plainTextHasRoomForUnit
                || fonts.contains { room.hasRoom(for: $0, rows: room.values.rows, withUnit: false) }
        }
        guard !counted.isEmpty else { return nil }
        return fonts.first { font in counted.allSatisfy { fits(font, $0) } }
    }
}
