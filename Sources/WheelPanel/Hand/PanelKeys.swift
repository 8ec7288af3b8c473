import WheelCore

/// What a key asks for beyond the panel's own text.
enum PanelAction: Equatable {
    /// By the hand of the view, whose name is added.
    case ask(Request)
    case turn(detents: Int)
    case press
    case toggleEvents
    /// Leaves, unless others would miss the instrument.
    case leave
    /// Leaves whoever would.
    case end
}

/// What keys mean: each one something of its own, or a character of a value that is being typed, or an answer.
///
/// `=` begins a value. The control is the one that is marked then, whatever moves the mark later. A key that is no part of it is dropped,
/// so that a value that was begun and forgotten turns nothing. The list of keys is a note: the next key removes it, and has its
/// own effect as well.
struct PanelKeys {
    private enum Mode: Equatable {
        case keys
        case typing(String, control: String, label: String)
        /// Whether to leave although others use the instrument.
        case leaving
    }

    private var mode = Mode.keys
    /// Whether the box over the view lists the keys.
    private(set) var showsKeys = false
    /// In the place of the line of keys.
    var line: PanelLine?

    private static let longestText = 64

    /// What is being typed.
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
        case .pageDown: return page(.next)
        case .pageUp: return page(.previous)
        case .enter: return .ask(Request(.apply))
        case .escape: return .ask(Request(.revert))
        case .character(" "): return press(facts)
        case .character("+"): return step(1)
        case .character("-"): return step(-1)
        case .character("="):
            beginTyping(facts)
            return nil
        case .character("s"): return nextSpeed
        case .character("l"): return .ask(Request(.lock))
        case .character("e"): return .toggleEvents
        case .character("?"):
            showsKeys = !hadKeys
            return nil
        case .character("q"): return leave()
        case .character(let character):
            guard let place = character.wholeNumberValue, (1...9).contains(place), place <= facts.count else {
                return nil
            }
            return .ask(Request(.focus, ["place": .integer(place)]))
        case .home, .end, .backspace: return nil
        }
    }

    /// A click on the line of keys.
    mutating func apply(_ key: LineKey, _ facts: KeyFacts) -> PanelAction? {
        let hadKeys = showsKeys
        reset()
        switch key {
        case .turn(let detents): return .turn(detents: detents)
        case .press: return press(facts)
        case .next: return .ask(Request(.focus, ["by": .integer(1)]))
        case .page: return page(.next)
        case .type:
            beginTyping(facts)
            return nil
        case .speed: return nextSpeed
        case .lock: return .ask(Request(.lock))
        case .apply: return .ask(Request(.apply))
        case .revert: return .ask(Request(.revert))
        case .events: return .toggleEvents
        case .keys:
            showsKeys = !hadKeys
            return nil
        case .leave: return leave()
        }
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

    /// It is not known yet whether others use the instrument. A second `q` leaves in any case.
    private mutating func leave() -> PanelAction {
        mode = .leaving
        return .leave
    }

    /// Whether the answer to the question is still to be given.
    var isLeaving: Bool { mode == .leaving }

    mutating func askWhetherToLeave(clients count: Int) {
        let clients = count == 1 ? "1 client is connected" : "\(count) clients are connected"
        line = PanelLine(.question, "\(clients). q leaves, any other key stays.", "\(clients): q leaves")
    }

    private func page(_ choice: NameChoice) -> PanelAction { .ask(.page(choice)) }

    private func step(_ count: Int) -> PanelAction { .ask(Request(.step, ["count": .integer(count)])) }

    private var nextSpeed: PanelAction { .ask(.speed(.next)) }

    /// A selection is toggled at its cursor. Otherwise it is a button, which may mean anything.
    private func press(_ facts: KeyFacts) -> PanelAction {
        facts.marked?.kind == .selection ? .ask(Request(.toggle)) : .press
    }

    // MARK: Typing a value.

    private mutating func beginTyping(_ facts: KeyFacts) {
        guard let marked = facts.marked else { return }
        type("", marked.name, marked.label)
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
