import WheelGeometry

/// What a program has of one control, and what it was sent lately.
///
/// Many programs send back each value that they receive, some of them late: the control has moved on meanwhile, and must not
/// jump back. A value that was sent in the last moments counts as such an echo.
struct SentNumbers {
    /// An echo comes within this time.
    private static let echo = Interval.milliseconds(400)
    /// More are not sent in that time, with the usual pauses between packets.
    private static let most = 100

    /// The number that the program has; `nil` if it has none.
    private var newest: Double?
    private var recent: [(number: Double, until: Instant)] = []

    mutating func noteSent(_ number: Double, at now: Instant) {
        newest = number
        recent.removeAll { $0.until < now }
        if recent.count >= SentNumbers.most { recent.removeFirst() }
        recent.append((number, now + SentNumbers.echo))
    }

    /// The program has changed it.
    mutating func noteHeard(_ number: Double) { newest = number }

    mutating func forget() {
        newest = nil
        recent = []
    }

    /// Whether the program says what it was sent, or what it has said before. `isFloat`: it has the few digits of a Float.
    func isRepeated(_ number: Double, isFloat: Bool, at now: Instant) -> Bool {
        let nearness = isFloat ? number.magnitude * 1e-6 : 0
        if let newest, (newest - number).magnitude <= nearness { return true }
        return recent.contains { $0.until >= now && ($0.number - number).magnitude <= nearness }
    }
}
