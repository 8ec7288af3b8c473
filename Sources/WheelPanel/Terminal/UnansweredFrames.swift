import WheelCore

/// The frames whose answers are missing. The next frame waits for all answers, so that it contains the newest values.
///
/// An answer may be lost, or it may be late because the connection is slow. At first a lost and a late answer cannot be
/// distinguished. So after each wait without an answer the next wait is twice as long. Frames do not accumulate on a
/// slow connection, and a terminal that never answers gets frames less and less often, finally one every 80 s.
struct UnansweredFrames {
    /// The first wait.
    static let shortest = Interval.seconds(5)
    static let longest = Interval.seconds(80)

    private(set) var count = 0
    /// Until when the next frame must wait; `nil` if it may be sent.
    private(set) var deadline: Instant?
    private var patience = shortest
    /// When the first unanswered frame was sent, and when the newest frame was sent.
    private var begin = Instant.distantPast
    private var newest = Instant.distantPast
    /// Whether an answer has arrived since the newest frame was sent.
    private var hasAnswered = false

    mutating func recordFrame(at now: Instant) {
        if count == 0 { begin = now }
        newest = now
        count += 1
        hasAnswered = false
        deadline = now + patience
    }

    mutating func recordAnswer(at now: Instant) {
        guard count > 0 else { return }
        count -= 1
        hasAnswered = true
        if count > 0 {
            // The next answer should take no longer than the time since the first unanswered frame was sent. After
            // twice that time, or after `patience` if this is longer, the answer counts as lost.
            deadline = now + max(patience, UnansweredFrames.twice(now - begin))
        } else {
            deadline = nil
            let wait = UnansweredFrames.twice(now - newest)
            patience = min(max(wait, UnansweredFrames.shortest), UnansweredFrames.longest)
        }
    }

    /// Ends the wait if its deadline has passed.
    mutating func wake(at now: Instant) {
        guard let due = deadline, due <= now else { return }
        deadline = nil
        // If the terminal has answered since the newest frame was sent, the missing answers are lost.
        if hasAnswered { count = 0 }
        patience = min(UnansweredFrames.twice(patience), UnansweredFrames.longest)
    }

    private static func twice(_ time: Interval) -> Interval { Interval(microseconds: 2 * time.microseconds) }
}
