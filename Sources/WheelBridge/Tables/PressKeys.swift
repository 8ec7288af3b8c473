import WheelConfiguration

/// The keys of `[[….press]]` that all bridges share: which button of the panel does something at the peer.
package struct PressKeys: Sendable {
    private let input: Key<String?>
    private let isOfInput: Bool
    private let button = Key("button", .name, otherwise: "any of its buttons", "The button's name.")
    private let gesture: Key<PressTrigger.Gesture>

    /// `meaning` is that of the gestures. `ofInput`: whether a table must name an input.
    package init(_ meaning: String, ofInput: Bool = true) {
        isOfInput = ofInput
        input =
            ofInput
            ? Key(required: "input", .name, as: "\"knob\"", "The input's name.")
            : Key("input", .name, otherwise: "any input", "The input's name.")
        gesture = Key("gesture", .word(PressTrigger.Gesture.self), default: .down, meaning)
    }

    package var rows: [KeyRow] { [input.row, button.row, gesture.row] }

    /// `nil` if the input has no name and needs one.
    package func read(_ reader: TableReader) -> PressTrigger? {
        let (input, button, gesture) = (reader.read(input), reader.read(button), reader.read(gesture))
        guard input.value != nil || !isOfInput else { return nil }
        return PressTrigger(input: input.value, button: button.value, gesture: gesture.value)
    }
}
