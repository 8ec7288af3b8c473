/// The interval in which a number of the file must lie, and its text for messages.
package struct Limits: Sendable {
    package enum End: Sendable {
        case none
        case including(Double)
        case excluding(Double)
    }

    package let lower: End
    package let upper: End

    package static func closed(_ range: ClosedRange<Double>) -> Limits {
        Limits(lower: .including(range.lowerBound), upper: .including(range.upperBound))
    }

    package static func above(_ lower: Double, upTo upper: Double? = nil) -> Limits {
        Limits(lower: .excluding(lower), upper: upper.map { .including($0) } ?? .none)
    }

    package static func atLeast(_ lower: Double) -> Limits {
        Limits(lower: .including(lower), upper: .none)
    }

    package static let none = Limits(lower: .none, upper: .none)

    package func contains(_ value: Double) -> Bool {
        let isAbove =
            switch lower {
            case .none: true
            case .including(let end): value >= end
            case .excluding(let end): value > end
            }
        let isBelow =
            switch upper {
            case .none: true
            case .including(let end): value <= end
            case .excluding(let end): value < end
            }
        return isAbove && isBelow
    }

    /// `1…240`, `greater than 0 and at most 50`, `at least 1`. Empty without limits.
    package var text: String {
        switch (lower, upper) {
        case (.none, .none): return ""
        case (.including(let low), .including(let high)): return "\(decimal(low))…\(decimal(high))"
        default: break
        }
        let low: String? =
            switch lower {
            case .none: nil
            case .including(let end): "at least \(decimal(end))"
            case .excluding(let end): "greater than \(decimal(end))"
            }
        let high: String? =
            switch upper {
            case .none: nil
            case .including(let end): "at most \(decimal(end))"
            case .excluding(let end): "less than \(decimal(end))"
            }
        return [low, high].compactMap { $0 }.joined(separator: " and ")
    }
}

/// A number without a redundant fraction: `3`, not `3.0`.
package func decimal(_ number: Double) -> String {
    let text = "\(number == 0 ? 0 : number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
