import WheelCore
import WheelModel
import WheelWire

/// The lines that wait to be sent to one client: the newest value and pending value of each control, events and
/// replies.
///
/// For example: `gain` moves to 1, 2 and 3 and is committed, while the client does not read. The queue then holds one
/// value of `gain`, followed by the commit. This value replaces the two older ones (`skipped` is 2), and its delta is
/// the sum of all three deltas. The value's line is written when it is sent, with the newest value at that time. So a
/// slow reader gets current values, but not every value.
///
/// Events are not merged. If more than `limit` events and values wait, or events of more than `Budget.waitingBytes`,
/// the oldest events are dropped. Commits and ends of pending values are kept longest: they are dropped only when no
/// other event is left. The event `missed` reports the number of dropped events to the client. Replies are never
/// dropped. Their total size is limited, because the requests of a client are not read while too many bytes of replies
/// wait. The state of all controls is not dropped either, since it contains the names that the events after it use.
///
/// The lines in the queue have no `more`: only when a line is sent is it known whether another event of the same step,
/// that is of the same cause, follows for this client.
///
/// The queue is filled on the loop's thread, so adding an event must take constant amortised time. An item that is
/// removed leaves an empty place. The empty places are removed together when they outnumber the items. A newer item
/// replaces an older one of the same `Subject`, such as a control's value. The older item is found by `newest`, which
/// has the place of the last item of each subject.
struct ClientQueue {
    /// How many events may always wait, even if the panel has few controls.
    static let most = 256
    /// On a panel with many controls, this many events for each control may wait if that is more than `most`. So the
    /// events of a step that moves all controls fit into the queue.
    static let mostPerControl = 4
    /// The value of `most` for a client that subscribes only to commits.
    static let mostCommits = 4096
    /// How many more empty places than items there may be.
    private static let sparePlaces = 32

    /// How many events and values may wait before events are dropped.
    var limit = ClientQueue.most

    /// The items in the order in which they are sent, with empty places between them.
    private(set) var places: [Item?] = []
    /// All places before this one are empty.
    private(set) var first = 0
    private(set) var count = 0
    /// The number of dropped events that were not reported to the client yet.
    private(set) var missed = 0
    private(set) var answerBytes = 0
    /// The total bytes of the waiting events, which may be dropped.
    private(set) var eventBytes = 0
    /// The bytes of the lines of values, counted separately since values are merged and never dropped.
    private(set) var valueBytes = 0
    private var events = 0
    private var values = 0
    /// The place of the newest item of each subject, such as a control's value.
    private var newest: [Subject: Int] = [:]
    /// The places of values that wait with their own lines although newer values of the same subjects wait as well.
    /// Some of these places may be empty by now.
    private var repeated: [Int] = []
    /// The times until which merged values are held back. A merged value has no line yet: its line is written when the
    /// value is sent.
    private var held = HeldTimes()
    /// The places at which the next searches for an event begin: `oldestEvent` for events that are not kept,
    /// `oldestKept` for events that are kept. No earlier place has an event of this kind.
    private var oldestEvent = 0
    private var oldestKept = 0

    var isEmpty: Bool { count == 0 && missed == 0 }

    /// Adds a value for a client that keeps up.
    mutating func add(_ value: WaitingValue, line: [UInt8]) {
        // An older value that was merged is sent with the newest line, which is the line of this value. If this value
        // were queued too, the line would be sent twice.
        if let place = newest[.value(value.subject)], case .value(_, line: nil)? = places[place] {
            return merge(value, due: .distantPast)
        }
        append(.value(value, line: line))
        keepLimit()
    }

    /// Adds a value at the end of the queue, for a client that is behind or has an `interval_ms`. The new value
    /// replaces an older value of the same subject.
    mutating func merge(_ value: WaitingValue, due: Instant) {
        var waiting = value
        var due = due
        if let place = newest[.value(value.subject)], case .value(let older, _)? = places[place] {
            waiting = older
            waiting.merge(value)
            due = min(due, held[value.subject] ?? .distantPast)
            consume(place)
        }
        append(.value(waiting, line: nil))
        held.hold(value.subject, until: due)
        tidy()
        keepLimit()
    }

    /// Merges all waiting values of each subject.
    mutating func mergeValues() {
        guard !repeated.isEmpty else { return }
        for place in repeated {
            guard case .value(let older, _)? = places[place], let newest = newest[.value(older.subject)],
                case .value(let newer, _)? = places[newest]
            else { continue }
            var merged = older
            merged.merge(newer)
            // The line of the newer value is dropped, because its delta does not include the delta of the older value.
            replace(newest, by: .value(merged, line: nil))
            held.release(older.subject)
            consume(place)
        }
        repeated.removeAll(keepingCapacity: true)
        tidy()
    }

    mutating func add(event line: [UInt8], isKept: Bool, control: Int?, step: Int? = nil) {
        // A control's value is sent before its commit, and a pending value before its end. So neither value is held
        // back any longer.
        if isKept, let control { release(valuesOf: control) }
        append(.event(line, isKept: isKept, control: control, count: 1, step: step))
        keepLimit()
    }

