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
        // A range that was copied from a page may have other spaces than those of ASCII.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        let plain = isPlain ? text : String(text.map { $0.isWhitespace ? " " : $0 })
        let body = Self.trimmed(plain[...].utf8)
        let (opening, closing) = (body.first, body.last)
        guard opening == UInt8(ascii: "[") || opening == UInt8(ascii: "("),
            closing == UInt8(ascii: "]") || closing == UInt8(ascii: ")")
        else { throw .notARange }
        let parts = body.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .notARange }
        let (lower, upper) = (try Self.end(parts[0]), try Self.end(parts[1]))
        let (includesLower, includesUpper) = (opening == UInt8(ascii: "["), closing == UInt8(ascii: "]"))
        guard lower.isFinite || !includesLower, upper.isFinite || !includesUpper else { throw .includesInfinity }
        guard lower < upper else { throw .empty }
        guard !(lower.isFinite && upper.isFinite) || (upper - lower).isFinite else { throw .tooWide }
        self.init(lower, upper, includesLower: includesLower, includesUpper: includesUpper)
    }

    private static func end(_ part: Substring.UTF8View) throws(RangeProblem) -> Double {
        let bytes = trimmed(part)
        let text = Substring(bytes)
        switch text {
        case "inf", "+inf": return .infinity
        case "-inf": return -.infinity
        default:
            let isHexadecimal = bytes.contains { $0 | 0x20 == UInt8(ascii: "x") }
            guard let number = Double(text), number.isFinite, !isHexadecimal else { throw .notANumber(String(text)) }
            // -0 becomes 0.
            return number == 0 ? 0 : number
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return rest
    }
}
