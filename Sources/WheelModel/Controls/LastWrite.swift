public import WheelCore

/// Who has written a control's value last, and when. A write that leaves the value as it was counts, too.
public struct LastWrite: Equatable, Sendable {
    /// `nil` if an earlier run has written it, or the configuration: no time is known.
    public internal(set) var time: Instant?
    public internal(set) var source: Source
    /// Whether the client that wrote it has gone.
    public internal(set) var hasLostWriter = false

    /// Of a value that an earlier run has left. Who wrote it then is not there now.
    static let earlierRun = LastWrite(time: nil, source: .restore, hasLostWriter: true)
}

extension Control {
    /// Whether it has a value. One that clients alone move has none until a client has set it or the value of an earlier run
    /// is restored.
    public var hasValue: Bool { movedByHands || lastWrite != nil }

    /// When its value becomes stale, or has become so; `nil` while nothing makes it stale.
    ///
    /// `stale_after_s` decides where it is given, so that a program may write from time to time and go in between. Without it
    /// a value that clients alone move is stale once the client that wrote it has gone.
    public var staleAt: Instant? {
        guard hasValue else { return nil }
        if let limit = settings.staleAfter { return lastWrite?.time.map { $0 + limit } ?? .distantPast }
        return !movedByHands && lastWrite?.hasLostWriter == true ? .distantPast : nil
    }

    /// The end of the range at which a number stands; `nil` elsewhere, and where values wrap.
    public var end: RangeEnd? {
        guard !kind.hasPositions else { return nil }
        let (upper, lower) = (scale.end(at: number, towards: 1), scale.end(at: number, towards: -1))
        // A range of a single value has no end to arrive at.
        return upper == nil ? lower : lower == nil ? upper : nil
    }
}

extension Instrument {
    /// Notes who writes a value. Whatever sets a value calls it, also when the value stays the same.
    mutating func recordWrite(of control: Int, by source: Source, at time: Instant) {
        if controls[control].canAge { hasFreshWrites = true }
        if !controls[control].hasValue, controls[control].settings.restores { hasFirstValues = true }
        controls[control].lastWrite = LastWrite(time: time, source: source)
    }

    /// Notes that a client has given a control its first value, by defining it.
    public mutating func recordDefinition(of control: Int, by client: Int, at time: Instant) {
        recordWrite(of: control, by: .client(client), at: time)
    }

    /// The values that a client has written are left alone.
    mutating func recordLostWriter(_ client: Int) {
        for control in controls.indices where controls[control].lastWrite?.source == .client(client) {
            controls[control].lastWrite?.hasLostWriter = true
            if controls[control].canAge { hasFreshWrites = true }
        }
    }

    /// Whether controls have got their first value, which is to be saved although no change tells of it. Resets the note.
    public mutating func consumeFirstValues() -> Bool {
        defer { hasFirstValues = false }
        return hasFirstValues
    }

    /// Whether pictures of values that age are out of date, although no change tells of it. Resets the note.
    public mutating func consumeFreshWrites() -> Bool {
        defer { hasFreshWrites = false }
        return hasFreshWrites
    }
}
