public import WheelCore

/// The source and the time of the last write to a control. A write of the same value counts, too.
public struct LastWrite: Equatable, Sendable {
    /// The time of the write; `nil` for a restored value, whose time is not known.
    public internal(set) var time: Instant?
    public internal(set) var source: Source
    /// Whether the client that wrote the value has disconnected.
    public internal(set) var hasLostWriter = false

    /// The last write of a value that was restored.
    static let earlierRun = LastWrite(time: nil, source: .restore, hasLostWriter: true)
}

extension Control {
    /// Whether the control has a value. A control that only clients move has none until a client sets it or a value is
    /// restored.
    public var hasValue: Bool { movedByHands || lastWrite != nil }

    /// When the value becomes or has become stale; `nil` if it does not become stale.
    ///
    /// With `stale_after_s` only the time since the last write counts, so that a program may connect now and then,
    /// write and disconnect. Without `stale_after_s` a value that only clients move is stale once the client that wrote
    /// it has disconnected.
    public var staleAt: Instant? {
        guard hasValue else { return nil }
        if let limit = settings.staleAfter { return lastWrite?.time.map { $0 + limit } ?? .distantPast }
        return !movedByHands && lastWrite?.hasLostWriter == true ? .distantPast : nil
    }
}

extension Instrument {
    /// Records a write, even of a value that stays the same.
    mutating func recordWrite(of control: Int, by source: Source, at time: Instant) {
        if controls[control].canAge { hasFreshWrites = true }
        if !controls[control].hasValue, controls[control].settings.restores { hasFirstValues = true }
        controls[control].lastWrite = LastWrite(time: time, source: source)
    }

    /// Records that a client has given a control its first value by defining the control.
    public mutating func recordDefinition(of control: Int, by client: Int, at time: Instant) {
        recordWrite(of: control, by: .client(client), at: time)
    }

    /// Marks the values that a disconnected client wrote last.
    mutating func recordLostWriter(_ client: Int) {
        for control in controls.indices where controls[control].lastWrite?.source == .client(client) {
            controls[control].lastWrite?.hasLostWriter = true
            if controls[control].canAge { hasFreshWrites = true }
        }
    }

    /// Whether a control with `restore` has received its first value since the last call. This value has to be saved,
    /// even if no change reports it.
    public mutating func consumeFirstValues() -> Bool {
        defer { hasFirstValues = false }
        return hasFirstValues
    }

    /// Whether a value that can become stale was written, or has lost its writer, since the last call. Displays then
    /// have to redraw, even if no change reports a move.
    public mutating func consumeFreshWrites() -> Bool {
        defer { hasFreshWrites = false }
        return hasFreshWrites
    }
}
