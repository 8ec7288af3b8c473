/// An event of an input of type `client`, as its client sends it.
public struct FedEvent: Equatable, Sendable {
    public var action: Action
    /// The time of the event by CLOCK_MONOTONIC, in seconds. `nil` means now.
    public var seconds: Double?

    public enum Action: Equatable, Sendable {
        /// A turn by `units`. A detent has 120 units.
        case turn(units: Int)
        /// The button's name is `nil` if the request names no button.
        case button(String?, isDown: Bool)
        /// All contacts that are down.
        case contacts([FedContact])
    }

    public static let unitsPerDetent = 120
    public static let mostContacts = 16
    public static let mostEvents = 256

    public init(_ action: Action, seconds: Double? = nil) {
        self.action = action
        self.seconds = seconds
    }

    /// The event that a request describes by its own members, not by its list `events`; `nil` if it describes none.
    public init?(_ request: Request) {
        let action: Action
        if let detents = request.number("detents") {
            action = .turn(units: Int((detents * Double(FedEvent.unitsPerDetent)).rounded()))
        } else if let units = request.integer("units") {
            action = .turn(units: units)
        } else if request["down"] != nil {
            action = .button(request.text("button"), isDown: request.flag("down"))
        } else if case .contacts(let contacts) = request["contacts"] {
            action = .contacts(contacts)
        } else {
            return nil
        }
        self.init(action, seconds: request.number("time"))
    }
}

/// A finger on the input.
public struct FedContact: Equatable, Sendable {
    /// The finger's number, which stays the same until the finger lifts.
    public var id: Int
    /// The finger's place, in pixels of the surface whose size the client has given, or else of the display.
    public var position: Point

    public init(id: Int, position: Point) {
        self.id = id
        self.position = position
    }
}

extension Request {
    /// A `feed` of one event. Without an event the request claims the input and does nothing else.
    public static func feed(_ input: String, _ event: FedEvent? = nil, size: Size? = nil) -> Request {
        var request = Request(.feed, ["input": .text(input), "size": size.map(CommandValue.size)])
        if let event { request.add(event) }
        return request
    }

    /// A `feed` of several events, each with its own time.
    public static func feed(_ input: String, _ events: [FedEvent], size: Size? = nil) -> Request {
        let members = events.map { event in
            var members = Request(.feed)
            members.add(event)
            return members
        }
        return Request(
            .feed, ["events": .requests(members), "input": .text(input), "size": size.map(CommandValue.size)])
    }

    public static func unfeed(_ input: String) -> Request {
        Request(.unfeed, ["input": .text(input)])
    }

    private mutating func add(_ event: FedEvent) {
        switch event.action {
        case .turn(let units): self["units"] = .integer(units)
        case .button(let name, let isDown):
            self["down"] = .flag(isDown)
            self["button"] = name.map(CommandValue.text)
        case .contacts(let contacts): self["contacts"] = .contacts(contacts)
        }
        self["time"] = event.seconds.map(CommandValue.number)
    }

    /// The events of a `feed`, in order.
    public var fedEvents: [FedEvent] {
        if case .requests(let requests) = self["events"] { return requests.compactMap { FedEvent($0) } }
        return FedEvent(self).map { [$0] } ?? []
    }

    /// The size of the surface in which the positions of a `feed`'s contacts are given.
    public var fedSize: Size? {
        if case .size(let size) = self["size"] { return size }
        return nil
    }
}
