import WheelCore
import WheelWire

/// All behaviour of a bridge, without a socket and without a clock. Most of it is the exchange's. A bridge adds what its peers
/// speak: an encoder for numbers, presses and turns, and a decoder for what peers send.
package protocol BridgeCore {
    var exchange: Exchange { get set }

    /// Chooses the controls, if the configuration does not, before the mirrors learn of them.
    mutating func prepare(for listing: Listing)
    /// The mirrors know the controls, except those of these routes.
    mutating func adopt(_ listing: Listing, unmapped: [Int])
    /// A button of the panel does something at the peers.
    mutating func act(_ effect: PressTriggers.Effect)
    /// What an event means besides values for the mirrors.
    mutating func observe(_ event: Event)
    /// Drops what depends on the daemon, because it is disconnected.
    mutating func reset()

    /// The daemon is there, for the first time or again.
    mutating func connect(_ listing: Listing, client: Int)
    /// Returns the request that the daemon has refused, if that should be logged.
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

    /// There are other controls now, or a daemon.
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

    /// Nobody will report a release of the panel's buttons: the daemon is disconnected, or this program ends.
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
    /// Why a control cannot be passed on. `selection` says what a selection lacks, `remedy` what a range without an end needs.
    package func lack(of name: String, selection: String, remedy: String) -> String {
        guard let state = self[name] else { return unknownName(name, in: keys) }
        return state.kind == .selection
            ? "'\(name)' is a selection, which \(selection)" : "'\(name)' has a range without an end: \(remedy)"
    }
}

/// Says that the daemon does not have what a name of the file means. `kind` is a control or an input.
package func unknownName(_ name: String, of kind: String = "control", in known: some Sequence<String>) -> String {
    let hint = NearestName.of(name, in: known.sorted()).map { " (did you mean '\($0)'?)" } ?? ""
    return "the daemon has no \(kind) named '\(name)'\(hint)"
}
