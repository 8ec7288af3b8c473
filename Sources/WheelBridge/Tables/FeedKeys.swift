import WheelConfiguration

/// The keys of `[[….feed]]` that all bridges share: which input of type `client` is fed.
package struct FeedKeys: Sendable {
    private let input = Key(required: "input", .name, as: "\"dial\"", "The input's name. Its `type` is `client`.")
    private let button = Key(
        "button", .name, otherwise: "the only one", "The button's name, where the input has several.")
    private let detents: Key<Double>

    package init(mostDetents: Double, for step: String) {
        detents = Key(
            "detents", .number(.closed(-mostDetents...mostDetents)), default: 1,
            "Detents for \(step). Negative turns the other way.")
    }

    package func rows(_ own: [KeyRow]) -> [KeyRow] { [input.row, button.row] + own + [detents.row] }

    /// `nil` if the input has no name. `forms`: the words of the forms that are buttons.
    package func read(_ reader: TableReader, isButton: Bool, forms: String) -> FeedTarget? {
        let (input, button, detents) = (reader.read(input), reader.read(button), reader.read(detents))
        if button.isGiven, !isButton { reader.mistakes.add(button.place, "'button' belongs to the \(forms)") }
        if detents.isGiven, isButton {
            reader.mistakes.add(detents.place, "'detents' belongs to knobs, not to buttons")
        }
        return input.value.map { FeedTarget(input: $0, button: button.value, detents: detents.value) }
    }
}
