import WheelBridge
import WheelProtocol

/// The messages of the panel's buttons. They wait in order until there is room.
struct PressOutput {
    private let presses: [MIDIPress]
    private var triggers: PressTriggers
    private var messages: [MIDIMessage] = []
    /// The presses that were sent, or wait to be, and still need the message of the button that goes up.
    private var held: Set<Int> = []

    /// So many messages of buttons at most wait, for a peer that takes nothing. Then further presses are left out.
    private static let most = 1024

    init(_ presses: [MIDIPress]) {
        self.presses = presses
        triggers = PressTriggers(presses.map(\.trigger))
    }

    var isWaiting: Bool { !messages.isEmpty }

    mutating func receive(_ event: Event) { add(triggers.receive(event)) }

    /// The daemon has gone, or this program ends.
    mutating func releaseAll() { add(triggers.releaseAll()) }

    private mutating func add(_ effects: [PressTriggers.Effect]) {
        for effect in effects {
            switch effect {
            case .hold(let index): press(index)
            case .release(let index): release(index)
            case .tap(let index):
                press(index)
                release(index)
            }
        }
    }

    /// A press is left out if there is no room for its release. A note that nobody ends would sound for ever.
    private mutating func press(_ index: Int) {
        guard messages.count + held.count + 2 <= PressOutput.most else { return }
        messages.append(presses[index].message(isOn: true))
        if presses[index].form != .program { held.insert(index) }
    }

    private mutating func release(_ index: Int) {
        if held.remove(index) != nil { messages.append(presses[index].message(isOn: false)) }
    }

    /// The note of a control ends.
    mutating func add(noteOff message: MIDIMessage) { messages.append(message) }

    /// Returns whether everything was sent.
    mutating func send(_ send: (MIDIMessage) -> Bool) -> Bool {
        let count = messages.prefix { send($0) }.count
        messages.removeFirst(count)
        return messages.isEmpty
    }
}

extension MIDIPress {
    fileprivate func message(isOn: Bool) -> MIDIMessage {
        switch form {
        case .note: .note(channel: channel, number: number, velocity: isOn ? 127 : 0, isOn: isOn)
        case .cc: .controller(channel: channel, number: number, value: isOn ? 127 : 0)
        case .program: .program(channel: channel, number: number)
        }
    }
}
