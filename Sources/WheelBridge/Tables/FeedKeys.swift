import WheelConfiguration

/// A table `[[….feed]]`: which input of type `client` is fed.
package protocol FeedDraft: Sendable {
    var target: FeedTarget { get set }
}

extension Setting where Draft: FeedDraft {
    /// The keys that all bridges share, before the bridge's own.
    package static func target() -> [Setting] {
        [
            Setting(
                required: "input", .name, as: "\"dial\"", { $0.target.input = $1 },
                "The input's name. Its `type` is `client`."),
            Setting(
                "button", .name, otherwise: "the only one", { $0.target.button = $1 },
                "The button's name, where the input has several."),
        ]
    }

    /// The key behind them.
    package static func detents(most: Double, for step: String) -> Setting {
        Setting(
            "detents", .number(.closed(-most...most)), default: 1, { $0.target.detents = $1 },
            "Detents for \(step). Negative turns the other way.")
    }
}

extension TableReader {
    /// Adds a mistake about a key of `[[….feed]]` that is not for buttons, or only for them. `forms`: the words of their forms.
    package func checkFeed(isButton: Bool, forms: String) {
        if !isButton, isGiven("button") { complain(at: "button", "'button' belongs to the \(forms)") }
        if isButton, isGiven("detents") { complain(at: "detents", "'detents' belongs to knobs, not to buttons") }
    }
}
