import WheelGeometry

/// What a program has of one control, and what it was sent lately.
///
/// Many programs send back each value that they receive, some of them late: the control has moved on meanwhile, and must not
/// jump back. A value that was sent in the last moments counts as such an echo. If it was a change after all, the program gets
/// the control's value a moment later, so that both are equal.
struct SentNumbers {
    /// An echo comes within this time.
    private static let echo = Interval.milliseconds(400)
    /// More are not sent in that time, with the usual pauses between packets.
    private static let most = 100

    /// The number that the program has; `nil` if it has none.
    private var newest: Double?
    private var recent: [(number: Double, until: Instant)] = []
    /// When the program must get the control's value again, because its last message may have been no echo.
    private(set) var doubt: Instant?

    mutating func noteSent(_ number: Double, at now: Instant) {
        newest = number
        doubt = nil
        recent.removeAll { $0.until < now }
        if recent.count >= SentNumbers.most { recent.removeFirst() }
        recent.append((number, now + SentNumbers.echo))
    }

    mutating func forget() {
        newest = nil
        recent = []
        doubt = nil
    }

    /// The program says this number. Returns whether it is news, and not what the program was sent or has said before.
    /// `isFloat`: it has the few digits of a Float.
    mutating func hear(_ number: Double, isFloat: Bool, at now: Instant) -> Bool {
        let nearness = isFloat ? number.magnitude * 1e-6 : 0
        let isNewest = newest.map { ($0 - number).magnitude <= nearness } ?? false
        let isEcho = recent.contains { $0.until >= now && ($0.number - number).magnitude <= nearness }
        doubt = isEcho && !isNewest ? now + SentNumbers.echo : nil
        guard !isNewest, !isEcho else { return false }
        newest = number
        return true
    }

    /// Returns whether the control's value must be sent again now.
    mutating func settle(at now: Instant) -> Bool {
        guard let doubt, now >= doubt else { return false }
        self.doubt = nil
        return true
    }
}
