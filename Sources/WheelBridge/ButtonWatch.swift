import WheelCore
import WheelWire

/// Converts events into presses of the panel's buttons. Each press gets a release, even if the daemon reports no
/// release because events were left out, the daemon has disconnected, or a reload has removed the button. A release
/// that is too early is better than a key that stays down.
package struct ButtonWatch {
    package struct Button: Hashable {
        package var input: String
        /// `nil` for the only button of an input, which the daemon does not name.
        package var name: String?
    }

    package struct Press: Equatable {
        package var button: Button
        package var gesture: ButtonGesture
    }

    /// The buttons that are down, in the order of their presses.
    private var held: [Button] = []

    package init() {}

    package mutating func presses(in event: Event) -> [Press] {
        switch event.content {
        // This is the level of a switch whose line was just attached. Nobody has moved the switch, so there is no
        // press.
        case .press(_, _, _, isInitial: true): return []
        case .press(let input, let name, let gesture, isInitial: false):
            let button = Button(input: input, name: name)
            if gesture == .down || gesture == .up { held.removeAll { $0 == button } }
            if gesture == .down { held.append(button) }
            return [Press(button: button, gesture: gesture)]
        case .controls(let listing):
            return release { button in
                let input = listing.inputs.first { $0.name == button.input }
                return input?.heldButtons.contains(button.name ?? "") != true
            }
        // The events that were left out may include a release, so all buttons are released.
        case .missed: return releaseAll()
        default: return []
        }
    }

    package mutating func releaseAll() -> [Press] { release { _ in true } }

    private mutating func release(_ isGone: (Button) -> Bool) -> [Press] {
        let gone = held.filter(isGone)
        held.removeAll { gone.contains($0) }
        return gone.map { Press(button: $0, gesture: .up) }
    }
}
