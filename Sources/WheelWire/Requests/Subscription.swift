import WheelCore

/// The form in which a client gets values.
public enum ValueForm: Sendable {
    case whole
    /// The whole value, with the text for people.
    case text
    /// The control, the value and the number of the event, and nothing else.
    case terse
}

/// The events that a client receives.
public struct Subscription: Equatable, Sendable {
    /// The controls whose events are sent; `nil` means all. Events without a control are not affected.
    public var controls: [String]?
    /// The events that are sent; `nil` means all events except `raw`.
    public var events: [EventName]?
    /// The minimum time between two values of a control. Commits are not held back.
    public var interval: Interval
    /// Whether values include their text for people.
    public var text: Bool
    /// Whether values are terse. Terse values have no text.
    public var terse: Bool

    public init(
        controls: [String]? = nil, events: [EventName]? = nil, interval: Interval = .zero, text: Bool = false,
        terse: Bool = false
    ) {
        self.controls = controls
        self.events = events
        self.interval = interval
        self.text = text
        self.terse = terse
    }

    public var form: ValueForm { terse ? .terse : text ? .text : .whole }

    public init(_ request: Request) {
        // Duplicates are removed, since a line can contain thousands of names and every event of the daemon is looked
        // up in this list.
        let events = request.texts("events").map { names in EventName.allCases.filter { names.contains($0.rawValue) } }
        self.init(
            controls: request.texts("controls"), events: events,
            interval: .seconds((request.number("interval_ms") ?? 0) / 1000), text: request.flag("text"),
            terse: request.flag("terse"))
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
        if subscription.terse { request["terse"] = .flag(true) }
        return request
    }
}
