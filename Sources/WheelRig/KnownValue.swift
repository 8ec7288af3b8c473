import WheelCore

/// What is known about one value of the rig.
struct KnownValue {
    enum Standing: Equatable {
        case unknown
        /// The rig has reported it last.
        case reported(RigValue)
        /// It was sent. Until then the rig may report an older value.
        case sent(RigValue, until: Instant)
    }

    var standing = Standing.unknown
    /// What waits to be sent.
    var pending: RigValue?
    /// Nothing is sent before the rig has reported its value.
    var awaitsReading = false
    /// The rig's own step, as far as its values have shown it: all of them are multiples of it. 0 before the first one.
    private var grain = 0.0

    /// The rig or the daemon has come back.
    mutating func begin(awaitsReading: Bool) {
        standing = .unknown
        pending = nil
        self.awaitsReading = awaitsReading
    }

    /// The rig reports a value. Returns whether somebody has turned the rig, or its value counts.
    mutating func read(_ value: RigValue, of quantity: RigQuantity, at now: Instant) -> Bool {
        if case .number(let number) = value, quantity.isWhole { grain = KnownValue.commonStep(grain, number) }
        if awaitsReading {
            awaitsReading = false
            standing = .reported(value)
            return true
        }
        // A newer one is on its way.
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

    /// The greatest number of which both are multiples.
    private static func commonStep(_ one: Double, _ other: Double) -> Double {
        var (step, rest) = (one, other.magnitude.rounded())
        while rest > 0 { (step, rest) = (rest, step.truncatingRemainder(dividingBy: rest)) }
        return step
    }
}

/// A question that the rig is asked again and again.
struct RigPoll {
    let query: RigQuery
    /// The routes that the answer is for.
    var routes: [Int] = []
    var dueAt = Instant.distantPast

    init(_ query: RigQuery) { self.query = query }

    func isOverdue(at now: Instant, by delay: Interval) -> Bool { dueAt != .distantPast && now >= dueAt + delay }
}
