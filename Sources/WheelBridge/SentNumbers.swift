import WheelCore

/// A number that a peer has sent. It may be the echo of any number from `lowest` to `highest` that was sent to the
/// peer, because the peer may have rounded that number.
package struct HeardNumber: Equatable, Sendable {
    package let number: Double
    private let lowest: Double
    private let highest: Double

    package init(_ number: Double) { self.init(number, from: number, to: number) }

    package init(_ number: Double, from lowest: Double, to highest: Double) {
        self.number = number
        self.lowest = lowest
        self.highest = highest
    }

    func means(_ other: Double) -> Bool { lowest <= other && other <= highest }
}

/// The number that a peer has for one control, and the numbers that were sent to the peer recently.
///
/// Many peers send back each number that they receive. If such an echo is late, the control has moved in the meantime,
/// and must not jump back. So if the peer sends a number that was sent to it less than the time `echo` ago, the number
/// counts as an echo. An example: 10, 11 and 12 were sent, and the peer sends 11. This 11 is an echo, or the peer's
/// knob was turned back by one. The control stays at 12, and if no other number follows, the peer gets 12 again after
/// the time `echo`. So both ends have the same value in the end, whether the 11 was an echo or not.
struct SentNumbers {
    /// An echo is assumed to arrive within this time.
    static let echo = Interval.milliseconds(600)
    /// The maximum size of `recent`. At a bridge's default interval, fewer than 256 numbers are sent within `echo`.
    private static let most = 256

    /// The number that the peer has; `nil` if it is not known.
    private var newest: Double?
    private var recent: [(number: Double, until: Instant)] = []
    /// When the control's value must be sent to the peer again, because the peer's last number may have been a change
    /// and not an echo.
    private(set) var doubt: Instant?

    /// Records that a number was sent. `number` is what the peer has now, after a possible rounding by the peer's
    /// number type.
    mutating func recordSent(_ number: Double, at now: Instant) {
        newest = number
        doubt = nil
        let old = recent.prefix { $0.until < now }.count
        recent.removeFirst(max(old, recent.count - SentNumbers.most + 1))
        recent.append((number, now + SentNumbers.echo))
    }

    /// Called when the peer was replaced by another one, or has forgotten its numbers. Echoes of earlier numbers may
    /// still arrive, so `recent` is kept.
    mutating func resetPeer() {
        newest = nil
        doubt = nil
    }

    /// Called when the peer has sent a number. Returns `false` if the peer has this number already, or if it was sent
    /// to the peer recently.
    mutating func receive(_ heard: HeardNumber, at now: Instant) -> Bool {
        doubt = nil
        if let newest, heard.means(newest) { return false }
        if recent.contains(where: { $0.until >= now && heard.means($0.number) }) {
            doubt = now + SentNumbers.echo
            return false
        }
        newest = heard.number
        return true
    }

    /// Whether the control's value must be sent again now.
    func isInDoubt(at now: Instant) -> Bool { doubt.map { now >= $0 } ?? false }
}
