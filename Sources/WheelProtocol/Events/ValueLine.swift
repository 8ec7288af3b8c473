import WheelModel

/// The line of a control's newest value, serialised once for all clients. There is one for each control.
///
/// The lines of all clients begin alike: a value that waits for a client is always the newest, since older ones are
/// merged into it. Only the members at the end (`delta`, `text`, `skipped`, `more`) differ.
public final class ValueLine {
    private var head = LineBuffer()
    private var text = LineBuffer(capacity: 64)

    public init() {}

    /// Serialises a new value. `text` is its text for people, where a client has subscribed to it.
    public func write(
        _ value: ValueChange, text: String? = nil, in changes: Moment, _ stamp: EventStamp, by writer: EventWriter
    ) {
        head.removeAll()
        writer.head(of: value, in: changes, stamp, to: &head)
        self.text.removeAll()
        if let text { self.text.member(EventMember.text, text) }
    }

    /// Appends the whole line for one client.
    public func append(_ pending: PendingValue, withText: Bool = false, to line: inout LineBuffer) {
        line.append(head)
        line.member(EventMember.delta, pending.delta)
        if withText, !text.isEmpty {
            line.separate()
            line.append(text)
        }
        if pending.skipped > 0 { line.member(EventMember.skipped, pending.skipped) }
        line.endLine()
    }
}

/// A value that waits for a client, with the sum of the values that it replaces.
public struct PendingValue: Equatable, Sendable {
    public var control: Int
    /// How far the control has moved since the last value that was sent to this client.
    public private(set) var delta: Double
    /// How many older values it replaces.
    public private(set) var skipped = 0
    /// The step that the value is part of, if other events of the step may follow. A value that replaces others has none.
    public var step: Int?

    public init(control: Int, delta: Double, step: Int? = nil) {
        self.control = control
        self.delta = delta
        self.step = step
    }

    /// Replaces this value by a newer one, which may have replaced others itself.
    public mutating func merge(_ newer: PendingValue) {
        delta += newer.delta
        skipped += newer.skipped + 1
        step = nil
    }
}
