import WheelCore
import WheelModel
import WheelWire

/// The lines that wait for one client: the newest value and pending value of each control, events and replies.
///
/// For example: `gain` moves to 1, 2 and 3 and is committed, while the client does not read. What waits is one value of `gain`
/// that replaces two others (`skipped`), with the sum of the movements, and behind it the commit. Its line is not written until
/// it is sent: then it is the newest one. So a slow reader gets current values, and not all of them.
///
/// Events are not merged. Beyond `limit` of them, or `Budget.waitingBytes`, the oldest are dropped, and last those that are
/// kept: commits, and ends of pending values. The client is sent their number as `missed`. Replies are never dropped: a client
/// whose replies wait is not read from. The state of all controls is not dropped either, since the events after it have its
/// names.
///
/// The lines are without `more`: whether another event of the same step follows is known when they are sent.
///
/// The loop does this work, so an event costs the same however many wait. An item that is removed leaves an empty place, and
/// empty places are removed together when there are more of them than items. `newest` has the place of the item that a newer
/// one replaces.
struct ClientQueue {
    /// How many events may always wait.
    static let most = 256
    /// How many events of each control may wait if that is more, so that one step can move all controls.
    static let mostPerControl = 4
    /// How many may always wait for a client that keeps commits.
    static let mostCommits = 4096
    /// How many places may always be empty.
    private static let sparePlaces = 32

    /// How many events may wait before some are dropped.
    var limit = ClientQueue.most

    /// The items in order, and empty places.
    private(set) var places: [Item?] = []
    /// There is no item before this place.
    private(set) var first = 0
    /// Of items.
    private(set) var count = 0
    /// The number of events that were dropped and not reported yet.
    private(set) var missed = 0
    private(set) var answerBytes = 0
    /// The bytes of events that may be dropped.
    private(set) var eventBytes = 0
    /// The bytes of values with a line of their own. They are counted apart, since they are merged and never dropped.
    private(set) var valueBytes = 0
    private var events = 0
    private var values = 0
    /// The place of the newest item about each subject.
    private var newest: [Subject: Int] = [:]
    /// The places of values of which a newer one waits, each with its own line. Some may be empty by now.
    private var repeated: [Int] = []
    /// Of values without a line of their own.
    private var held = HeldTimes()
    /// There is no event before the first place that is not kept, and none before the second that is.
    private var oldestEvent = 0
    private var oldestKept = 0

    var isEmpty: Bool { count == 0 && missed == 0 }

    /// Adds a value for a client that keeps up.
    mutating func add(_ value: WaitingValue, line: [UInt8]) {
        // A merged value is sent with the newest line, which is this one's. With a line of its own it would be sent twice.
        if let place = newest[.value(value.subject)], case .value(_, line: nil)? = places[place] {
            return merge(value, due: .distantPast)
        }
        append(.value(value, line: line))
        keepLimit()
    }

    /// Adds a value for a client that is behind or has an `interval_ms`, at the end of the queue. It replaces an older value of the
    /// control.
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

    /// Merges the values that wait, after the client has fallen behind.
    mutating func mergeValues() {
        guard !repeated.isEmpty else { return }
        for place in repeated {
            guard case .value(let older, _)? = places[place], let newest = newest[.value(older.subject)],
                case .value(let newer, _)? = places[newest]
            else { continue }
            var merged = older
            merged.merge(newer)
            // The newer value's own line has only its own delta.
            replace(newest, by: .value(merged, line: nil))
            held.release(older.subject)
            consume(place)
        }
        repeated.removeAll(keepingCapacity: true)
        tidy()
    }

