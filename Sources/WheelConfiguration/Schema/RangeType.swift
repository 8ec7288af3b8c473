import WheelCore
import WheelModel

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
            "includes infinity, which is no value: write a parenthesis beside it, as \"[0, inf)\""
        case .empty:
            "is empty: the first end must be less than the second, not \(quoted(text, quote: "\""))"
        case .tooWide:
            "is too wide: its ends may lie between -1e30 and 1e30"
        }
    }
}

extension ValueRange {
    /// The range in the syntax of the configuration.
    var text: String {
        "\(includesLower ? "[" : "(")\(decimal(lower)), \(decimal(upper))\(includesUpper ? "]" : ")")"
    }
}
