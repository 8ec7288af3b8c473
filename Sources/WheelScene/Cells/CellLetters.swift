/// How the numbers of a page are written. A number must not look larger than another one without a reason. So cells of the same
/// size have the same letters: the largest for which all of these cells have room. Their values and bars are on the same
/// lines. The place of the units is the same in all cells of the page.
struct CellLetters {
    /// Where the bars of cells of one size are. No bar is in a frame.
    enum Bar {
        /// In the last row of the cell.
        case below
        /// At the right of the digits, because no row is left below them.
        case beside
        case none
    }

    /// The stencils of the digits; `nil` for plain text.
    var font: Stencil?
    /// Whether units are behind the digits. Else they are in the titles.
    var unitIsBeside = true
    var bar = Bar.none
    /// The columns of a bar beside the digits. A bar with one column is upright.
    var barColumns = 0
    /// The columns that a bar beside the digits takes, with the space before it.
    var columnsBeside: Int { bar != .beside ? 0 : barColumns + (barColumns > 1 ? CellLetters.barGap : 1) }
    /// Whether a row of lines is above the bars.
    var hasWheel = false
    /// The last rows of a cell, which digits leave to the bar and the wheel.
    var rowsBelow = 0
    /// Whether a row below the digits is for the underline of a counter. One cell of this size has a counter.
    var hasUnderline = false

    private static let leastForLarge = 20
    private static let leastForWheel = 9
    /// The least columns of a level bar beside the digits, and the columns of the space before it.
    private static let leastBar = 6
    private static let barGap = 3
    /// The columns of an upright bar, with the space before it.
    static let leastBeside = 2

    /// The letters of each room, in the order of the rooms.
    static func of(_ rooms: [CellRoom], alphabet: CellAlphabet) -> [CellLetters] {
        let wheeled = rooms.filter { $0.need?.wantsWheel == true }
        let hasWheel = wheeled.allSatisfy { $0.values.rows >= leastForWheel }
        let groups = Dictionary(grouping: rooms.filter { $0.need != nil }, by: \.span)
        // Without its unit in the cell a number may have larger digits.
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

    /// The letters of cells of one size. Stencils are better than plain text, and a bar below the digits is better than one
    /// beside them.
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
        // Plain text and a bar need a row each.
        if letters.font == nil, group.allSatisfy({ $0.values.rows > 1 }) { return below }
        let left = group.map { $0.columnsLeft(by: letters.font, withUnit: withUnit) }.min() ?? 0
        letters.barColumns = left >= barGap + leastBar ? left - barGap : 1
        if letters.font == nil || left < leastBeside { letters.bar = .none }
        return letters
    }

    /// The largest stencils for which all of these cells have room.
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
        // A counter may have more digits than any stencil has room for. It is then plain, and the others are not.
        let counted = group.filter { room in
            room.need?.isCounter != true || !room.plainTextHasRoomForUnit
                || fonts.contains { room.hasRoom(for: $0, rows: room.values.rows, withUnit: false) }
        }
        guard !counted.isEmpty else { return nil }
        return fonts.first { font in counted.allSatisfy { fits(font, $0) } }
    }
}