    mutating func add(event line: [UInt8], isKept: Bool, control: Int?, step: Int? = nil) {
        // The value that the commit confirms, or the pending value that ends, is sent before it.
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

    /// Returns whether one has waited.
    mutating func dropFrame(of watch: Int) -> Bool {
        let hasFrame = newest[.watch(watch)] != nil
        drop(.watch(watch))
        return hasFrame
    }

    /// The earliest time at which a value that waits may be sent.
    var due: Instant? {
        if values == 0 { return nil }
        return values > held.count ? .distantPast : held.earliest
    }

    /// Whether anything may be sent now.
    func hasDue(at time: Instant) -> Bool {
        missed > 0 || count > held.count || held.earliest.map { $0 <= time } ?? false
    }

    /// Whether `interval_ms` holds the item back.
    func isHeld(_ item: Item, at time: Instant) -> Bool {
        guard case .value(let waiting, line: nil) = item, let due = held[waiting.subject] else { return false }
        return due > time
    }

    /// Whether the next item that may be sent is an event of the same step.
    func hasMore(after place: Int, at time: Instant) -> Bool {
        guard let step = places[place]?.step else { return false }
        for case let item? in places[(place + 1)...] where !isHeld(item, at: time) { return item.step == step }
        return false
    }

    /// The value is sent later than the others of its step, and no longer belongs to it.
    mutating func leaveStep(at place: Int) {
        guard case .value(var waiting, let line)? = places[place], waiting.step != nil else { return }
        waiting.step = nil
        replace(place, by: .value(waiting, line: line))
    }

    /// Removes the items that were sent. `toldMissed`: the line `missed` was sent before them.
    mutating func remove(_ sent: some Sequence<Int>, toldMissed: Bool) {
        if toldMissed { clearMissed() }
        for place in sent { consume(place) }
        held.findEarliest()
        tidy()
    }

    mutating func clearMissed() { missed = 0 }

    /// The client has another subscription. The values that wait were published before, and are still sent. One that is no
    /// longer wanted is due at once and keeps the line that it has now, so that no newer value replaces it. One that is still
    /// wanted may be due earlier.
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

    /// Controls have new indices: `place` returns them, and `nil` for a control that was removed. The value of a removed
    /// control becomes an ordinary event: no newer value can replace it.
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
    /// What waits, in the order in which it is sent.
    enum Item {
        /// A value with a `line` is sent as it is. One without a line was merged: it is sent with the line of the control's
        /// newest value at that time.
        case value(WaitingValue, line: [UInt8]?)
        /// `isKept`: it is dropped last, since it is a commit or the end of a pending value. `count`: how many events are
        /// missed if it is dropped. More than 1 for a value that has replaced others before its control was removed. `step`:
        /// the step that it is part of, if that step has several events.
        case event([UInt8], isKept: Bool, control: Int?, count: Int, step: Int?)
        /// The state of all controls.
        case controls([UInt8])
        /// A reply, or the first line.
        case answer([UInt8])
        /// A reply whose second part is shared with other clients.
        case sharedAnswer([UInt8], [UInt8])
        /// A frame for this watch. It does not count against `limit`: there is at most one of each watch.
        case frame([UInt8], watch: Int)

        var step: Int? {
            switch self {
            case .value(let waiting, _): waiting.step
            case .event(_, _, _, _, let step): step
            case .controls, .answer, .sharedAnswer, .frame: nil
            }
        }

        /// The line, if it is sent without a copy for this client. `hasMore`: another event of the same step follows; it is
        /// computed for a long event alone.
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

        /// What the item is about, if a newer one may replace it.
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

    /// `change`: 1 for an item that is added, -1 for one that is removed.
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

    /// Replaces a value by another form of it.
    private mutating func replace(_ place: Int, by item: Item) {
        if let old = places[place] { count(old, by: -1) }
        places[place] = item
        count(item, by: 1)
    }

    /// Leaves the place of an item empty. The caller calls `tidy` when it needs no other place.
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

    /// Skips the empty places at the beginning, and removes all empty places when they outnumber the items. Each empty place costs
    /// this work once.
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

    /// Drops events while more of them wait, or more bytes, than the limits allow.
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

    /// The oldest event that is kept, or is not. `start` moves to it, so that each place is passed once.
    private static func oldest(isKept: Bool, of places: [Item?], from start: inout Int) -> Int? {
        while start < places.count {
            if case .event(_, isKept, _, _, _)? = places[start] { return start }
            start += 1
        }
        return nil
    }
}
