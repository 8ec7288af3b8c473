import WheelGeometry
import WheelModel

/// What a client wants to hear of.
public struct Subscription: Equatable, Sendable {
    /// The controls whose events it wants; `nil` is all.
    public var controls: [String]?
    /// The events that it wants; `nil` is all but `raw`.
    public var events: [EventName]?
    /// Values come at most that often; commits always come.
    public var interval: Interval
    /// Whether values come with their text for people.
    public var text: Bool

    public init(
        controls: [String]? = nil, events: [EventName]? = nil, interval: Interval = .zero, text: Bool = false
    ) {
        self.controls = controls
        self.events = events
        self.interval = interval
        self.text = text
    }

    public var eventSet: EventSet { events.map { EventSet($0) } ?? .allButRaw }

    static let longestInterval = Interval.seconds(3600)
}

extension Subscription {
    init(_ members: JSONObject) throws(MemberProblem) {
        controls = try members.optionalStrings("controls")
        events = nil
        if let names = try members.optionalStrings("events") {
            var wanted: [EventName] = []
            for name in names {
                guard let event = EventName(rawValue: name) else {
                    let known = EventName.allCases.map(\.rawValue).joined(separator: ", ")
                    throw .wrong("events", mustBe: "of \(known), not '\(name.clipped)'")
                }
                wanted.append(event)
            }
            events = wanted
        }
        interval = .zero
        if let milliseconds = try members.optionalNumber("interval_ms") {
            interval = .seconds(milliseconds / 1000)
            guard milliseconds >= 0, interval <= Self.longestInterval else {
                throw .wrong("interval_ms", mustBe: "0 to \(Self.longestInterval.microseconds / 1000)")
            }
        }
        text = try members.bool("text", default: false)
    }

    func write(to line: inout LineBuffer) {
        if let controls {
            line.key("controls")
            line.strings(controls)
        }
        if let events {
            line.key("events")
            line.strings(events.map(\.rawValue))
        }
        if interval > .zero {
            line.key("interval_ms")
            line.number(Double(interval.microseconds) / 1000)
        }
        if text {
            line.key("text")
            line.bool(true)
        }
    }
}
