/// An interval of numbers: `[0, 100]`, `[0, 100)`, `(0, 1]`, `(-inf, inf)`.
public struct ValueRange: Equatable, Sendable {
    /// The lower end, or −∞ if the range has no lower end.
    public let lower: Double
    /// The upper end, or +∞ if the range has no upper end.
    public let upper: Double
    public let includesLower: Bool
    public let includesUpper: Bool
    /// The distance between the ends, computed exactly if both ends are decimals.
    public let span: Double

    public init(_ lower: Double, _ upper: Double, includesLower: Bool = true, includesUpper: Bool = true) {
        self.lower = lower
        self.upper = upper
        self.includesLower = includesLower && lower.isFinite
        self.includesUpper = includesUpper && upper.isFinite
        span = (ExactNumber(upper) - ExactNumber(lower)).value
    }

    package var exactSpan: ExactNumber { ExactNumber(upper) - ExactNumber(lower) }
    public var isFinite: Bool { lower.isFinite && upper.isFinite }
    /// Whether the range includes exactly one of its two ends. A wrapping control needs such a range.
    public var isHalfOpen: Bool { isFinite && includesLower != includesUpper }

    public func contains(_ value: Double) -> Bool {
        (includesLower ? value >= lower : value > lower) && (includesUpper ? value <= upper : value < upper)
    }
}

/// The reason why a text is not a range.
public enum RangeProblem: Error, Equatable, Sendable {
    case notARange
    case notANumber(String)
    case includesInfinity
    case empty
    case tooWide
}

extension ValueRange {
    /// Parses a range such as `[0, 100)`. A bracket includes its end, a parenthesis excludes it.
    public init(text: String) throws(RangeProblem) {
        let body = text.drop(while: \.isWhitespace)
        guard let first = body.first, first == "[" || first == "(" else { throw .notARange }
        var inner = body.dropFirst()
        while inner.last?.isWhitespace == true { inner = inner.dropLast() }
        guard let last = inner.last, last == "]" || last == ")" else { throw .notARange }
        let parts = inner.dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .notARange }
        let lower = try Self.end(parts[0])
        let upper = try Self.end(parts[1])
        guard lower.isFinite || first == "(", upper.isFinite || last == ")" else { throw .includesInfinity }
        guard lower < upper else { throw .empty }
        guard !(lower.isFinite && upper.isFinite) || (upper - lower).isFinite else { throw .tooWide }
        self.init(lower, upper, includesLower: first == "[", includesUpper: last == "]")
    }

    private static func end(_ part: Substring) throws(RangeProblem) -> Double {
        var text = part.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text = text.dropLast() }
        switch text {
        case "inf", "+inf": return .infinity
        case "-inf": return -.infinity
        default:
            guard let number = Double(text), number.isFinite, !text.lowercased().contains("x") else {
                throw .notANumber(String(text))
            }
            // -0 becomes 0.
            return number == 0 ? 0 : number
        }
    }
}
