import WheelModel
import WheelWire

/// The events published since the last flush. Each event's line is written once for all clients that want the same form
/// of it.
struct Batch: ~Copyable {
    private(set) var lines = LineBuffer(capacity: 64 * 1024)
    private(set) var entries: [Entry] = []
    /// Whether the batch contains `raw` events, which are sent only to clients that subscribed to them.
    private(set) var hasRaw = false
    /// Whether the batch contains long lines, which are sent to all clients from a shared copy.
    private(set) var hasLong = false
    /// The shared copies of long lines, by the index of the event.
    private var shared: [Int: [UInt8]] = [:]
    /// The lines of values with their `text`, for clients that have subscribed to `text`.
    private(set) var textLines = LineBuffer(capacity: 512)
    /// The lines of all events for clients that have subscribed to terse values.
    private(set) var terseLines = LineBuffer(capacity: 512)
    /// Whether any client has subscribed to terse values.
    var wantsTerse = false

    struct Entry {
        var name: EventName
        /// The control that the event is about. An event without a control is sent to every client that has subscribed
        /// to events with its name.
        var control: Int?
        var delta = 0.0
        /// Whether the event is a value or a pending value. A newer value may replace such an event.
        var isValue = false
        /// Whether the event is a commit or the end of a pending value. If a client reads slowly, commits and ends of
        /// pending values are dropped last.
        var isKept = false
        /// The number of the first event of the step, if the step has several events. A step is all events of one
        /// cause, such as a preset that sets several controls.
        var step: Int?
        /// The end of the event's line in `lines`.
        var end: Int
        /// The end of the part of the line that all clients get. After this part follow the member `more`, for some
        /// clients, and the closing brace and newline.
        var bareEnd: Int
        /// The range in `textLines` of the event's line with `text`, if there is such a line.
        var text: Range<Int>?
        /// The end of the event's line in `terseLines`.
        var terseEnd: Int
        /// The `bareEnd` of a value's terse line in `terseLines`. `nil` for other events, which have no terse form:
        /// `terseLines` contains their whole line.
        var terseBareEnd: Int?

        /// The control whose value or pending value the event is; `nil` for other events.
        var subject: WaitingValue.Subject? {
            guard isValue, let control else { return nil }
            return WaitingValue.Subject(control, isPending: name == .pending)
        }
    }

    init() {
        entries.reserveCapacity(256)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds an event, whose line `write` writes. `hasMore`: another event of the same step follows. `terse`: the part
    /// of a value's line that remains in its terse form.
    mutating func add(
        _ name: EventName, control: Int? = nil, delta: Double = 0, step: Int? = nil, hasMore: Bool = false,
        isValue: Bool = false, isKept: Bool = false, terse: TersePart? = nil, _ write: (inout LineBuffer) -> Void
    ) {
        let start = lines.count
        write(&lines)
        if name == .raw { hasRaw = true }
        let bareEnd = lines.count - Batch.lineEnd.count
        if lines.count - start > LongLine.least { hasLong = true }
        if hasMore { lines.addMore() }
        let terseBareEnd = wantsTerse ? addTerse(terse, from: start, hasMore: hasMore) : nil
        entries.append(
            Entry(
                name: name, control: control, delta: delta, isValue: isValue, isKept: isKept, step: step,
                end: lines.count, bareEnd: bareEnd, terseEnd: terseLines.count, terseBareEnd: terseBareEnd))
    }

    /// Adds the last line of `lines`, or only its terse part, to `terseLines`.
    private mutating func addTerse(_ part: TersePart?, from start: Int, hasMore: Bool) -> Int? {
        guard let part else {
            terseLines.append(lines, start..<lines.count)
            return nil
        }
        terseLines.append(part, of: lines, from: start)
        let bareEnd = terseLines.count - Batch.lineEnd.count
        if hasMore { terseLines.addMore() }
        return bareEnd
    }

    /// Adds a second form of the last entry's line, with `text`.
    mutating func addText(_ write: (inout LineBuffer) -> Void) {
        let start = textLines.count
        write(&textLines)
        entries[entries.count - 1].text = start..<textLines.count
    }

    mutating func removeAll() {
        lines.removeAll()
        textLines.removeAll()
        terseLines.removeAll()
        hasRaw = false
        hasLong = false
        if !shared.isEmpty { shared = [:] }
        entries.removeAll(keepingCapacity: true)
    }

    /// Calls `body` with each line except the lines of `raw` events.
    func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        lines.withUnsafeBytes { bytes in
            for (index, entry) in entries.enumerated() where entry.name != .raw {
                body(UnsafeRawBufferPointer(rebasing: bytes[start(of: index)..<entry.end]))
            }
        }
    }

    func start(of index: Int) -> Int { index == 0 ? 0 : entries[index - 1].end }

    private static let lineEnd = Array("}\n".utf8)

    /// A copy of one event's line without `more`, for a client to which the line cannot be sent now or which does not
    /// get all events.
    mutating func line(_ index: Int, as form: ValueForm = .whole) -> [UInt8] {
        let entry = entries[index]
        if form == .text, let text = entry.text { return textLines.withUnsafeBytes { Array($0[text]) } }
        if form == .terse, let end = entry.terseBareEnd {
            return Batch.line(terseLines, (index == 0 ? 0 : entries[index - 1].terseEnd)..<end)
        }
        if let line = shared[index] { return line }
        let line = Batch.line(lines, start(of: index)..<entry.bareEnd)
        if line.count > LongLine.least { shared[index] = line }
        return line
    }

    private static func line(_ lines: borrowing LineBuffer, _ common: Range<Int>) -> [UInt8] {
        lines.withUnsafeBytes { bytes in
            var line: [UInt8] = []
            line.reserveCapacity(common.count + lineEnd.count)
            line.append(contentsOf: bytes[common])
            line.append(contentsOf: lineEnd)
            return line
        }
    }
}

extension Change.Event {
    /// Whether the event is dropped last if a client reads slowly.
    var isKept: Bool {
        switch self {
        case .commit, .pending(_, nil, _, _): true
        case .value, .pending, .speed, .limit, .press, .focus, .page, .lock, .ramp, .preset: false
        }
    }

    var control: Int? {
        switch self {
        case .value(let value): value.control
        case .commit(let control, _, _), .pending(let control, _, _, _), .speed(let control, _),
            .limit(let control, _, _), .ramp(let control, _, _):
            control
        case .lock(_, let control): control
        case .press, .focus, .page, .preset: nil
        }
    }
}
