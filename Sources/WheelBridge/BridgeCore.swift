import WheelCore
import WheelWire

/// All behaviour of a bridge, without a socket and without a clock. `Exchange` does most of the work. A bridge adds the
/// format of its peers: an encoder for numbers, presses and turns, and a decoder for the messages of the peers.
package protocol BridgeCore {
    var exchange: Exchange { get set }

    /// Chooses the controls if the configuration names none. Called before the peers' mirrors get the listing.
    mutating func prepare(for listing: Listing)
    /// Called after the peers' mirrors have got the listing. `unmapped` are the routes whose control is missing or
    /// cannot be mapped.
    mutating func adopt(_ listing: Listing, unmapped: [Int])
    /// Passes the effect of a button of the panel to the peers.
    mutating func act(_ effect: PressTriggers.Effect)
    /// Handles an event in the bridge's own way, before the peers' mirrors get the event's value.
    mutating func observe(_ event: Event)
    /// Drops the state that depends on the daemon. Called when the daemon has disconnected.
    mutating func reset()

    mutating func connect(_ listing: Listing, client: Int)
    /// Handles a reply of the daemon. Returns the request that the daemon has refused, if the refusal should be logged.
    mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest?
    mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void)
}

extension BridgeCore {
    package var missing: [String] { exchange.missing }

    package mutating func prepare(for listing: Listing) {}
    package mutating func adopt(_ listing: Listing, unmapped: [Int]) {}
    package mutating func act(_ effect: PressTriggers.Effect) {}
    package mutating func observe(_ event: Event) {}
    package mutating func reset() {}

    package mutating func connect(_ listing: Listing, client: Int) { update(listing, client: client) }

    /// Called when this program has connected to the daemon, or the daemon's controls have changed.
    package mutating func update(_ listing: Listing, client: Int) {
        prepare(for: listing)
        let unmapped = exchange.connect(listing, client: client)
        adopt(listing, unmapped: unmapped)
    }

    package mutating func disconnect() {
        reset()
        exchange.disconnect()
        releaseButtons()
    }

    package mutating func receive(_ event: Event) {
        for effect in exchange.triggers.receive(event) { act(effect) }
        observe(event)
        switch event.content {
        case .value, .commit: exchange.receive(event)
        case .controls(let listing): if let client = exchange.client { update(listing, client: client) }
        default: break
        }
    }

    /// Releases, at the peers, all buttons of the panel, because nobody will report their releases: the daemon is
    /// disconnected, or this program ends.
    package mutating func releaseButtons() {
        for effect in exchange.triggers.releaseAll() { act(effect) }
    }

    package mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest? {
        exchange.receive(reply, at: now).refused
    }

    package mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void) {
        exchange.sendRequests(at: now, send)
    }
}

extension Listing {
    package var states: [String: ControlState] {
        Dictionary(controls.map { ($0.name, $0) }) { first, _ in first }
    }
}

extension [String: ControlState] {
    /// The reason why a control cannot be passed on. `selection` completes the sentence about a selection, and `remedy`
    /// completes the sentence about a range without an end.
    package func lack(of name: String, selection: String, remedy: String) -> String {
        guard let state = self[name] else { return unknownName(name, in: keys) }
        return state.kind == .selection
            ? "'\(name)' is a selection, which \(selection)" : "'\(name)' has a range without an end: \(remedy)"
    }
}

/// The message about a name that the file uses and the daemon does not know. `kind` is `control` or `input`.
package func unknownName(_ name: String, of kind: String = "control", in known: some Sequence<String>) -> String {
    let hint = NearestName.of(name, in: known.sorted()).map { " (did you mean '\($0)'?)" } ?? ""
    return "the daemon has no \(kind) named '\(name)'\(hint)"
}
