import WheelGeometry
import WheelModel
import WheelProtocol

/// What has come and was not read yet: all of it up to a limit, then what matters most.
struct EventBuffer {
    static let most = 256

    private var items: [Occurrence] = []
    /// Events that were left out and have not been told yet, and when the last of them was.
    private var missed = 0
    private var missedTime = Instant(microseconds: 0)
    /// The number of the event that was read last: what is told of the missed ones has it too, since it is no event of the
    /// daemon's and must not come before those that do.
    private var lastSeq = 0

    var isEmpty: Bool { items.isEmpty && missed == 0 }
    var count: Int { items.count }

    mutating func add(_ occurrence: Occurrence) {
        items.append(occurrence)
        guard items.count > EventBuffer.most else { return }
        mergeValues()
        while items.count > EventBuffer.most { leaveOneOut() }
    }

    mutating func next() -> Occurrence? {
        if missed > 0 {
            defer { missed = 0 }
            return .event(Event(seq: lastSeq, time: missedTime, content: .missed(missed)))
        }
        guard !items.isEmpty else { return nil }
        let next = items.removeFirst()
        if let event = next.event { lastSeq = event.seq }
        return next
    }

    /// Leaves of each control's values the newest, which adds up what they moved.
    private mutating func mergeValues() {
        var newest: [String: (index: Int, value: ValueEvent)] = [:]
        var kept = [Bool](repeating: true, count: items.count)
        for (index, item) in items.enumerated() {
            guard case .event(let event) = item, case .value(var value) = event.content else { continue }
            if let older = newest[value.control] {
                value.delta += older.value.delta
                value.skipped += older.value.skipped + 1
                kept[older.index] = false
                items[index] = .event(Event(seq: event.seq, time: event.time, content: .value(value)))
            }
            newest[value.control] = (index, value)
        }
        var index = 0
        items.removeAll { _ in
            defer { index += 1 }
            return !kept[index]
        }
    }

    private mutating func leaveOneOut() {
        let index = items.firstIndex { $0.isMinor } ?? items.firstIndex { $0.event != nil } ?? items.startIndex
        if let event = items.remove(at: index).event {
            missed += 1
            missedTime = event.time
        }
    }
}

extension Occurrence {
    fileprivate var event: Event? {
        if case .event(let event) = self { event } else { nil }
    }

    /// An event that says neither what is nor how something ended.
    fileprivate var isMinor: Bool {
        switch event?.content {
        case .value, .commit, nil: false
        case .speed, .limit, .press, .focus, .page, .lock, .ramp, .inputDevice, .display, .dropped, .controls, .missed,
            .raw:
            true
        }
    }
}
