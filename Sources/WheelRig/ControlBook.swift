import WheelProtocol
import WheelSettings

/// The controls as the daemon has described them last.
struct ControlBook {
    private(set) var states: [String: ControlState] = [:]

    mutating func take(_ listing: Listing) {
        states = Dictionary(listing.controls.map { ($0.name, $0) }) { first, _ in first }
    }

    mutating func take(_ event: Event) {
        switch event.content {
        case .value(let value): states[value.control]?.value = value.value
        case .commit(let control, let value, _, _): states[control]?.value = value
        default: break
        }
    }

    subscript(name: String) -> ControlState? { states[name] }
}

extension ControlState {
    /// Whether a value is in its range. A control that goes around has every value.
    func holds(_ value: ControlValue) -> Bool {
        guard case .number(let number) = value, let range, !wraps else { return true }
        return range.contains(number)
    }
}
