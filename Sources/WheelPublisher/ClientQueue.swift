import WheelGeometry
import WheelModel
import WheelProtocol

/// The lines that wait for one client: the newest value of each control, events and replies.
///
/// A newer value of a control replaces an older one, so that a slow reader gets current values. Beyond `most` events the
/// oldest events that are not commits are dropped, and commits last; the client is sent their number as `missed`. Replies are
/// never dropped: a client whose replies wait is not read from.
struct ClientQueue {
    static let most = 256

    enum Item {
        /// A value with a `line` is sent as it is. One without a line was merged: it is sent with the line of the control's
        /// newest value at that time.
        case value(PendingValue, due: Instant, line: [UInt8]?)
        /// `count`: how many events are missed if this one is dropped. It is more than 1 for a value that replaced others
        /// before its control was removed.
        case event([UInt8], isCommit: Bool, control: Int?, count: Int)
        /// The state of all controls. It is never dropped, since the events after it name what only it explains.
        case controls([UInt8])
        /// A reply, or the first line.
        case answer([UInt8])
    }

    private(set) var items: [Item] = []
    /// The number of events that were dropped and not reported yet.
    private(set) var missed = 0
    private(set) var answerBytes = 0
    private var events = 0
    /// Whether several values of one control may be waiting, each with its own line.
    private var mayMerge = false

    var isEmpty: Bool { items.isEmpty && missed == 0 }

    /// Adds a value for a client that keeps up.
    mutating func add(value control: Int, delta: Double, line: [UInt8]) {
        // A merged value is sent with the newest value's line, which is this one's. With a line of its own this value would
        // be sent twice.
        if holdsMerged(control) { return merge(value: control, delta: delta, due: Instant(microseconds: .min)) }
        items.append(
            .value(PendingValue(control: control, delta: delta), due: Instant(microseconds: .min), line: line))
        mayMerge = true
        countEvent()
    }

    /// Adds a value for a client that is behind or has an `interval_ms`. It goes to the end of the queue and replaces an
    /// older value of the control.
    mutating func merge(value control: Int, delta: Double, due: Instant) {
        var pending = PendingValue(control: control, delta: delta)
        var due = due
        if let index = indexOfValue(control), case .value(let older, let dueBefore, _) = items[index] {
            pending = older
            pending.merge(delta: delta)
            due = min(due, dueBefore)
            items.remove(at: index)
            events -= 1
        }
        items.append(.value(pending, due: due, line: nil))
        countEvent()
    }

    /// Merges the values that wait, after the client has fallen behind.
    mutating func mergeValues() {
        mayMerge = false
        var index = 0
        while index < items.count {
            guard case .value(let older, let due, _) = items[index] else {
                index += 1
                continue
            }
            let later = items[(index + 1)...].firstIndex {
                if case .value(let pending, _, _) = $0 { pending.control == older.control } else { false }
            }
            if let later, case .value(let newer, let dueLater, _) = items[later] {
                var merged = older
                merged.merge(newer)
                // The newer value's own line has only its own delta.
                items[later] = .value(merged, due: min(due, dueLater), line: nil)
                items.remove(at: index)
                events -= 1
            } else {
                index += 1
            }
        }
    }

    mutating func add(event line: [UInt8], isCommit: Bool, control: Int?) {
        // The value that the commit confirms is sent before it.
        if isCommit, let control { release(value: control) }
        items.append(.event(line, isCommit: isCommit, control: control, count: 1))
        countEvent()
    }

    /// A newer state of all controls replaces one that waits.
    mutating func add(controls line: [UInt8]) {
        items.removeAll { if case .controls = $0 { true } else { false } }
        items.append(.controls(line))
    }

    mutating func add(answer line: [UInt8]) {
        items.append(.answer(line))
        answerBytes += line.count
    }

    /// The earliest time at which a value that waits may be sent.
    var due: Instant? {
        var earliest: Instant?
        for case .value(_, let due, _) in items { earliest = earliest.map { min($0, due) } ?? due }
        return earliest
    }

    /// Whether anything may be sent now.
    func hasDue(at time: Instant) -> Bool {
        missed > 0
            || items.contains { item in
                if case .value(_, let due, _) = item { due <= time } else { true }
            }
    }

    /// Removes the items that were sent. `toldMissed`: the line `missed` was sent before them.
    mutating func remove(_ sent: [Int], toldMissed: Bool) {
        if toldMissed { clearMissed() }
        for index in sent.reversed() {
            switch items[index] {
            case .value, .event: events -= 1
            case .controls: break
            case .answer(let line): answerBytes -= line.count
            }
            items.remove(at: index)
        }
    }

    mutating func clearMissed() { missed = 0 }

    /// The client has another subscription. The values that wait were published before it, and are still sent. A value that
    /// is no longer wanted becomes due at once and keeps the line that it has now, so that no newer value replaces it. A value
    /// that is still wanted may become due earlier.
    mutating func narrow(isWanted: (Int) -> Bool, due: (Int) -> Instant, line: (PendingValue) -> [UInt8]) {
        for index in items.indices {
            guard case .value(let pending, let dueBefore, let ownLine) = items[index] else { continue }
            if isWanted(pending.control) {
                items[index] = .value(pending, due: min(dueBefore, due(pending.control)), line: ownLine)
            } else {
                items[index] = .value(pending, due: Instant(microseconds: .min), line: ownLine ?? line(pending))
            }
        }
    }

    /// Controls have new indices: `place` returns them, and `nil` for a control that was removed. The value of a removed
    /// control becomes an ordinary event: no newer value can replace it.
    mutating func renumber(_ place: (Int) -> Int?, line: (PendingValue) -> [UInt8]) {
        for index in items.indices {
            switch items[index] {
            case .value(var pending, let due, let ownLine):
                if let control = place(pending.control) {
                    pending.control = control
                    items[index] = .value(pending, due: due, line: ownLine)
                } else {
                    let count = pending.skipped + 1
                    items[index] = .event(ownLine ?? line(pending), isCommit: false, control: nil, count: count)
                }
            case .event(let line, let isCommit, let control, let count):
                items[index] = .event(line, isCommit: isCommit, control: control.flatMap(place), count: count)
            case .controls, .answer: break
            }
        }
    }

    /// Makes a value due at once.
    mutating func release(value control: Int) {
        guard let index = indexOfValue(control), case .value(let pending, _, let line) = items[index] else { return }
        items[index] = .value(pending, due: Instant(microseconds: .min), line: line)
    }

    private func indexOfValue(_ control: Int) -> Int? {
        items.firstIndex { if case .value(let pending, _, _) = $0 { pending.control == control } else { false } }
    }

    private func holdsMerged(_ control: Int) -> Bool {
        items.contains { if case .value(let pending, _, line: nil) = $0 { pending.control == control } else { false } }
    }

    private mutating func countEvent() {
        events += 1
        // Values are merged before any event is dropped.
        if events > ClientQueue.most, mayMerge { mergeValues() }
        guard events > ClientQueue.most else { return }
        let oldest =
            items.firstIndex { if case .event(_, isCommit: false, _, _) = $0 { true } else { false } }
            ?? items.firstIndex { if case .event(_, isCommit: true, _, _) = $0 { true } else { false } }
        guard let oldest, case .event(_, _, _, let count) = items[oldest] else { return }
        items.remove(at: oldest)
        events -= 1
        missed += count
    }
}
