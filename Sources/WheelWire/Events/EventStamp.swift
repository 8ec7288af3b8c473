import WheelCore

/// The members of every event: its number, and the time of its cause.
public struct EventStamp: Equatable, Sendable {
    public var seq: Int
    public var time: Instant

    public init(seq: Int, time: Instant) {
        self.seq = seq
        self.time = time
    }
}

extension LineBuffer {
    /// Appends the line of an event. `addMore` adds `more` to it, which not every client gets.
    public mutating func event(_ content: Event.Content, _ stamp: EventStamp) {
        beginEvent(content.name, stamp)
        var content = content
        content.visitMembers(&self)
        endLine()
    }

    mutating func beginEvent(_ name: EventName, _ stamp: EventStamp) {
        append("{\"event\":")
        constant(name.rawValue)
        member(EventMember.seq, stamp.seq)
        member(EventMember.time, stamp.time)
    }

    /// Adds `more` to the event's line that was appended last: another event of the same step follows.
    public mutating func addMore() {
        reopenLine()
        member(EventMember.more, true)
        endLine()
    }
}