    mutating func add(controls line: [UInt8]) {
        drop(.allControls)
        append(.controls(line))
    }

    mutating func add(answer line: [UInt8]) { append(.answer(line)) }

    mutating func add(answer head: [UInt8], shared body: [UInt8]) { append(.sharedAnswer(head, body)) }

    mutating func add(frame line: [UInt8], watch: Int) { append(.frame(line, watch: watch)) }

    /// Drops the waiting frame of a watch or view. Returns whether there was one.
    mutating func dropFrame(of watch: Int) -> Bool {
        let hasFrame = newest[.watch(watch)] != nil
        drop(.watch(watch))
        return hasFrame
    }

    /// The earliest time at which a waiting value may be sent; `nil` if no value waits.
    var due: Instant? {
        if values == 0 { return nil }
        return values > held.count ? .distantPast : held.earliest
    }

    /// Whether any line may be sent now.
    func hasDue(at time: Instant) -> Bool {
        missed > 0 || count > held.count || held.earliest.map { $0 <= time } ?? false
    }

    /// Whether `interval_ms` holds the item back.
    func isHeld(_ item: Item, at time: Instant) -> Bool {
        guard case .value(let waiting, line: nil) = item, let due = held[waiting.subject] else { return false }
        return due > time
    }

    /// Whether the next item that may be sent belongs to the same step as the item at `place`.
    func hasMore(after place: Int, at time: Instant) -> Bool {
        guard let step = places[place]?.step else { return false }
        for case let item? in places[(place + 1)...] where !isHeld(item, at: time) { return item.step == step }
        return false
    }

    /// Removes the value from its step, because it is sent later than the other events of the step.
    mutating func leaveStep(at place: Int) {
        guard case .value(var waiting, let line)? = places[place], waiting.step != nil else { return }
        waiting.step = nil
        replace(place, by: .value(waiting, line: line))
    }

    /// Removes the items that were sent. `toldMissed`: the line `missed` was sent before these items.
    mutating func remove(_ sent: some Sequence<Int>, toldMissed: Bool) {
        if toldMissed { clearMissed() }
        for place in sent { consume(place) }
        held.findEarliest()
        tidy()
    }

    mutating func clearMissed() { missed = 0 }

    /// Applies a new subscription. The waiting values were published before the `subscribe`, so all of them are still
    /// sent. Values that the new subscription leaves out are sent as soon as possible, and their lines are made now,
    /// because no newer values will replace them. The other values become due earlier if the new `interval_ms` is
    /// shorter.
    mutating func narrow(
        isWanted: (WaitingValue.Subject) -> Bool, due: (WaitingValue.Subject) -> Instant,
        line: (WaitingValue) -> [UInt8]
    ) {
        for place in places.indices {
            guard case .value(let waiting, line: nil)? = places[place] else { continue }
            let subject = waiting.subject
            if isWanted(subject) {
                if let before = held[subject] { held.hold(subject, until: min(before, due(subject))) }
            } else {
                held.release(subject)
                replace(place, by: .value(waiting, line: line(waiting)))
            }
        }
        held.findEarliest()
    }

    /// Applies new indices of the controls: `place` returns them, and `nil` for a control that was removed. The value
    /// of a removed control becomes an ordinary event, because no newer value can replace it.
    mutating func renumber(_ place: (Int) -> Int?, line: (WaitingValue) -> [UInt8]) {
        held.renumber(place)
        rebuild { item in
            switch item {
            case .value(var waiting, let ownLine):
                guard let subject = waiting.subject.renumbered(place) else {
                    return .event(
                        ownLine ?? line(waiting), isKept: false, control: nil, count: waiting.skipped + 1,
                        step: waiting.step)
                }
                waiting.subject = subject
                return .value(waiting, line: ownLine)
            case .event(let line, let isKept, let control, let count, let step):
                return .event(line, isKept: isKept, control: control.flatMap(place), count: count, step: step)
            case .controls, .answer, .sharedAnswer, .frame: return item
            }
        }
    }

    /// Makes the control's value and its pending value due at once.
    mutating func release(valuesOf control: Int) {
        held.release(WaitingValue.Subject(control))
        held.release(WaitingValue.Subject(control, isPending: true))
    }
}

extension ClientQueue {
    /// One waiting line, or the value from which the line will be written.
    enum Item {
        /// A value with a `line` is sent with this line. A value without a line was merged: its line is written when it
        /// is sent, from the newest value of its subject.
        case value(WaitingValue, line: [UInt8]?)
        /// `isKept`: the event is a commit or the end of a pending value, and is dropped last. `count`: how many events
        /// the client misses if this event is dropped. `count` is more than 1 for the value of a removed control, if
        /// this value had replaced older values. `step`: the step to which the event belongs, if the step has several
        /// events.
        case event([UInt8], isKept: Bool, control: Int?, count: Int, step: Int?)
        /// The state of all controls.
        case controls([UInt8])
        /// A reply, or the first line that a client gets.
        case answer([UInt8])
        /// A reply whose second part is shared with other clients.
        case sharedAnswer([UInt8], [UInt8])
        /// A frame for the watch or view with the number `watch`. A watch is a client's request for the frames of a
        /// remote display. Frames do not count against `limit`, since each watch or view has at most one waiting frame.
        case frame([UInt8], watch: Int)

