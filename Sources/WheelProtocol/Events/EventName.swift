/// The names of the events. `hello` is not among them: it is the first line on every connection.
public enum EventName: String, CaseIterable, Sendable {
    case value
    case commit
    case speed
    case limit
    case press
    case focus
    case page
    case lock
    case ramp
    case device
    case frame
    case dropped
    case controls
    case missed
    case raw
}

/// The events that a client has subscribed to, one bit for each.
public struct EventSet: Equatable, Sendable {
    private var bits: UInt16 = 0

    public init(_ events: some Sequence<EventName>) {
        for event in events { bits |= Self.bit(event) }
    }

    /// The events that a client without a subscription gets.
    public static let allButRaw = EventSet(EventName.allCases.filter { $0 != .raw })

    public func contains(_ event: EventName) -> Bool { bits & Self.bit(event) != 0 }

    private static func bit(_ event: EventName) -> UInt16 {
        switch event {
        case .value: 1 << 0
        case .commit: 1 << 1
        case .speed: 1 << 2
        case .limit: 1 << 3
        case .press: 1 << 4
        case .focus: 1 << 5
        case .page: 1 << 6
        case .lock: 1 << 7
        case .ramp: 1 << 8
        case .device: 1 << 9
        case .dropped: 1 << 10
        case .controls: 1 << 11
        case .missed: 1 << 12
        case .raw: 1 << 13
        case .frame: 1 << 14
        }
    }
}
