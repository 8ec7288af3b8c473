/// Pixels `from ..< to` of a row, or rows `from ..< to` of a picture.
struct Span: BitwiseCopyable, Equatable {
    var from: Int32
    var to: Int32

    static let empty = Span(from: 0, to: 0)
    /// An empty span. Widening it by another span gives that span.
    static let nowhere = Span(from: .max, to: .min)

    @inline(__always)
    var isEmpty: Bool { from >= to }

    @inline(__always)
    var count: Int32 { to &- from }

    @inline(__always)
    func overlaps(_ other: Span) -> Bool { from < other.to && other.from < to }

    @inline(__always)
    func intersection(_ other: Span) -> Span { Span(from: max(from, other.from), to: min(to, other.to)) }

    /// Extends the span to contain another one. Either span may be `nowhere`.
    @inline(__always)
    mutating func widen(_ other: Span) {
        from = min(from, other.from)
        to = max(to, other.to)
    }

    /// The smallest span around both spans. An empty span adds nothing.
    func union(_ other: Span) -> Span {
        if other.isEmpty { return self }
        if isEmpty { return other }
        return Span(from: min(from, other.from), to: max(to, other.to))
    }
}
