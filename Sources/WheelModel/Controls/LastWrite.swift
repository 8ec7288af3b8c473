public import WheelCore

/// Who has written a control's value last, and when. A write that leaves the value as it was counts, too.
public struct LastWrite: Equatable, Sendable {
    /// `nil` if it is not known: the value was restored.
    public internal(set) var time: Instant?
    public internal(set) var source: Source
    /// Whether the client that wrote it has disconnected.
    public internal(set) var hasLostWriter = false

    /// Of a value that was restored.
    static let earlierRun = LastWrite(time: nil, source: .restore, hasLostWriter: true)
}

extension Control {
    /// Whether it has a value. One that only clients move has none until a client has set it, or a value was restored.
    public var hasValue: Bool { movedByHands || lastWrite != nil }

    /// When its value becomes stale, or has become so; `nil` while nothing makes it stale.
    ///
    /// `stale_after_s` decides where it is given, so that a program may write from time to time and disconnect in between.
    /// Without it a value that only clients move is stale once the client that wrote it has disconnected.
    public var staleAt: Instant? {
        guard hasValue else { return nil }
        if let limit = settings.staleAfter { return lastWrite?.time.map { $0 + limit } ?? .distantPast }
        return !movedByHands && lastWrite?.hasLostWriter == true ? .distantPast : nil
    }
}

extension Instrument {
    /// Whatever sets a value calls this, also if the value stays the same.
    mutating func recordWrite(of control: Int, by source: Source, at time: Instant) {
        if controls[control].canAge { hasFreshWrites = true }
        if !controls[control].hasValue, controls[control].settings.restores { hasFirstValues = true }
        controls[control].lastWrite = LastWrite(time: time, source: source)
    }

    /// A client has given a control its first value by defining it.
    public mutating func recordDefinition(of control: Int, by client: Int, at time: Instant) {
        recordWrite(of: control, by: .client(client), at: time)
    }

    /// A client has disconnected.
    mutating func recordLostWriter(_ client: Int) {
        for control in controls.indices where controls[control].lastWrite?.source == .client(client) {
            controls[control].lastWrite?.hasLostWriter = true
            if controls[control].canAge { hasFreshWrites = true }
        }
    }

    /// Whether controls have got their first value, which has to be saved although no change says so. Resets that.
    public mutating func consumeFirstValues() -> Bool {
        defer { hasFirstValues = false }
        return hasFirstValues
    }

    /// Whether pictures of values that age are out of date, although no change says so. Resets that.
    public mutating func consumeFreshWrites() -> Bool {
        defer { hasFreshWrites = false }
        return hasFreshWrites
    }
}
