import WheelBridge
import WheelProtocol
import WheelSettings

// Events that the daemon has dropped: speeds, ramps and locks may be others than the desk knows. Values are never dropped.
extension MQTTDesk {
    /// The number of the reply with the state. Those of the mirror begin with 0.
    static let stateReply = -1

    /// Asks for the state, one request at a time.
    mutating func askState(_ send: (Request, RequestID?) -> Void) {
        guard needsState, !isAskingState else { return }
        needsState = false
        isAskingState = true
        send(.list, RequestID(MQTTDesk.stateReply))
    }

    mutating func take(state reply: Reply) -> RefusedRequest? {
        isAskingState = false
        guard case .listing(let listing)? = try? reply.answer(to: .list) else { return RefusedRequest(reply) }
        for control in listing.controls {
            withLane(control.name) { $0.update(control, isPanelLocked: listing.isLocked) }
        }
        return nil
    }
}
