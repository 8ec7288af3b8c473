import WheelCore
import WheelModel
import WheelTouch

/// The layout of the digits scene: one column for each digit of the range, so that every digit keeps its place, and the
/// unit after the digits.
///
/// The columns have the proportions of B612. Digits of other fonts are centred in their columns.
struct DigitsLayout: NumberScene {
    struct Column: Equatable, Sendable {
        let place: Int
        let x: Double
    }

    let places: DigitPlaces
    /// The height of the digits.
    let capital: Double
    /// The columns of all places, from left to right.
    let columns: [Column]
    let columnWidth: Double
    /// The x coordinates of the middle of the sign and of the middle of the decimal point, and the place of the unit. A
    /// part that is never drawn is `nil`.
    let sign: Double?
    let point: Double?
    let unit: Unit?
    /// A unit that does not fit after the digits, and is therefore shown after the label.
    let droppedUnit: String?
    /// The middles of the characters between groups of digits; empty if groups are separated by space.
    let separators: [Double]
    let separator: String
    /// The box of the sign and the digits, from their upper edge to the baseline.
    let field: Rect
    /// The upper edge and the height of the underlines of digits that the speed moves.
    let underline: (top: Double, height: Double)
    let hasDigitTargets: Bool
    let isMoved: Bool
    let line: ValueLine?
    let body: Rect
    let measures: Measures

    struct Unit: Equatable, Sendable {
        let text: String
        let box: Rect
        let capital: Double
    }

    /// The x coordinate of the middle of the digits together with the unit.
    var middle: Double { (field.minX + (unit?.box.maxX ?? field.maxX)) / 2 }

    var headroom: Double { field.minY - body.minY }

    var value: ValuePlace? { nil }

    init(_ settings: ControlSettings, _ number: NumberSettings, in room: SceneRoom) {
        isMoved = settings.movedByHands
        places = DigitPlaces(number, isInteger: settings.kind == .int)
        let (body, measures) = (room.body, room.measures)
        (self.body, self.measures) = (body, measures)
        let group = number.shown?.group ?? ""
        separator = group.allSatisfy(\.isWhitespace) ? "" : group
        let row = DigitRow(places, hasGroups: !group.isEmpty, separator: separator)
        let text = number.shownUnit
        // On a line that is shared with other cards, the digits must fit between the line's baseline and the top of the
        // body.
        let above = room.line.map { ($0.baseline - body.minY) / (1 + DigitRow.margin) } ?? body.height
        let aim = max(measures.digits, room.valueCapital)
        let most = max(1, min(aim, body.height / DigitRow.heights, above, room.mostCapital))
        func fitting(_ unit: String) -> Double {
            var capital = most
            // The unit has a minimum size, so the width is not proportional to the height of the capitals. So the
            // height that fits is found by repeated attempts.
            for _ in 0..<16 {
                let width = row.width(capital, unit, measures)
                if width > body.width { capital *= body.width / width }
            }
            return capital
        }
        let whole = fitting(text)
        let hasUnit = !text.isEmpty && whole >= min(measures.leastValue, most)
        let capital = hasUnit ? whole : fitting("")
        self.capital = capital
        let em = capital / DigitRow.capitalPerEm
        let width = row.width(capital, hasUnit ? text : "", measures)
        let left = body.minX + max(0, (body.width - width) / 2)
        let height = capital * (DigitRow.heights - 2 * DigitRow.margin)
        let margin = capital * DigitRow.margin
        let own = (body.midY - height / 2 + capital).rounded()
        let baseline = room.line.map { max(body.minY + capital + margin, $0.baseline) } ?? own
        line =
            room.line
            ?? ValueLine(.middle, body, capital: room.valueCapital, highest: body.minY + capital + margin)
        field = Rect(x: left, y: baseline - capital, width: row.ems * em, height: capital)
        columnWidth = DigitRow.digit * em
        columns = zip(places.all, row.digits).map { Column(place: $0, x: left + $1 * em) }
        sign = places.hasSign ? left + DigitRow.sign / 2 * em : nil
        point = row.point.map { left + $0 * em }
        separators = separator.isEmpty ? [] : row.gaps.map { left + $0 * em }
        let thickness = min(max(1, (capital * 0.1).rounded()), measures.whole(0.8))
        underline = ((baseline + max(1, capital * 0.08)).rounded(), thickness)
        droppedUnit = hasUnit || text.isEmpty ? nil : text
        if hasUnit {
            let size = DigitRow.unitCapital(text, capital, measures)
            let start = field.maxX + DigitRow.unitGap(text) * em
            let box = Rect(
                x: start, y: baseline - size, width: DigitRow.unitWidth(text, size), height: size)
            unit = Unit(text: text, box: box, capital: size)
        } else {
            unit = nil
        }
        hasDigitTargets =
            columnWidth >= measures.target && body.height >= measures.target && places.speed(moving: 0) != nil
    }