        var step: Int? {
            switch self {
            case .value(let waiting, _): waiting.step
            case .event(_, _, _, _, let step): step
            case .controls, .answer, .sharedAnswer, .frame: nil
            }
        }

        /// The item as a long line that is sent without a copy; `nil` if it is sent as a copy. `hasMore`: whether
        /// another event of the same step follows. `hasMore` is evaluated only for a long event.
        func long(hasMore: @autoclosure () -> Bool) -> LongLine? {
            switch self {
            case .frame(let line, let watch): LongLine(line, watch: watch)
            case .sharedAnswer(let head, let body): LongLine(head, body)
            case .controls(let line), .answer(let line): line.count > LongLine.least ? LongLine(line) : nil
            case .value(_, .some(let line)), .event(let line, _, _, _, _):
                line.count > LongLine.least ? LongLine(event: line, hasMore: hasMore()) : nil
            case .value(_, .none): nil
            }
        }

        /// The subject of the item, if a newer item of the same subject may replace it.
        var subject: Subject? {
            switch self {
            case .value(let waiting, _): .value(waiting.subject)
            case .controls: .allControls
            case .frame(_, let watch): .watch(watch)
            case .event, .answer, .sharedAnswer: nil
            }
        }
    }

    enum Subject: Hashable {
        case value(WaitingValue.Subject)
        case allControls
        case watch(Int)
    }
}

extension ClientQueue {
    private mutating func append(_ item: Item) {
        record(item, at: places.count)
        places.append(item)
    }

    private mutating func record(_ item: Item, at place: Int) {
        count(item, by: 1)
        if let subject = item.subject, let older = newest.updateValue(place, forKey: subject),
            case .value = item
        {
            repeated.append(older)
        }
    }

    /// Updates the counters. `change` is 1 for an item that is added, and -1 for an item that is removed.
    private mutating func count(_ item: Item, by change: Int) {
        count += change
        switch item {
        case .value(_, let line):
            values += change
            events += change
            valueBytes += change * (line?.count ?? 0)
        case .event(let line, _, _, _, _):
            events += change
            eventBytes += change * line.count
        case .answer(let line): answerBytes += change * line.count
        case .sharedAnswer(let head, let body): answerBytes += change * (head.count + body.count)
        case .controls, .frame: break
        }
    }

    /// Replaces a value by another form of the same value.
    private mutating func replace(_ place: Int, by item: Item) {
        if let old = places[place] { count(old, by: -1) }
        places[place] = item
        count(item, by: 1)
    }

    /// Empties the place of an item. The caller must then call `tidy`, after its last use of a place, because `tidy`
    /// moves items to other places.
    private mutating func consume(_ place: Int) {
        guard let item = places[place] else { return }
        places[place] = nil
        count(item, by: -1)
        guard let subject = item.subject, newest[subject] == place else { return }
        newest[subject] = nil
        if case .value(let value) = subject { held.release(value) }
    }

    private mutating func drop(_ subject: Subject) {
        guard let place = newest[subject] else { return }
        consume(place)
        tidy()
    }

    /// Skips the empty places at the beginning, and removes all empty places when they outnumber the items. The cost
    /// per removed item is constant on average.
    private mutating func tidy() {
        while first < places.count, places[first] == nil { first += 1 }
        if count == 0 || places.count > 2 * count + ClientQueue.sparePlaces { rebuild { $0 } }
    }

    /// Changes all items, and removes the empty places between them.
    private mutating func rebuild(_ change: (Item) -> Item) {
        newest.removeAll(keepingCapacity: true)
        repeated.removeAll(keepingCapacity: true)
        (first, count, events, values, answerBytes, eventBytes, valueBytes) = (0, 0, 0, 0, 0, 0, 0)
        (oldestEvent, oldestKept) = (0, 0)
        var end = 0
        for place in places.indices {
            guard let item = places[place].map(change) else { continue }
            places[end] = item
            record(item, at: end)
            end += 1
        }
        places.removeSubrange(end...)
    }

    /// Drops events until the number of events and their bytes are within the limits.
    private mutating func keepLimit() {
        // Values are merged before any event is dropped.
        if isOver || valueBytes > Budget.waitingBytes { mergeValues() }
        while isOver {
            let oldest =
                Self.oldest(isKept: false, of: places, from: &oldestEvent)
                ?? Self.oldest(isKept: true, of: places, from: &oldestKept)
            guard let oldest, case .event(_, _, _, let count, _)? = places[oldest] else { return }
            consume(oldest)
            missed += count
            tidy()
        }
    }

    private var isOver: Bool { events > limit || eventBytes > Budget.waitingBytes }

    /// The place of the oldest event whose `isKept` has this value. The search begins at `start` and moves `start` to
    /// the result, so that each place is examined once.
    private static func oldest(isKept: Bool, of places: [Item?], from start: inout Int) -> Int? {
        while start < places.count {
            if case .event(_, isKept, _, _, _)? = places[start] { return start }
            start += 1
        }
        return nil
    }
}
