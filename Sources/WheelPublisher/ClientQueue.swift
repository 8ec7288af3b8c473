import WheelGeometry
import WheelModel
import WheelProtocol

/// The lines that wait for one client: the newest value and pending value of each control, events and replies.
///
/// A newer value of a control replaces an older one, so that a slow reader gets current values. Beyond `limit` events the
/// oldest events that are not commits are dropped, and commits last; the client is sent their number as `missed`. Replies are
/// never dropped: a client whose replies wait is not read from.
///
/// The lines are without `more`: whether another event of the same step follows is known when they are sent.
struct ClientQueue {
    /// How many events may always wait.
    static let most = 256
    /// How many events of each control may wait if that is more, so that one step can move all controls.
    static let mostPerControl = 4

    enum Item {
        /// A value with a `line` is sent as it is. One without a line was merged: it is sent with the line of the control's
        /// newest value at that time.
        case value(WaitingValue, due: Instant, line: [UInt8]?)
        /// `count`: how many events are missed if this one is dropped. It is more than 1 for a value that replaced others
        /// before its control was removed.
        /// `step`: the step that it is part of, if that step has several events.
        case event([UInt8], isCommit: Bool, control: Int?, count: Int, step: Int?)
        /// The state of all controls. It is never dropped, since the events after it name what only it explains.
        case controls([UInt8])
        /// A reply, or the first line.
        case answer([UInt8])
        /// A frame of a remote display, for this watch. It is no event that counts against `most`: there is at most one of
        /// each watch.
        case frame([UInt8], watch: Int)

        var step: Int? {
            switch self {
            case .value(let waiting, _, _): waiting.step
            case .event(_, _, _, _, let step): step
            case .controls, .answer, .frame: nil
            }
        }
    }

    /// How many events may wait before some are dropped.
    var limit = ClientQueue.most

    private(set) var items: [Item] = []
    /// The number of events that were dropped and not reported yet.
    private(set) var missed = 0
    private(set) var answerBytes = 0
    private var events = 0
    /// Whether several values of one control may be waiting, each with its own line.
    private var mayMerge = false

    var isEmpty: Bool { items.isEmpty && missed == 0 }

    /// Adds a value for a client that keeps up.
    mutating func add(_ value: WaitingValue, line: [UInt8]) {
        // A merged value is sent with the newest value's line, which is this one's. With a line of its own this value would
        // be sent twice.
        if holdsMerged(value.subject) { return merge(value, due: Instant(microseconds: .min)) }
        items.append(.value(value, due: Instant(microseconds: .min), line: line))
        mayMerge = true
        countEvent()
    }

    /// Adds a value for a client that is behind or has an `interval_ms`. It goes to the end of the queue and replaces an
    /// older value of the control.
    mutating func merge(_ value: WaitingValue, due: Instant) {
        var waiting = value
        var due = due
        if let index = indexOf(value.subject), case .value(let older, let dueBefore, _) = items[index] {
            waiting = older
            waiting.merge(value)
            due = min(due, dueBefore)
            items.remove(at: index)
            events -= 1
        }
        items.append(.value(waiting, due: due, line: nil))
        countEvent()
    }

    /// Merges the values that wait, after the client has fallen behind.
    mutating func mergeValues() {
        guard mayMerge else { return }
        mayMerge = false
        var newest: [WaitingValue.Subject: Int] = [:]
        var replaced: [Int] = []
        for index in items.indices {
            guard case .value(let newer, let due, _) = items[index] else { continue }
            if let before = newest[newer.subject], case .value(let older, let dueBefore, _) = items[before] {
                var merged = older
                merged.merge(newer)
                // The newer value's own line has only its own delta.
                items[index] = .value(merged, due: min(due, dueBefore), line: nil)
                replaced.append(before)
            }
            newest[newer.subject] = index
        }
        remove(replaced.sorted())
        events -= replaced.count
    }

