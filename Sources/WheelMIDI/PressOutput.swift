import WheelBridge
import WheelProtocol

/// The messages of the panel's buttons. They wait in order until there is room.
struct PressOutput {
    private let presses: [MIDIPress]
    private var triggers: PressTriggers
    private var messages: [MIDIMessage] = []

    /// So many messages at most wait, for a peer that takes nothing.
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
            case .hold(let index): add(presses[index].message(isOn: true))
            case .release(let index): addOff(presses[index])
            case .tap(let index):
                add(presses[index].message(isOn: true))
                addOff(presses[index])
            }
        }
    }

    private mutating func addOff(_ press: MIDIPress) {
        if press.form != .program { add(press.message(isOn: false)) }
    }

    mutating func add(_ message: MIDIMessage) {
        if messages.count < PressOutput.most { messages.append(message) }
    }

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
