import WheelCore

/// The value of a larger card is never lower than the value of a smaller card, so that eyes find the main value of a page first.
/// Values in smaller cards are made lower for that, but never so low that they cannot be read.
enum ValueRank {
    /// Cards of about the same size have no rank.
    static func isLarger(_ card: Rect, than other: Rect) -> Bool {
        card.width * card.height > other.width * other.height * 1.1
    }
}

extension PageLayout.Cell {
    /// The height of the value's capitals by `WordWidth`; `nil` for positions.
    func valueCapital(_ settings: ControlSettings, _ measures: Measures) -> Double? {
        guard settings.number != nil else { return nil }
        if let digits = scene as? DigitsLayout { return digits.capital }
        guard let value = scene.value else { return nil }
        let width = ValueWidth(settings)
        var capital = value.capital
        while capital > 4, width.pixels(at: capital, measures) > value.box.width { capital *= 0.96 }
        return capital
    }
}

extension ValueText {
    /// Makes no value higher than the values of larger cards.
    static func rank(_ texts: inout [ValueText?], _ cells: [PageLayout.Cell]) {
        // The largest card comes first. So a value that was made lower limits the values of all smaller cards.
        let order = cells.indices.sorted { cells[$0].frame.area > cells[$1].frame.area }
        for (place, index) in order.enumerated() {
            let limits = order[..<place].compactMap { other -> Double? in
                guard ValueRank.isLarger(cells[other].frame.rect, than: cells[index].frame.rect) else { return nil }
                if let digits = cells[other].scene as? DigitsLayout { return digits.capital }
                return texts[other].flatMap { $0.isOfNumber ? $0.capital : nil }
            }
            if let limit = limits.min() { texts[index]?.limit(to: limit) }
        }
    }
}

extension CellFrame {
    fileprivate var area: Double { rect.width * rect.height }
}
