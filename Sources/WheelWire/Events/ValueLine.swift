// The line with a control's newest value, which is serialised once for all clients.
//
// A client that reads slowly does not receive every value. While a value waits to be sent, newer values of the same
// control are coalesced into it. For three detents of 0.5 the client receives one line with the newest value, the sum
// of the moves and the number of skipped values:
//
//     {"event":"value","seq":43,"time":12.500000,"control":"gain","value":-4.5,…,"delta":1.5,"skipped":2}
//
// So every client for which a value of the control waits gets a line with the newest value, and all these lines begin
// alike. A `ValueLine` holds this beginning. Only the members at the end differ (`delta`, `text`, `skipped`, `more`). A
// `WaitingValue` holds the `delta` and the `skipped` of one client.
//
// The terse line has the same bytes, without the time and without the members after the value:
//
//     {"event":"value","seq":43,"control":"gain","value":-4.5}

import WheelCore

/// The line with the newest value, or the newest pending value, of one control.
public final class ValueLine {
    private var head = LineBuffer()
    private var text = LineBuffer(capacity: 64)
    private var hasDelta = true
    /// `nil` for a pending value, which has no terse line.
    public private(set) var terse: TersePart?

    public init() {}

    /// Writes the line of `value`, whose `text` is set if any client has subscribed to texts.
    public func write(_ value: consuming ValueEvent, _ stamp: EventStamp) {
        let time = begin(.value, stamp, text: value.text)
        value.visitTerseMembers(&head)
        terse = TersePart(time: time, end: head.count)
        value.visitSharedMembers(&head)
    }

    public func write(
        pending value: ControlValue, of control: String, by source: EventSource, text: String?, _ stamp: EventStamp
    ) {
        _ = begin(.pending, stamp, text: text)
        var content = Event.Content.pending(control: control, value, source, text: nil)
        content.visitMembers(&head)
    }

    /// Writes the beginning of the line. Returns the range of the time in `head`.
    private func begin(_ name: EventName, _ stamp: EventStamp, text: String?) -> Range<Int> {
        head.removeAll()
        head.beginEvent(name, seq: stamp.seq)
        let time = head.count
        head.member(EventMember.time, stamp.time)
        hasDelta = name == .value
        self.text.removeAll()
        if let text { self.text.member(EventMember.text, text) }
        return time..<head.count
    }

    public func append(_ waiting: WaitingValue, as form: ValueForm = .whole, to line: inout LineBuffer) {
        if form == .terse, let terse { return line.append(terse, of: head) }
        line.append(head)
        if hasDelta { line.member(EventMember.delta, waiting.delta) }
        if form == .text, !text.isEmpty {
            line.separate()
            line.append(text)
        }
        if hasDelta, waiting.skipped > 0 { line.member(EventMember.skipped, waiting.skipped) }
        line.endLine()
    }
}

/// The bytes of a value's line that form the terse line: those before `end`, except those of `time`.
public struct TersePart: Sendable {
    var time: Range<Int>
    var end: Int
}

extension LineBuffer {
    /// Appends the terse line of the value whose line begins at `start` of another buffer.
    public mutating func append(_ terse: TersePart, of other: borrowing LineBuffer, from start: Int = 0) {
        append(other, start..<start + terse.time.lowerBound)
        append(other, start + terse.time.upperBound..<start + terse.end)
        endLine()
    }
}

/// A value that waits to be sent to a client, in place of any older values that waited.
public struct WaitingValue: Equatable, Sendable {
    public var subject: Subject
    /// How far the control has moved since the last value that was sent to this client.
    public private(set) var delta: Double
    /// The number of older values that this value replaces.
    public private(set) var skipped = 0
    /// A number that the events of one cause share, if there are several. `nil` for a value that replaces older values,
    /// or that is sent later than the other events of its cause.
    public var step: Int?

    /// The control of a value, and whether the value is the pending one. Only values with the same subject replace one
    /// another.
    public struct Subject: Hashable, Sendable {
        public var control: Int
        /// Whether the value is the control's pending value.
        public var isPending: Bool

        public init(_ control: Int, isPending: Bool = false) {
            self.control = control
            self.isPending = isPending
        }

        /// The subject after a change of the controls; `nil` if the control was removed. `place` returns the new index
        /// of a control.
        public func renumbered(_ place: (Int) -> Int?) -> Subject? {
            place(control).map { Subject($0, isPending: isPending) }
        }
    }

    public init(_ subject: Subject, delta: Double = 0, step: Int? = nil) {
        self.subject = subject
        self.delta = delta
        self.step = step
    }

    /// Replaces this value by a newer value, which may itself have replaced others.
    public mutating func merge(_ newer: WaitingValue) {
        delta += newer.delta
        skipped += newer.skipped + 1
        step = nil
    }
}
