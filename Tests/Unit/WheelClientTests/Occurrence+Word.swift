import WheelWire

@testable import WheelClient

extension Occurrence {
    var word: String {
        switch self {
        case .connected(let hello): "connected \(hello.instance)"
        case .event(let event):
            switch event.content {
            case .lock(let isLocked, _): "lock \(isLocked)"
            case .page(let page): "page \(page)"
            case .frame(let frame): "frame \(frame.display)\(frame.isWhole ? " whole" : "")"
            case .display(let display, let state, let detail): "\(display) \(state): \(detail)"
            case .definition(let owner, let state, let mistakes):
                "\(owner) \(state.rawValue): \(mistakes.map(\.message).joined())"
            default: "event"
            }
        case .disconnected: "disconnected"
        case .subscriptionRefused(let error): "refused \(error.name)"
        }
    }
}
