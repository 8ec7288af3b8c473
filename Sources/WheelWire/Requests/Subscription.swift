import WheelCore

/// The events that a client is sent.
public struct Subscription: Equatable, Sendable {
    /// Only events of these controls; `nil` is all.
    public var controls: [String]?
    /// Only these events; `nil` is all but `raw`.
    public var events: [EventName]?
    /// The least time between two values; commits are always sent.
    public var interval: Interval
    /// Whether values have their text for people.
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
        // Each event once, since a line can name thousands, and each event of the daemon is looked up here.
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
