import WheelConfiguration
import WheelCore

// The keys that the tables of several bridges share. The draft of a table is the value that is read from it. A table
// has a shared key if its draft has the property that the key sets: the draft of `[[midi.control]]` is a `MIDIControl`,
// which has a `route`, so this table has the key `send`. If bridges describe a key differently, each passes its own
// description.

/// What is read from a table `[[….control]]`, for a bridge that passes values in both directions.
package protocol RouteDraft: Sendable {
    var route: MirrorRoute { get set }
}

extension Setting where Draft: RouteDraft {
    package static var control: Setting {
        Setting(required: "control", .name, as: "\"cutoff\"", { $0.route.control = $1 }, "The control's name.")
    }

    /// The keys `send`, `receive`, `takeover` and `range`. The parameters are the descriptions that differ from bridge
    /// to bridge.
    package static func route(receive: String, takeover: String, range: String) -> [Setting] {
        [
            Setting("send", .flag, default: true, { $0.route.sends = $1 }, "Whether the control's changes are sent."),
            Setting("receive", .flag, default: true, { $0.route.receives = $1 }, receive),
            Setting("takeover", .word(), default: KnobTakeover.jump, { $0.route.takeover = $1 }, takeover),
            Setting("range", .part, otherwise: "the control's range", { $0.route.part = $1 }, range),
        ]
    }
}

extension ValueType where Value == ValueRange {
    package static let part = range.refined { $0.isFinite ? nil : "must have two ends, as \"[0, 100]\"" }
}

extension Table {
    /// Reads the tables of a list, such as `[[midi.control]]` in `[midi]`; `nil` if there is none. `finish` checks the
    /// keys of a table against each other. The result of `finish` is used only if the file has no mistake.
    package func readAll<Value>(
        in bridge: TOMLTable, most: Int, _ mistakes: MistakeList, _ finish: (inout Draft, TableReader) -> Value
    ) -> [Value]? {
        let entry = bridge.entries.first { schema.title.hasSuffix(".\($0.key)]]") }
        guard let entry else { return nil }
        let tables = entry.tables(schema.title, most: most, mistakes).tables ?? []
        return tables.map { table in
            var (draft, reader) = read(table, mistakes)
            return finish(&draft, reader)
        }
    }
}

/// What is read from a table `[[….press]]`, which gives a button of the panel an effect at the peer.
package protocol PressDraft: Sendable {
    var trigger: PressTrigger { get set }
}

extension Setting where Draft: PressDraft {
    /// The keys that choose a button and a gesture. `meaning` is the description of the key `gesture`. `ofInput`:
    /// whether a table must name an input.
    package static func trigger(_ meaning: String, ofInput: Bool = true) -> [Setting] {
        [
            ofInput
                ? Setting(required: "input", .name, as: "\"knob\"", { $0.trigger.input = $1 }, "The input's name.")
                : Setting("input", .name, otherwise: "any input", { $0.trigger.input = $1 }, "The input's name."),
            Setting(
                "button", .name, otherwise: "any button of the input", { $0.trigger.button = $1 }, "The button's name."),
            Setting("gesture", .word(), default: PressTrigger.Gesture.down, { $0.trigger.gesture = $1 }, meaning),
        ]
    }
}

/// What is read from a table `[[….feed]]`, which feeds an input of type `client`.
package protocol FeedDraft: Sendable {
    var target: FeedTarget { get set }
}

extension Setting where Draft: FeedDraft {
    /// The keys that choose an input and its button.
    package static func target() -> [Setting] {
        [
            Setting(
                required: "input", .name, as: "\"dial\"", { $0.target.input = $1 },
                "The input's name. The `type` of the input is `client`."),
            Setting(
                "button", .name, otherwise: "the only one", { $0.target.button = $1 },
                "The button's name, where the input has several."),
        ]
    }

    /// The key `detents`. `step` completes the key's description, which begins with `Detents for`.
    package static func detents(most: Double, for step: String) -> Setting {
        Setting(
            "detents", .number(.closed(-most...most)), default: 1, { $0.target.detents = $1 },
            "Detents for \(step). A negative number turns the other way.")
    }
}

extension TableReader {
    /// Adds a mistake if a `[[….feed]]` for a knob has the key `button`, or if a `[[….feed]]` for a button has the key
    /// `detents`. `forms` lists, for the text of the mistake, the values of `form` that suit buttons.
    package func checkFeed(isButton: Bool, forms: String) {
        if !isButton, isGiven("button") { complain(at: "button", "'button' belongs to the \(forms)") }
        if isButton, isGiven("detents") { complain(at: "detents", "'detents' belongs to knobs, not to buttons") }
    }
}
