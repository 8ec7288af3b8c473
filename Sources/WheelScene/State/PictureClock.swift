import WheelCore

/// The texts of a picture that depend on the time: the age of a value, and the time until a pending value is dropped.
///
/// Both texts change even without a newer state, at most once a second. `nextChange` returns the time of the next
/// change, so that no thread wakes before that time.
extension ControlPicture {
    public func isStale(at time: Instant) -> Bool { age.map { $0.staleAt <= time } ?? false }

    /// How long ago a stale value was written, such as "4 s", or "old" if the time is unknown; `nil` while the value is
    /// not stale.
    public func ageText(at time: Instant) -> String? {
        guard let age, age.staleAt <= time else { return nil }
        return age.writtenAt.map { PictureClock.passed(time - $0).text } ?? "old"
    }

    /// The time until the pending value is dropped, such as "6 s"; `nil` if no value is pending, or while a finger
    /// holds the pending value.
    public func waitText(at time: Instant) -> String? {
        guard let pendingUntil, pendingUntil > time else { return nil }
        return PictureClock.left(pendingUntil - time).text
    }

    /// The next time after `time` at which a text of this picture changes, if nothing else happens; `nil` if no text
    /// will change.
    public func nextChange(after time: Instant) -> Instant? {
        var next: Instant?
        if let age {
            if age.staleAt > time {
                next = age.staleAt
            } else if let written = age.writtenAt {
                next = written + PictureClock.passed(time - written).next
            }
        }
        guard let pendingUntil, pendingUntil > time else { return next }
        let left = PictureClock.left(pendingUntil - time).next
        let change = pendingUntil + Interval(microseconds: -left.microseconds)
        return next.map { min($0, change) } ?? change
    }
}

extension SceneState {
    /// The next time after `time` at which a text of these controls changes, if nothing else happens; `nil` if no text
    /// will change.
    func nextChange(of shown: [Int], after time: Instant) -> Instant? {
        shown.lazy.compactMap { controls[$0].nextChange(after: time) }.min()
    }

    /// The next time after `time` at which a text of any control in view changes, if nothing else happens.
    public func nextChange(after time: Instant) -> Instant? {
        nextChange(of: SceneView.controls(of: view, pictureSettings.settings), after: time)
    }
}

/// The text of a time interval as a whole number of one unit. The text "2 min" does not change for a minute.
enum PictureClock {
    private static let units = [("s", 1), ("min", 60), ("h", 3600), ("d", 86_400)].map {
        (name: $0.0, length: Interval(microseconds: Int64($0.1) * 1_000_000))
    }
    private static let limits: [Int64] = [60, 60, 48]

    /// The text of an elapsed time, rounded down, and the elapsed time at which the text changes next.
    static func passed(_ interval: Interval) -> (text: String, next: Interval) {
        let interval = max(interval, .zero)
        for (unit, limit) in zip(units, limits) {
            let count = interval.microseconds / unit.length.microseconds
            if count < limit { return counted(count, unit, next: count + 1) }
        }
        let days = units[3]
        let count = interval.microseconds / days.length.microseconds
        return counted(count, days, next: count + 1)
    }

    /// The text of a remaining time, rounded up, and the remaining time at which the text changes next.
    static func left(_ interval: Interval) -> (text: String, next: Interval) {
        for (unit, limit) in zip(units, limits) {
            let count = (interval.microseconds - 1) / unit.length.microseconds + 1
            if count <= limit { return counted(count, unit, next: count - 1) }
        }
        let days = units[3]
        let count = (interval.microseconds - 1) / days.length.microseconds + 1
        return counted(count, days, next: count - 1)
    }

    private static func counted(
        _ count: Int64, _ unit: (name: String, length: Interval), next: Int64
    ) -> (text: String, next: Interval) {
        let (length, overflow) = unit.length.microseconds.multipliedReportingOverflow(by: next)
        return ("\(count) \(unit.name)", Interval(microseconds: overflow ? .max : length))
    }
}
