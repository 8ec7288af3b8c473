// Numbers and ranges in the file.
//
// TOML distinguishes `3` from `3.0`. A key for a whole number accepts only the first form, and a key for a number
// accepts both, and makes a Double of either. A number of digits alone is limited to 2^53, since a larger Double may
// differ from the number in the file. Any other number is 0, or has a magnitude from 1e-30 to 1e30 (`NumberLimits`), so
// that results of arithmetic with a few such numbers are finite and not 0.
//
// A message writes the limits and the value as the file would: "'distance_m' must be 0.1…10, not 12", without a
// redundant ".0". The documentation of a key writes its limits in the same way.

import WheelCore
import WheelModel

extension ValueType where Value == Bool {
    package static let flag = ValueType("true or false", write: { "\($0)" }) { node, subject in
        if case .boolean(let value) = node.value { return value }
        return subject.mustBe("true or false", node)
    }
}

extension ValueType where Value == Int {
    package static func whole(_ range: ClosedRange<Int>) -> ValueType {
        let limits = "\(range.lowerBound)…\(range.upperBound)"
        return ValueType("whole number", limits: limits, write: { "\($0)" }) { node, subject in
            guard case .integer(let integer) = node.value else { return subject.mustBe("a whole number", node) }
            guard let value = Int(exactly: integer), range.contains(value) else {
                return subject.complain(node.place, "must be \(limits), not \(integer)")
            }
            return value
        }
    }
}

extension ValueType where Value == Double {
    /// The end of a message about a number that is too large, or too close to 0, for every key.
    static func isBeyondLimits(_ number: Double) -> String {
        number.magnitude > NumberLimits.largest
            ? "is too large: numbers go up to 1e30"
            : "is too close to 0: numbers other than 0 are at least 1e-30 away from it"
    }

    package static func number(_ limits: Limits = .none) -> ValueType {
        ValueType("number", limits: limits.text, write: decimal) { node, subject in
            let value: Double
            switch node.value {
            case .number(let number) where number.isFinite:
                guard NumberLimits.holds(number) else { return subject.complain(node.place, isBeyondLimits(number)) }
                // -0 in the file becomes 0.
                value = number == 0 ? 0 : number
            case .integer(let integer) where integer.magnitude <= Fraction.largest.magnitude:
                value = Double(integer)
            case .integer:
                return subject.complain(node.place, "is too large: whole numbers go up to 9007199254740992 (2^53)")
            case .number, .string, .boolean, .date, .time, .dateTime, .list, .table:
                return subject.mustBe("a number", node)
            }
            guard limits.contains(value) else {
                return subject.complain(node.place, "must be \(limits.text), not \(decimal(value))")
            }
            return value
        }
    }

    static let notZero = number().refined(limits: "not 0") { $0 == 0 ? "must not be 0" : nil }
}

extension ValueType where Value == Interval {
    package static func milliseconds(_ range: ClosedRange<Int>) -> ValueType {
        ValueType<Int>.whole(range).map({ .milliseconds(Int64($0)) }, back: { Int($0.microseconds / 1000) })
    }

    package static func microseconds(_ range: ClosedRange<Int>) -> ValueType {
        ValueType<Int>.whole(range).map(
            { Interval(microseconds: Int64($0)) }, back: { Int($0.microseconds) })
    }

    package static func seconds(_ limits: Limits) -> ValueType {
        ValueType<Double>.number(limits).map({ .seconds($0) }, back: \.seconds)
    }
}

extension ValueType where Value == ValueRange {
    /// A range such as `[0, 100)`.
    package static let range = ValueType(
        "range", limits: "as `\"[0, 100)\"`", write: { "\"\($0.text)\"" }
    ) { node, subject in
        guard case .string(let text) = node.value else { return subject.mustBe("a string, as \"[0, 100]\"", node) }
        do throws(RangeProblem) {
            let range = try ValueRange(text: text)
            let ends = [range.lower, range.upper].filter(\.isFinite)
            if let end = ends.first(where: { !NumberLimits.holds($0) }) {
                return subject.complain(
                    node.place, "has \(decimal(end)) for an end, which \(ValueType<Double>.isBeyondLimits(end))")
            }
            return range
        } catch {
            return subject.complain(node.place, error.predicate(text))
        }
    }
}

extension RangeProblem {
    /// The message without its subject, `'range'`.
    fileprivate func predicate(_ text: String) -> String {
        switch self {
        case .notARange:
            "must be two ends between brackets, as \"[0, 100]\" or \"[0, 360)\", not \(quoted(text, quote: "\""))"
        case .notANumber(""):
            "lacks one of its ends: \(quoted(text, quote: "\""))"
        case .notANumber(let end):
            "has \(quoted(end)) for an end, which must be a number or inf"
        case .includesInfinity:
            "includes infinity, which is not a value: write a parenthesis beside it, as \"[0, inf)\""
        case .empty:
            "is empty: the first end must be less than the second, not \(quoted(text, quote: "\""))"
        case .tooWide:
            "is too wide: its ends may lie between -1e30 and 1e30"
        }
    }
}

extension ValueRange {
    /// The range as the configuration writes it.
    var text: String {
        "\(includesLower ? "[" : "(")\(decimal(lower)), \(decimal(upper))\(includesUpper ? "]" : ")")"
    }
}

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

    /// The limits as text: `1…240`, `greater than 0 and at most 50`, `at least 1`. Empty without limits.
    package var text: String {
        if case (.including(let low), .including(let high)) = (lower, upper) {
            return "\(decimal(low))…\(decimal(high))"
        }
        func words(_ end: End, _ including: String, _ excluding: String) -> String? {
            switch end {
            case .none: nil
            case .including(let number): "\(including) \(decimal(number))"
            case .excluding(let number): "\(excluding) \(decimal(number))"
            }
        }
        let ends = [words(lower, "at least", "greater than"), words(upper, "at most", "less than")]
        return ends.compactMap { $0 }.joined(separator: " and ")
    }
}

/// A number without a redundant fraction: `3`, not `3.0`.
package func decimal(_ number: Double) -> String {
    let text = "\(number == 0 ? 0 : number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
