import WheelCore
import WheelWire

/// Occurrences that have not been read yet.
///
/// The reader may be slow, and memory is limited. For example: a task writes a file while a hand turns `gain`. At more
/// than 256 unread occurrences the values of each control are merged into its newest value, whose `delta` is the sum of
/// all their deltas. So the reader misses values, but the sum of the deltas stays right. If there are still too many
/// occurrences, for example after a burst of presses, events are dropped, the least important first. The reader then
/// gets `missed` with the number of dropped events.
///
/// Frames cannot be merged, and a picture without one of its frames is wrong. So at more than 16 unread frames of a
/// display all of them are dropped. The client then watches the display again, which gives it the whole picture.
struct EventBuffer {
    static let most = 256
    static let mostFrames = 16

    enum FrameFate {
        case kept
        /// The frame is dropped, since the whole picture will follow.
        case dropped
        /// The frame is dropped, and the display must be watched again.
        case watchedAgain
    }

    private var items: [Occurrence] = []
    /// The number of events that were dropped and not reported yet, and the time of the last of them.
    private var missed = 0
    private var missedTime = Instant(microseconds: 0)
    /// The number of the event that was read last. A `missed` event that this buffer makes itself has this number, too,
    /// so that the numbers of events never decrease.
    private var lastSeq = 0
    /// The displays whose frames were dropped, until the whole picture arrives.
    private var interrupted: Set<String> = []

    var isEmpty: Bool { items.isEmpty && missed == 0 }
    var count: Int { items.count }

    mutating func add(_ occurrence: Occurrence) {
        items.append(occurrence)
        guard items.count > EventBuffer.most else { return }
        mergeValues()
        while items.count > EventBuffer.most { dropOne() }
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

    private mutating func mergeValues() {
        var newest: [String: (index: Int, value: ValueEvent)] = [:]
        var newestPending: [String: Int] = [:]
        var newestTerse: [String: Int] = [:]
        var kept = [Bool](repeating: true, count: items.count)
        for (index, item) in items.enumerated() {
            guard case .event(let event) = item else { continue }
            if case .pending(let control, .some, _, _) = event.content {
                if let older = newestPending[control] { kept[older] = false }
                newestPending[control] = index
            }
            if case .terse(let control, _) = event.content {
                if let older = newestTerse[control] { kept[older] = false }
                newestTerse[control] = index
            }
            guard case .value(var value) = event.content else { continue }
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

    /// Makes room for a frame. The caller adds the frame if it is kept.
    mutating func admit(_ frame: PictureFrame) -> FrameFate {
        if frame.isWhole {
            interrupted.remove(frame.display)
            // The whole picture replaces all frames before it, so they are removed.
            removeFrames(of: frame.display)
            return .kept
        }
        guard !interrupted.contains(frame.display) else { return .dropped }
        guard items.count(where: { $0.frame?.display == frame.display }) >= EventBuffer.mostFrames else { return .kept }
        removeFrames(of: frame.display)
        interrupted.insert(frame.display)
        return .watchedAgain
    }

    private mutating func removeFrames(of display: String) { items.removeAll { $0.frame?.display == display } }

    private mutating func dropOne() {
        let index =
            items.firstIndex { $0.isMinor } ?? items.firstIndex { $0.event != nil && $0.frame == nil }
            ?? items.startIndex
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

    fileprivate var frame: PictureFrame? {
        if case .frame(let frame) = event?.content { frame } else { nil }
    }

    /// Whether the event is none of these: a value, a pending value, a commit, a frame, or a picture of a view. A frame
    /// is not minor, since later frames depend on it.
    fileprivate var isMinor: Bool {
        switch event?.content {
        case .value, .terse, .commit, .pending, .frame, .view, nil: false
        case .speed, .limit, .press, .focus, .page, .lock, .ramp, .preset, .inputDevice, .display, .dropped, .controls,
            .definition, .missed, .raw:
            true
        }
    }
}
