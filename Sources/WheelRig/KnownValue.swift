import WheelCore

/// What is known about one value of the rig, and whether an answer of the rig is a change.
///
///     unknown ──read──▶ reported(a) ──read b──▶ reported(b): somebody has turned the rig from a to b
///        ▲                  ▲ read a, or anything after `until`
///     connection          sent(a, until) ◀──── the rig has confirmed the command that sets a
///
/// While a value waits to be sent, answers do not count, because they are older than the value. With `wins = "rig"` the
/// opposite holds after a connection: no value is sent before the first answer, and this answer counts.
struct KnownValue {
    enum Standing: Equatable {
        case unknown
        case reported(RigValue)
        /// The value was sent. Before `until` the rig may still report an older value.
        case sent(RigValue, until: Instant)
    }

    var standing = Standing.unknown
    var pending: RigValue?
    /// Whether the value must not be sent before the rig has reported its own value.
    var awaitsReading = false
    /// The rig's own step, estimated as the greatest common divisor of its answers; 0 before the first answer.
    private var grain = 0.0

    /// Called when this program has connected to the rig or the daemon, or the mapped controls have changed.
    mutating func begin(awaitsReading: Bool) {
        standing = .unknown
        pending = nil
        self.awaitsReading = awaitsReading
    }

    /// Called when the rig has reported a value. Returns whether the control must be set to this value.
    mutating func read(_ value: RigValue, of quantity: RigQuantity, at now: Instant) -> Bool {
        if case .number(let number) = value, quantity.isWhole { grain = KnownValue.commonStep(grain, number) }
        if awaitsReading {
            awaitsReading = false
            standing = .reported(value)
            return true
        }
        guard pending == nil else { return false }
        switch standing {
        case .unknown:
            standing = .reported(value)
            return false
        case .reported(let last):
            standing = .reported(value)
            return value != last
        case .sent(let sent, let until):
            if value.isRounded(from: sent, of: quantity, grain: grain) {
                standing = .reported(value)
                return false
            }
            guard now >= until else { return false }
            standing = .reported(value)
            return true
        }
    }

    /// The greatest common divisor of both numbers.
    private static func commonStep(_ one: Double, _ other: Double) -> Double {
        var (step, rest) = (one, other.magnitude.rounded())
        while rest > 0 { (step, rest) = (rest, step.truncatingRemainder(dividingBy: rest)) }
        return step
    }
}

/// A query that is sent to the rig periodically.
struct RigPoll {
    let query: RigQuery
    /// The routes, by their indices, whose values are in the answer.
    var routes: [Int] = []
    var dueAt = Instant.distantPast

    init(_ query: RigQuery) { self.query = query }

    func isOverdue(at now: Instant, by delay: Interval) -> Bool { dueAt != .distantPast && now >= dueAt + delay }
}
