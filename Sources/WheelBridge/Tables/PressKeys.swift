import WheelConfiguration

/// A table `[[….press]]`: which button of the panel does something at the peer.
package protocol PressDraft: Sendable {
    var trigger: PressTrigger { get set }
}

extension Setting where Draft: PressDraft {
    /// The keys that all bridges share. `meaning` is that of the gestures. `ofInput`: whether a table must name an input.
    package static func trigger(_ meaning: String, ofInput: Bool = true) -> [Setting] {
        [
            ofInput
                ? Setting(required: "input", .name, as: "\"knob\"", { $0.trigger.input = $1 }, "The input's name.")
                : Setting("input", .name, otherwise: "any input", { $0.trigger.input = $1 }, "The input's name."),
            Setting(
                "button", .name, otherwise: "any of its buttons", { $0.trigger.button = $1 }, "The button's name."),
            Setting("gesture", .word(), default: PressTrigger.Gesture.down, { $0.trigger.gesture = $1 }, meaning),
        ]
    }
}
