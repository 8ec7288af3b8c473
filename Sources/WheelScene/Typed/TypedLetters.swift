/// How the numbers of a page are written. A larger value must not be larger by accident: cells of the same size have the
/// letters for which the worst of them has room, and their values and bars stand on the same lines. The place of the units
/// is the same for all of the page.
struct TypedLetters {
    /// `nil`: plain text.
    var font: Stencil?
    /// Behind the digits, or else in the title.
    var unitIsBeside = true
    /// Whether bars lie in the lower lines of the frames, because a cell of the page has no row for one.
    var barIsInFrame = false
    /// Whether a row of lines stands above the bars.
    var hasWheel = false
    /// The last rows of a cell, which digits leave to the bar and the wheel.
    var rowsBelow = 0
    /// Below the digits, where a cell of the same size has a counter.
    var hasUnderline = false

    private static let leastForLarge = 20
    private static let leastForBar = 4
    private static let leastForWheel = 9

    /// Those of each room, in their order.
    static func of(_ rooms: [TypedRoom], alphabet: TypedAlphabet) -> [TypedLetters] {
        let barred = rooms.filter { $0.need?.hasBar == true }
        let wheeled = rooms.filter { $0.need?.wantsWheel == true }
        var common = TypedLetters()
        common.barIsInFrame = barred.contains { $0.values.rows < leastForBar }
        common.hasWheel = !common.barIsInFrame && wheeled.allSatisfy { $0.values.rows >= leastForWheel }
        let groups = Dictionary(grouping: rooms.filter { $0.need != nil }, by: \.span)
        let lines = groups.mapValues { below(of: $0, common) }
        // Without its unit in the cell a number may have larger digits.
        func fonts(withUnit: Bool) -> [TypedRoom.Span: Stencil] {
            guard alphabet != .ascii else { return [:] }
            var fonts: [TypedRoom.Span: Stencil] = [:]
            for (span, group) in groups {
                let below = lines[span]?.rowsBelow ?? 0
                fonts[span] = font(for: group, rowsBelow: below, withUnit: withUnit)
            }
            return fonts
        }
        let (beside, alone) = (fonts(withUnit: true), fonts(withUnit: false))
        let plain = groups.filter { beside[$0.key] == nil }.flatMap(\.value)
        let labelsAreWhole = rooms.allSatisfy(\.titleHasRoomForUnit)
        common.unitIsBeside =
            plain.allSatisfy(\.plainTextHasRoomForUnit) && !(labelsAreWhole && alone.count > beside.count)
        return rooms.map { room in
            var letters = common
            guard room.need != nil else { return letters }
            letters.font = (common.unitIsBeside ? beside : alone)[room.span]
            letters.rowsBelow = lines[room.span]?.rowsBelow ?? 0
            letters.hasUnderline = lines[room.span]?.hasUnderline ?? false
            if room.dial != nil {
                letters.hasWheel = false
                letters.rowsBelow = min(letters.rowsBelow, 1)
            }
            return letters
        }
    }

    private static func below(of group: [TypedRoom], _ common: TypedLetters) -> (rowsBelow: Int, hasUnderline: Bool) {
        let hasBar = group.contains { $0.need?.hasBar == true }
        let hasWheel = common.hasWheel && group.contains { $0.need?.wantsWheel == true }
        let below = (hasBar && !common.barIsInFrame ? 1 : 0) + (hasWheel ? 2 : 0)
        return (below, group.contains { $0.need?.isCounter == true })
    }

    /// The largest stencils for which all of these cells have room.
    private static func font(for group: [TypedRoom], rowsBelow: Int, withUnit: Bool) -> Stencil? {
        // A narrow cell has small digits, even if its numbers are short.
        let isNarrow = group.contains { $0.values.columns < leastForLarge }
        let fonts = isNarrow ? [Stencil.small, .narrow] : [.large, .small, .narrow]
        func fits(_ font: Stencil, _ room: TypedRoom, withUnit: Bool) -> Bool {
            let below = room.dial == nil ? rowsBelow : min(rowsBelow, 1)
            return room.hasRoom(for: font, rows: room.values.rows - below, withUnit: withUnit)
        }
        // A counter may have more digits than any stencil has room for. It is then plain, and the others are not.
        let counted = group.filter { room in
            room.need?.isCounter != true || !room.plainTextHasRoomForUnit
                || fonts.contains { fits($0, room, withUnit: false) }
        }
        guard !counted.isEmpty else { return nil }
        return fonts.first { font in counted.allSatisfy { fits(font, $0, withUnit: withUnit) } }
    }
}
