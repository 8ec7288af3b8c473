/// The messages of buttons, which wait in order until the peer has room for them. A release is never lost: without room a whole
/// press is left out, with its release.
package struct PressQueue<Button: Hashable, Message> {
    private enum Entry {
        /// `button` is `nil` for a press that has no release.
        case press(Message, button: Button?)
        case release(Message, Button)
        /// It belongs to no button.
        case other(Message)

        var message: Message {
            switch self {
            case .press(let message, _), .release(let message, _), .other(let message): message
            }
        }
    }

    private let most: Int
    private var entries: [Entry] = []
    /// The buttons whose presses were sent or wait, and whose releases have not come.
    private var held: Set<Button> = []

    /// At most so many messages of buttons wait.
    package init(most: Int) { self.most = most }

    package var isEmpty: Bool { entries.isEmpty }
    package var messages: [Message] { entries.map(\.message) }

    /// The button goes down, or does something without a release if it is `nil`. Returns whether there was room.
    @discardableResult
    package mutating func press(_ button: Button?, _ message: Message) -> Bool {
        // Each button that is held needs room for its release.
        guard entries.count + held.count + (button == nil ? 1 : 2) <= most else { return false }
        entries.append(.press(message, button: button))
        if let button { held.insert(button) }
        return true
    }

    /// The button goes up. If its press was left out, so is this.
    package mutating func release(_ button: Button, _ message: Message) {
        if held.remove(button) != nil { entries.append(.release(message, button)) }
    }

    /// A message that must be sent in any case.
    package mutating func add(_ message: Message) { entries.append(.other(message)) }

    /// The first ones were sent.
    package mutating func removeFirst(_ count: Int) { entries.removeFirst(min(count, entries.count)) }

    /// Sends what there is room for. `send` returns whether there was room. Returns whether everything was sent.
    package mutating func send(_ send: (Message) -> Bool) -> Bool {
        let count = entries.prefix { send($0.message) }.count
        entries.removeFirst(count)
        return entries.isEmpty
    }

    /// The peer cannot be reached. A press that waits would come too late, and is left out. The release of a press that was sent
    /// still waits: the peer may be the same one when it is back.
    package mutating func leaveOutPresses() {
        var leftOut: Set<Button> = []
        var kept: [Entry] = []
        for entry in entries {
            switch entry {
            case .press(_, let button): if let button { leftOut.insert(button) }
            case .release(_, let button): if leftOut.remove(button) == nil { kept.append(entry) }
            case .other: kept.append(entry)
            }
        }
        entries = kept
        held.subtract(leftOut)
    }
}
