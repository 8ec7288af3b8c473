import WheelBridge
import WheelCore
import WheelWire

// What the core does when the daemon has dropped events. Speeds, ramps and locks may have changed without an event, so the core
// asks for the state. Values are never dropped.
extension MQTTCore {
    /// The number of the reply with the state. It is negative: the numbers of the mirror begin with 0.
    static let stateReply = -1

    /// Asks for the state if events were missed. The next request waits for the reply to this one.
    mutating func askState(_ send: (Request, RequestID?) -> Void) {
        guard needsState, !isAskingState else { return }
        needsState = false
        isAskingState = true
        send(.list, RequestID(MQTTCore.stateReply))
    }

    mutating func consume(state reply: Reply) -> RefusedRequest? {
        isAskingState = false
        guard case .listing(let listing)? = try? reply.answer(to: .list) else { return RefusedRequest(reply) }
        for control in listing.controls {
            withControl(control.name) { $0.update(control, isPanelLocked: listing.isLocked) }
        }
        return nil
    }
}
