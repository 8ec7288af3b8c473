import WheelModel

/// The line of a control's newest value, written once for all clients: kept, one per control.
///
/// A client that has a value waiting for it has the newest one, since older ones are merged into it. So the lines of
/// all clients begin alike, and what differs (`delta`, `text`, `skipped`) stands at their end.
public final class ValueLine {
    private var head = LineBuffer()
    private var text = LineBuffer(capacity: 64)

    public init() {}

    /// Takes over a new value. `text` is its text for people, where a client wants that.
    public func write(
        _ value: ValueChange, text: String? = nil, in changes: Moment, _ stamp: EventStamp, by writer: EventWriter
    ) {
        head.removeAll()
        writer.head(of: value, in: changes, stamp, to: &head)
        self.text.removeAll()
        if let text { self.text.string(text) }
    }

    /// Appends the whole line for one client.
    public func append(_ pending: PendingValue, withText: Bool = false, to line: inout LineBuffer) {
        line.append(head)
        line.delta(of: pending)
        if withText, !text.isEmpty {
            line.key("text")
            line.append(text)
        }
        line.endValue(pending)
    }
}

/// A value that waits for a client, with what it replaced.
public struct PendingValue: Equatable, Sendable {
    public var control: Int
    /// How far the control moved since the last value that this client got.
    public private(set) var delta: Double
    /// How many older values it replaces.
    public private(set) var skipped = 0

    public init(control: Int, delta: Double) {
        self.control = control
        self.delta = delta
    }

    /// A newer value of the control takes its place.
    public mutating func merge(delta newer: Double) {
        delta += newer
        skipped += 1
    }

    /// A newer one, which may have replaced others itself, takes its place.
    public mutating func merge(_ newer: PendingValue) {
        delta += newer.delta
        skipped += newer.skipped + 1
    }
}

extension LineBuffer {
    mutating func delta(of pending: PendingValue) {
        key("delta")
        number(pending.delta)
    }

    mutating func endValue(_ pending: PendingValue) {
        if pending.skipped > 0 {
            key("skipped")
            integer(pending.skipped)
        }
        endLine()
    }
}
