import WheelCore

/// What a key requests, apart from changes of the panel's own text.
enum PanelAction: Equatable {
    /// Sends a request, to which the client adds the name of its view.
    case ask(Request)
    case turn(detents: Int)
    case press
    case toggleEvents
    /// Leaves the panel. If other clients would lose the daemon, the panel asks first.
    case leave
    /// Leaves without a question.
    case end
}

/// The meaning of keys: they are commands, characters of a value that is being typed, or the answer to a question.
///
/// For example: `=` `1` `4` Enter requests a `set` with the text "14". The request applies to the control that was
/// marked when `=` was typed, since another client may move the mark in the meantime. While a value is being typed,
/// keys such as arrows are dropped, so that an arrow after a forgotten `=` turns nothing. Escape cancels the value. `q`
/// leaves the panel. If other clients would lose the daemon, the panel asks first.
///
/// `?` shows the list of keys over the view. The next key removes the list, and also has its own effect.
struct PanelKeys {
    private enum Mode: Equatable {
        case keys
        case typing(String, control: String, label: String)
        /// Asks whether to leave although other clients are connected.
        case leaving
    }

    private var mode = Mode.keys
    private(set) var showsKeys = false
    /// A line that replaces the line of keys.
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
        // On a selection the space key toggles the position at the cursor. On any other control the space key acts as a
        // button, which may be bound to any action.
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
            // The person must confirm this only if the daemon has other clients, so their number is requested first.
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

    /// A click on an item of the line of keys acts as the item's key. The click cancels typing and questions.
    mutating func click(_ key: TerminalKey, _ facts: KeyFacts) -> PanelAction? {
        mode = .keys
        return apply(key, facts)
    }

    /// Cancels typing and questions, and hides the list of keys.
    mutating func reset() {
        mode = .keys
        hideNote()
    }

    private mutating func hideNote() {
        showsKeys = false
        line = nil
    }

    /// Whether `q` was pressed, and the question whether to leave was not answered yet.
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
