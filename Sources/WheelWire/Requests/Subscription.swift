import WheelCore

/// The events that a client receives.
public struct Subscription: Equatable, Sendable {
    /// Only events of these controls are sent. `nil` means all controls.
    public var controls: [String]?
    /// Only these events are sent. `nil` means all events except `raw`.
    public var events: [EventName]?
    /// The minimum time between two values. Commits are always sent.
    public var interval: Interval
    /// Whether values include their text for people.
    public var text: Bool

    public init(
        controls: [String]? = nil, events: [EventName]? = nil, interval: Interval = .zero, text: Bool = false
    ) {
        self.controls = controls
        self.events = events
        self.interval = interval
        self.text = text
    }

    public init(_ request: Request) {
        // Duplicates are removed, since a line can contain thousands of names and every event of the daemon is looked
        // up in this list.
        let events = request.texts("events").map { names in EventName.allCases.filter { names.contains($0.rawValue) } }
        self.init(
            controls: request.texts("controls"), events: events,
            interval: .seconds((request.number("interval_ms") ?? 0) / 1000), text: request.flag("text"))
    }

    public func wants(_ event: EventName) -> Bool { events?.contains(event) ?? (event != .raw) }
}

extension Request {
    public static func subscribe(_ subscription: Subscription) -> Request {
        var request = Request(.subscribe)
        request["controls"] = subscription.controls.map(CommandValue.texts)
        request["events"] = subscription.events.map { .texts($0.map(\.rawValue)) }
        if subscription.interval > .zero {
            request["interval_ms"] = .number(Double(subscription.interval.microseconds) / 1000)
        }
        if subscription.text { request["text"] = .flag(true) }
        return request
    }
}
