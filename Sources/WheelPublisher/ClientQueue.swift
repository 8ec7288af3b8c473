import WheelGeometry
import WheelModel
import WheelProtocol

/// What waits for one client: the newest value of each control, every commit, replies.
///
/// Values are merged, so that a slow reader gets what is, not what was. Past `most` events the oldest that are no commits
/// go first, then commits; how many is told as `missed`. Replies are never dropped: who asks is not read from while
/// answers wait.
struct ClientQueue {
    static let most = 256

    enum Item {
        /// With a line of its own it goes out as it is; without one it has been merged, and the newest value's line is
        /// written for it when it goes.
        case value(PendingValue, due: Instant, line: [UInt8]?)
        /// `count` is how many events it tells of: a value that has replaced others stays one of them.
        case event([UInt8], isCommit: Bool, control: Int?, count: Int)
        /// A reply, or a greeting.
        case answer([UInt8])
    }

    private(set) var items: [Item] = []
    /// Events that were left out and have not been told yet.
    private(set) var missed = 0
    private(set) var answerBytes = 0
    private var events = 0
    /// Several values of one control may wait, each with a line of its own.
    private var mayMerge = false

    var isEmpty: Bool { items.isEmpty && missed == 0 }

    /// A value for a client that reads along.
    mutating func add(value control: Int, delta: Double, line: [UInt8]) {
        // A merged value is sent with the newest value's line. Beside it, a line of this value's own would tell it
        // twice.
        if holdsMerged(control) { return merge(value: control, delta: delta, due: Instant(microseconds: .min)) }
        items.append(
            .value(PendingValue(control: control, delta: delta), due: Instant(microseconds: .min), line: line))
        mayMerge = true
        countEvent()
    }

    /// A value for a client that is behind, or wants fewer of them: it takes the place behind everything else, and the
    /// older one goes.
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

    /// The client has turned out to be behind: what waits for it is merged.
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
                // A line of its own would tell the newer one's delta alone.
                items[later] = .value(merged, due: min(due, dueLater), line: nil)
                items.remove(at: index)
                events -= 1
            } else {
                index += 1
            }
        }
    }

    mutating func add(event line: [UInt8], isCommit: Bool, control: Int?) {
        // A commit says how it ended: the value before it does not wait any longer.
        if isCommit, let control { release(value: control) }
        items.append(.event(line, isCommit: isCommit, control: control, count: 1))
        countEvent()
    }

    mutating func add(answer line: [UInt8]) {
        items.append(.answer(line))
        answerBytes += line.count
    }

    /// The earliest moment at which a thinned value may go.
    var due: Instant? {
        var earliest: Instant?
        for case .value(_, let due, _) in items { earliest = earliest.map { min($0, due) } ?? due }
        return earliest
    }

    /// Whether anything may go out now.
    func hasDue(at time: Instant) -> Bool {
        missed > 0
            || items.contains { item in
                if case .value(_, let due, _) = item { due <= time } else { true }
            }
    }

    /// Takes off the items whose lines have gone, the `missed` line included where it went first.
    mutating func remove(_ sent: [Int], toldMissed: Bool) {
        if toldMissed { forgetMissed() }
        for index in sent.reversed() {
            switch items[index] {
            case .value, .event: events -= 1
            case .answer(let line): answerBytes -= line.count
            }
            items.remove(at: index)
        }
    }

    mutating func forgetMissed() { missed = 0 }

    /// The client wants other values from now on. What waits was published before: a value that is no longer wanted goes
    /// at once, with the line that it has now, so that nothing newer takes its place. For one that is wanted still, `due`
    /// may bring its time forward.
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

    /// Controls have other numbers, as `place` says. The value of one that has gone is an event like any other: nothing
    /// newer can take its place.
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
            case .answer: break
            }
        }
    }

    /// A value that waits for its time goes at once.
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
        // A value that a newer one can replace gives way before any event is lost.
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
