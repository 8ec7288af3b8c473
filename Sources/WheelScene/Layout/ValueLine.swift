import WheelCore

/// The vertical place of the value in a card. All cards of a row share this line, so that their values are aligned.
struct ValueLine: Equatable, Sendable {
    /// Where the value is, and what else is in the body. If the cards of a row have several kinds, the row uses the
    /// kind that is last in this list, because this kind leaves the fewest places for the value.
    enum Kind: Int, Sendable {
        /// The value alone, or a drawing beside it: the value is in the middle.
        case middle
        /// A drawing below the value: the value is at the top.
        case top
        /// A wheel or a bar at the lower edge, with the value in the middle above it.
        case aboveWheel
    }

    private(set) var kind: Kind
    /// The upper and the lower end of the value's place.
    private(set) var top: Double
    private(set) var bottom: Double
    /// The maximum height of the values' digits and capitals in all cards that share the line.
    private(set) var capital: Double
    /// The smallest y coordinate of the baseline: large digits need room above it.
    private(set) var highest: Double

    init(_ kind: Kind, _ box: Rect, capital: Double, highest: Double = -.infinity) {
        self.kind = kind
        (top, bottom) = (box.minY, box.maxY)
        self.capital = min(capital, box.height / 1.25)
        self.highest = highest
    }

    var height: Double { bottom - top }
    /// The baseline of all values in the row.
    var baseline: Double {
        min(max((top + bottom + capital) / 2, highest), bottom - capital * ValueLine.margin).rounded()
    }

    private static let margin = 0.1

    /// The shared line of a row that contains both cards. If the kinds differ, the result is the line whose kind is
    /// later in the list. Of two lines of the kind `top`, the result is the line that ends lower. Of two lines of
    /// another kind, the result is the line that ends higher, which is also above the higher wheel.
    func joined(with other: ValueLine) -> ValueLine {
        let isFirst =
            kind == other.kind ? (kind == .top) == (bottom > other.bottom) : kind.rawValue > other.kind.rawValue
        var line = isFirst ? self : other
        line.highest = max(highest, other.highest)
        if line.kind == .top { line.bottom = max(line.bottom, line.highest + line.capital * ValueLine.margin) }
        line.capital = min(capital, other.capital, line.height / 1.25)
        return line
    }
}

extension SceneRoom {
    /// The place of the value: `own`, but with the upper and the lower end of the line if the cards share a line.
    func valueBox(_ own: Rect) -> Rect {
        guard let line else { return own }
        return Rect(x: own.minX, y: line.top, width: own.width, height: max(0, min(line.bottom, body.maxY) - line.top))
    }

    /// A row of this height for the value. If the cards share a line, the middle of the row is in the middle of the
    /// line's digits. Otherwise the row is at the top of the body, below a free space of the height `air`.
    func valueRow(height: Double, air: Double = 0) -> Rect {
        guard let line else { return Rect(x: body.minX, y: body.minY + air, width: body.width, height: height) }
        let height = min(height, line.height)
        return Rect(x: body.minX, y: line.baseline - (line.capital + height) / 2, width: body.width, height: height)
    }
}
