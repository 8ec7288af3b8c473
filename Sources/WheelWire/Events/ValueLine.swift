// The line of a control's newest value, serialised once for all clients.
//
// A client that reads slowly is not sent every value: while one waits for it, newer ones are coalesced into it. Of three detents by 0.5
// it gets one line, with the newest value, the sum of the moves and the number of older values:
//
//     {"event":"value","seq":43,"time":12.500000,"control":"gain","value":-4.5,…,"delta":1.5,"skipped":2}
//
// So the value that waits is the newest one for every client, and all lines begin alike: a `ValueLine` is that beginning. Only the
// members at the end differ (`delta`, `text`, `skipped`, `more`). A `WaitingValue` keeps their numbers for a client.

import WheelCore

/// There are two for each control: for its value, and for its pending value.
public final class ValueLine {
    private var head = LineBuffer()
    private var text = LineBuffer(capacity: 64)
    private var hasDelta = true

    public init() {}

    /// The value's `text` is set if a client has subscribed to it.
    public func write(_ value: ValueEvent, _ stamp: EventStamp) {
        begin(.value, stamp, text: value.text)
        var value = value
        value.visitSharedMembers(&head)
    }

    public func write(
        pending value: ControlValue, of control: String, by source: EventSource, text: String?, _ stamp: EventStamp
    ) {
        begin(.pending, stamp, text: text)
        var content = Event.Content.pending(control: control, value, source, text: nil)
        content.visitMembers(&head)
    }

    private func begin(_ name: EventName, _ stamp: EventStamp, text: String?) {
        head.removeAll()
        head.beginEvent(name, stamp)
        hasDelta = name == .value
        self.text.removeAll()
        if let text { self.text.member(EventMember.text, text) }
    }

    /// Appends the whole line for one client.
    public func append(_ waiting: WaitingValue, withText: Bool = false, to line: inout LineBuffer) {
        line.append(head)
        if hasDelta { line.member(EventMember.delta, waiting.delta) }
        if withText, !text.isEmpty {
            line.separate()
            line.append(text)
        }
        if hasDelta, waiting.skipped > 0 { line.member(EventMember.skipped, waiting.skipped) }
        line.endLine()
    }
}

/// A value that waits for a client, with the older ones that it replaces.
public struct WaitingValue: Equatable, Sendable {
    public var subject: Subject
    /// How far the control has moved since the last value that was sent to this client.
    public private(set) var delta: Double
    /// How many older values it replaces.
    public private(set) var skipped = 0
    /// The step that the value is part of, if other events of the step may follow. A value that replaces others has none.
    public var step: Int?

    /// What the value is of. Only values of the same subject replace one another.
    public struct Subject: Hashable, Sendable {
        public var control: Int
        /// Whether it is the control's pending value.
        public var isPending: Bool

        public init(_ control: Int, isPending: Bool = false) {
            self.control = control
            self.isPending = isPending
        }

        /// After a change of the controls, for which `place` returns the new index; `nil` for a control that was removed.
        public func renumbered(_ place: (Int) -> Int?) -> Subject? {
            place(control).map { Subject($0, isPending: isPending) }
        }
    }

    public init(_ subject: Subject, delta: Double = 0, step: Int? = nil) {
        self.subject = subject
        self.delta = delta
        self.step = step
    }

    /// Replaces this value by a newer one, which may have replaced others itself.
    public mutating func merge(_ newer: WaitingValue) {
        delta += newer.delta
        skipped += newer.skipped + 1
        step = nil
    }
}