    /// The underline of a digit, which shows that the speed moves this digit.
    func underline(of place: Int) -> Rect? {
        guard let column = columns.first(where: { $0.place == place }) else { return nil }
        let margin = columnWidth * 0.06
        return Rect(
            x: column.x + margin, y: underline.top, width: columnWidth - 2 * margin, height: underline.height
        ).onWholePixels
    }

    var valueAlone: (scene: any Scene, bottom: Double)? {
        (self, underline.top + underline.height + measures.innerGap)
    }

    /// A tap on a digit selects the speed that moves it, and a drag changes the digit. If a digit or the body is too
    /// small for a fingertip, or if no speed has a known step, the whole body is one target.
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] {
        guard isMoved else { return [] }
        // The length of a drag is measured on the glass and does not depend on the viewing distance, because the size
        // of fingers does not.
        let length = 7 * measures.density
        guard hasDigitTargets else { return [TouchTarget(.number(control: control, length: length), area: body)] }
        return columns.indices.compactMap { index in
            let place = columns[index].place
            guard let speed = places.speed(moving: place) else { return nil }
            let left = index > 0 ? (columns[index - 1].x + columnWidth + columns[index].x) / 2 : columns[index].x
            let end = columns[index].x + columnWidth
            let right = index + 1 < columns.count ? (end + columns[index + 1].x) / 2 : end
            return TouchTarget(
                .digit(control: control, amount: places.amount(of: place), speed: speed, length: length),
                area: Rect(x: left, y: body.minY, width: right - left, height: body.height))
        }
    }
}

/// The proportions of a row of digits, in ems of B612.
struct DigitRow: Equatable, Sendable {
    static let capitalPerEm = 0.76
    static let digit = 0.65
    static let sign = 0.65
    private static let pointWidth = 0.32
    private static let gap = 0.18
    private static let separatorWidth = 0.3
    /// The height of the row with the underline and the margins above and below, in multiples of the capitals' height.
    static let heights = 1.32
    static let margin = 0.06

    /// The left edges of the digits.
    private(set) var digits: [Double] = []
    /// The middles of the point and of the gaps between groups.
    private(set) var point: Double?
    private(set) var gaps: [Double] = []
    /// The width of the row.
    private(set) var ems: Double

    init(_ places: DigitPlaces, hasGroups: Bool, separator: String) {
        ems = places.hasSign ? DigitRow.sign : 0
        let gap = separator.isEmpty ? DigitRow.gap : DigitRow.separatorWidth
        for place in places.all {
            if place == -1 {
                point = ems + DigitRow.pointWidth / 2
                ems += DigitRow.pointWidth
            } else if hasGroups, !digits.isEmpty, (place + 1).isMultiple(of: 3) {
                // Groups of three are counted from the point in both directions.
                gaps.append(ems + gap / 2)
                ems += gap
            }
            digits.append(ems)
            ems += DigitRow.digit
        }
    }

    func width(_ capital: Double, _ unit: String, _ measures: Measures) -> Double {
        let em = capital / DigitRow.capitalPerEm
        guard !unit.isEmpty else { return ems * em }
        let size = DigitRow.unitCapital(unit, capital, measures)
        return (ems + DigitRow.unitGap(unit)) * em + DigitRow.unitWidth(unit, size)
    }

    static func unitGap(_ unit: String) -> Double { unit == "°" ? 0 : 0.2 }

    static func unitCapital(_ unit: String, _ capital: Double, _ measures: Measures) -> Double {
        unit == "°" ? capital : min(capital, max(measures.label, capital * 0.4))
    }

    /// The approximate width of the unit in B612. If the unit is wider in the display's font, it is drawn smaller.
    static func unitWidth(_ unit: String, _ capital: Double) -> Double {
        let ems = unit.reduce(0.0) { width, letter in
            switch letter {
            case "M", "W", "m", "w", "%", "‰": width + 0.95
            case "i", "j", "l", "I", "t", "f", "r", ".", "'", "°", "/": width + 0.45
            default: letter.isUppercase ? width + 0.72 : width + 0.62
            }
        }
        return ems * capital / capitalPerEm
    }
}
