public import WheelCore
public import WheelModel

/// Inputs whose events clients send.
extension InputHub {
    /// Applies a `feed`: all of its events or none. The first `feed` claims the input for its client.
    public func feed(
        _ input: Int, _ request: Request, from client: Int, at now: Instant
    ) throws(CommandRefusal) {
        let slot = try fedSlot(input, of: client)
        // One event without an array, so that it allocates nothing.
        let single = FedEvent(request)
        let events = single == nil ? request.fedEvents : []
        let hasSize = request["size"] != nil || slot.fed?.size != nil
        if let single { try slot.check(single, hasSize: hasSize) }
        for event in events { try slot.check(event, hasSize: hasSize) }
        let device = claim(slot, for: client, at: now)
        if let size = request.fedSize { device.resize(to: size, at: now) }
        if let single { device.apply(single, at: now) }
        for event in events { device.apply(event, at: now) }
    }

    /// Ends the claim of a client.
    public func unfeed(_ input: Int, from client: Int, at now: Instant) throws(CommandRefusal) {
        let slot = try fedSlot(input, of: client)
        if slot.fed != nil { slot.lose("client \(client)", at: now) }
    }

    /// Whether its client holds a finger or a button down.
    public func isDown(_ input: Int) -> Bool { inputs[input].fed?.frames.isDown ?? false }

    /// Lifts all fingers and releases all buttons of an input. Its fingers are ignored until its client lifts them.
    public func lift(_ input: Int, at now: Instant) { inputs[input].fed?.lift(at: now) }

    /// Ends all claims of a client that has gone.
    public func clientLeft(_ client: Int, at now: Instant) {
        for slot in inputs where slot.fed?.client == client { slot.lose("client \(client)", at: now) }
    }

    private func claim(_ slot: InputSlot, for client: Int, at now: Instant) -> FedDevice {
        if let device = slot.fed { return device }
        guard case .client(let settings) = slot.settings.source else { preconditionFailure("the input is not fed") }
        let device = FedDevice(settings, client: client, buttonNames: slot.buttonNames, merger: slot.merger, at: now)
        device.area = slot.touchArea
        slot.fed = device
        slot.report(.attached, "client \(client)", at: now)
        return device
    }

    /// The input, if this client may feed it.
    private func fedSlot(_ input: Int, of client: Int) throws(CommandRefusal) -> InputSlot {
        let slot = inputs[input]
        guard case .client = slot.settings.source else {
            throw .notFed(input: slot.settings.name, type: slot.settings.source.type)
        }
        if let owner = slot.fed?.client, owner != client { throw .busy(input: slot.settings.name, client: owner) }
        return slot
    }
}

extension InputSlot {
    /// Refuses an event of a button that the input does not have, and contacts whose scale is unknown.
    ///
    /// `hasSize`: whether the request gives the size that contacts refer to.
    fileprivate func check(_ event: FedEvent, hasSize: Bool) throws(CommandRefusal) {
        switch event.action {
        case .turn: break
        case .button(nil, _):
            if settings.buttons.count > 1 { throw .needsButton(input: settings.name, among: buttonNames) }
        case .button(let name?, _):
            for button in settings.buttons where button.name == name { return }
            throw .unknown(.button, name, of: settings.name, among: buttonNames)
        case .contacts:
            if touchArea == nil, !hasSize { throw .needsSize(input: settings.name) }
        }
    }
}
