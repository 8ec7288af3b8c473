import WheelCore

/// What a picture says of time: the age of a value, and how long a pending value waits.
///
/// Both change with time alone, once a second at most. `nextChange` says when, so that nothing wakes in between.
extension ControlPicture {
    /// Whether the value is stale.
    public func isStale(at time: Instant) -> Bool { age.map { $0.staleAt <= time } ?? false }

    /// How long ago a stale value was written, as "4 s"; `nil` while it is not stale. "old" where the time is not known.
    public func ageText(at time: Instant) -> String? {
        guard let age, age.staleAt <= time else { return nil }
        return age.writtenAt.map { PictureClock.passed(time - $0).text } ?? "old"
    }

    /// The seconds before the pending value is dropped, as "6 s"; `nil` if nothing is pending, or while a finger holds it.
    public func waitText(at time: Instant) -> String? {
        guard let pendingUntil, pendingUntil > time else { return nil }
        return PictureClock.left(pendingUntil - time).text
    }

    /// When a text of this picture changes next, after `time`, if nothing else happens; `nil` if none does.
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
    /// When a text of these controls changes next, after `time`, if nothing else happens; `nil` if none does.
    func nextChange(of shown: [Int], after time: Instant) -> Instant? {
        shown.lazy.compactMap { controls[$0].nextChange(after: time) }.min()
    }

    /// Likewise of all controls in view.
    public func nextChange(after time: Instant) -> Instant? {
        nextChange(of: SceneView.controls(of: view, pictureSettings.settings), after: time)
    }
}

/// A length of time in its largest unit. Two minutes are "2 min" for a minute.
enum PictureClock {
    private static let units = [("s", 1), ("min", 60), ("h", 3600), ("d", 86_400)].map {
        (name: $0.0, length: Interval(microseconds: Int64($0.1) * 1_000_000))
    }
    private static let limits: [Int64] = [60, 60, 48]

    /// Of a time that has passed, rounded down; and the length at which its text changes.
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

    /// Of a time that is left, rounded up; and the length at which its text changes.
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
