/// A queue for the messages of buttons, which wait in order until the peer's buffer has room. A press is queued only if
/// there is also room for its release, so the release of a press that was sent is never lost.
package struct PressQueue<Button: Hashable, Message> {
    private enum Entry {
        case press(Message, button: Button?)
        case release(Message, Button)

        var message: Message {
            switch self {
            case .press(let message, _), .release(let message, _): message
            }
        }
    }

    private let most: Int
    private var entries: [Entry] = []
    /// The buttons whose press was sent or waits, and whose release has not been queued yet.
    private var held: Set<Button> = []

    package init(most: Int) { self.most = most }

    package var isEmpty: Bool { entries.isEmpty }
    package var messages: [Message] { entries.map { $0.message } }

    /// Queues the message of a press. `button` is `nil` for a press that has no release. Returns whether the queue had
    /// room.
    @discardableResult
    package mutating func press(_ button: Button?, _ message: Message) -> Bool {
        // The queue reserves room for the release of each held button, so that a release is never left out.
        guard entries.count + held.count + (button == nil ? 1 : 2) <= most else { return false }
        entries.append(.press(message, button: button))
        if let button { held.insert(button) }
        return true
    }

    /// Queues the message of a release, unless the press was left out.
    package mutating func release(_ button: Button, _ message: Message) {
        if held.remove(button) != nil { entries.append(.release(message, button)) }
    }

    package mutating func removeFirst(_ count: Int) { entries.removeFirst(min(count, entries.count)) }

    /// Sends messages until the peer's buffer is full. The closure `send` returns whether the message had room. This
    /// function returns whether all messages were sent.
    package mutating func send(_ send: (Message) -> Bool) -> Bool {
        let count = entries.prefix { send($0.message) }.count
        entries.removeFirst(count)
        return entries.isEmpty
    }

    /// Leaves out the waiting presses, because the peer cannot be reached and they would arrive too late. The release
    /// of a press that was sent stays in the queue: the same peer may reconnect, and still has the button down.
    package mutating func leaveOutPresses() {
        var leftOut: Set<Button> = []
        var kept: [Entry] = []
        for entry in entries {
            switch entry {
            case .press(_, let button): if let button { leftOut.insert(button) }
            case .release(_, let button): if leftOut.remove(button) == nil { kept.append(entry) }
            }
        }
        entries = kept
        held.subtract(leftOut)
    }
}