    mutating func add(event line: [UInt8], isCommit: Bool, control: Int?, step: Int? = nil) {
        // The value that the commit confirms, or the pending value that ends, is sent before it.
        if isCommit, let control { release(valuesOf: control) }
        items.append(.event(line, isCommit: isCommit, control: control, count: 1, step: step))
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

    mutating func add(frame line: [UInt8], watch: Int) { items.append(.frame(line, watch: watch)) }

    mutating func dropFrame(of ended: Int) {
        items.removeAll { if case .frame(_, let watch) = $0 { watch == ended } else { false } }
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

    /// Whether the next line to send after an event of the step is another one of it.
    func goesOn(_ step: Int, after index: Int, at time: Instant) -> Bool {
        for item in items[(index + 1)...] {
            if case .value(_, let due, _) = item, due > time { continue }
            return item.step == step
        }
        return false
    }

    /// Removes the items that were sent. `toldMissed`: the line `missed` was sent before them.
    mutating func remove(_ sent: [Int], toldMissed: Bool) {
        if toldMissed { clearMissed() }
        for index in sent {
            switch items[index] {
            case .value, .event: events -= 1
            case .controls: break
            case .answer(let line): answerBytes -= line.count
            case .frame: break
            }
        }
        remove(sent)
    }

    /// Removes items in one pass, since many may wait. `places` ascend.
    private mutating func remove(_ places: [Int]) {
        guard var kept = places.first else { return }
        var gone = places[...]
        for index in kept..<items.count {
            if gone.first == index {
                gone.removeFirst()
            } else {
                items.swapAt(kept, index)
                kept += 1
            }
        }
        items.removeSubrange(kept...)
    }

    mutating func clearMissed() { missed = 0 }

    /// The client has another subscription. The values that wait were published before it, and are still sent. A value that
    /// is no longer wanted becomes due at once and keeps the line that it has now, so that no newer value replaces it. A value
    /// that is still wanted may become due earlier.
    mutating func narrow(
        isWanted: (WaitingValue.Subject) -> Bool, due: (WaitingValue.Subject) -> Instant,
        line: (WaitingValue) -> [UInt8]
    ) {
        for index in items.indices {
            guard case .value(let waiting, let dueBefore, let ownLine) = items[index] else { continue }
            if isWanted(waiting.subject) {
                items[index] = .value(waiting, due: min(dueBefore, due(waiting.subject)), line: ownLine)
            } else {
                items[index] = .value(waiting, due: Instant(microseconds: .min), line: ownLine ?? line(waiting))
            }
        }
    }

    /// Controls have new indices: `place` returns them, and `nil` for a control that was removed. The value of a removed
    /// control becomes an ordinary event: no newer value can replace it.
    mutating func renumber(_ place: (Int) -> Int?, line: (WaitingValue) -> [UInt8]) {
        for index in items.indices {
            switch items[index] {
            case .value(var waiting, let due, let ownLine):
                if let control = place(waiting.subject.control) {
                    waiting.subject.control = control
                    items[index] = .value(waiting, due: due, line: ownLine)
                } else {
                    let count = waiting.skipped + 1
                    items[index] = .event(
                        ownLine ?? line(waiting), isCommit: false, control: nil, count: count, step: waiting.step)
                }
            case .event(let line, let isCommit, let control, let count, let step):
                items[index] = .event(
                    line, isCommit: isCommit, control: control.flatMap(place), count: count, step: step)
            case .controls, .answer, .frame: break
            }
        }
    }

    /// Makes the control's value and its pending value due at once.
    mutating func release(valuesOf control: Int) {
        for index in items.indices {
            guard case .value(let waiting, _, let line) = items[index], waiting.subject.control == control else {
                continue
            }
            items[index] = .value(waiting, due: Instant(microseconds: .min), line: line)
        }
    }

    private func indexOf(_ subject: WaitingValue.Subject) -> Int? {
        items.firstIndex { if case .value(let waiting, _, _) = $0 { waiting.subject == subject } else { false } }
    }

    private func holdsMerged(_ subject: WaitingValue.Subject) -> Bool {
        items.contains {
            if case .value(let waiting, _, line: nil) = $0 { waiting.subject == subject } else { false }
        }
    }

    private mutating func countEvent() {
        events += 1
        // Values are merged before any event is dropped.
        if events > limit, mayMerge { mergeValues() }
        guard events > limit else { return }
        let oldest =
            items.firstIndex { if case .event(_, isCommit: false, _, _, _) = $0 { true } else { false } }
            ?? items.firstIndex { if case .event(_, isCommit: true, _, _, _) = $0 { true } else { false } }
        guard let oldest, case .event(_, _, _, let count, _) = items[oldest] else { return }
        items.remove(at: oldest)
        events -= 1
        missed += count
    }
}
