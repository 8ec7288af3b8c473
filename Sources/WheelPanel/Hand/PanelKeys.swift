import WheelCore

/// What a key asks for beyond the panel's own text.
enum PanelAction: Equatable {
    /// The client adds the name of its view.
    case ask(Request)
    case turn(detents: Int)
    case press
    case toggleEvents
    /// Leaves, unless others would miss the instrument.
    case leave
    /// Leaves in any case.
    case end
}

/// What keys mean. They are commands, or characters of a value that is being typed, or the answer to a question.
///
/// An example: `=` `1` `4` Enter asks for a `set` with the text "14". It is for the control that was marked at the `=`, since another
/// client may move the mark meanwhile. While a value is typed other keys are dropped, so that an arrow after a forgotten `=` turns nothing.
/// Escape leaves the value. `q` leaves the panel, and asks first where other clients would miss the daemon.
///
/// The list of keys is a note over the view: the next key removes it, and has its own effect as well.
struct PanelKeys {
    private enum Mode: Equatable {
        case keys
        case typing(String, control: String, label: String)
        /// Whether to leave although others use the instrument.
        case leaving
    }

    private var mode = Mode.keys
    private(set) var showsKeys = false
    /// In the place of the line of keys.
    var line: PanelLine?

    private static let longestText = 64

    var typed: String? { if case .typing(let text, _, _) = mode { text } else { nil } }

    mutating func apply(_ key: TerminalKey, _ facts: KeyFacts) -> PanelAction? {
        switch mode {
        case .keys: break
        case .typing(let text, let control, let label): return type(key, after: text, control, label)
        case .leaving:
            reset()
            return key == .character("q") ? .end : nil
        }
        let hadKeys = showsKeys
        hideNote()
        switch key {
        case .up, .right: return .turn(detents: 1)
        case .down, .left: return .turn(detents: -1)
        case .tab: return .ask(Request(.focus, ["by": .integer(1)]))
        case .backTab: return .ask(Request(.focus, ["by": .integer(-1)]))
        case .pageDown: return .ask(.page(.next))
        case .pageUp: return .ask(.page(.previous))
        case .enter: return .ask(Request(.apply))
        case .escape: return .ask(Request(.revert))
        // A selection is toggled at its cursor. Otherwise it is a button, which may mean anything.
        case .character(" "): return facts.marked?.kind == .selection ? .ask(Request(.toggle)) : .press
        case .character("+"): return .ask(Request(.step, ["count": .integer(1)]))
        case .character("-"): return .ask(Request(.step, ["count": .integer(-1)]))
        case .character("="):
            if let marked = facts.marked { type("", marked.name, marked.label) }
            return nil
        case .character("s"): return .ask(.speed(.next))
        case .character("l"): return .ask(Request(.lock))
        case .character("e"): return .toggleEvents
        case .character("?"):
            showsKeys = !hadKeys
            return nil
        case .character("q"):
            // It is not known yet whether others use the instrument.
            mode = .leaving
            return .leave
        case .character(let character):
            guard let place = character.wholeNumberValue, (1...9).contains(place), place <= facts.count else {
                return nil
            }
            return .ask(Request(.focus, ["place": .integer(place)]))
        case .home, .end, .backspace: return nil
        }
    }

    /// A click on the line of keys is the key itself, and ends what keys have begun.
    mutating func click(_ key: TerminalKey, _ facts: KeyFacts) -> PanelAction? {
        mode = .keys
        return apply(key, facts)
    }

    /// A finger on the view ends what keys have begun.
    mutating func reset() {
        mode = .keys
        hideNote()
    }

    private mutating func hideNote() {
        showsKeys = false
        line = nil
    }

    /// Whether the answer to the question is still to be given.
    var isLeaving: Bool { mode == .leaving }

    mutating func askWhetherToLeave(clients count: Int) {
        let clients = count == 1 ? "1 client is connected" : "\(count) clients are connected"
        line = PanelLine(.question, "\(clients). q leaves, any other key stays.", "\(clients): q leaves")
    }

    private mutating func type(_ text: String, _ control: String, _ label: String) {
        mode = .typing(text, control: control, label: label)
        line = PanelLine(.prompt(hint: "enter sets · esc leaves it"), "\(label) = \(text)", "= \(text)")
    }

    private mutating func type(
        _ key: TerminalKey, after text: String, _ control: String, _ label: String
    ) -> PanelAction? {
        switch key {
        case .character(let character) where text.count < PanelKeys.longestText:
            type(text + String(character), control, label)
        case .backspace where !text.isEmpty: type(String(text.dropLast()), control, label)
        case .enter where !text.isEmpty:
            reset()
            return .ask(Request(.set, control: control, ["text": .text(text)]))
        case .escape, .enter, .backspace: reset()
        default: break
        }
        return nil
    }
}
