import WheelBridge
import WheelWire

/// The messages of the panel's buttons. They wait in order until there is room.
struct PressOutput {
    private let presses: [MIDIPress]
    private var triggers: PressTriggers
    private var queue = PressQueue<Int, MIDIMessage>(most: PressOutput.most)

    /// At most so many messages of buttons wait for a peer that takes nothing.
    private static let most = 1024

    init(_ presses: [MIDIPress]) {
        self.presses = presses
        triggers = PressTriggers(presses.map(\.trigger))
    }

    var isWaiting: Bool { !queue.isEmpty }

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

    private mutating func press(_ index: Int) {
        // A message that chooses a program has no release.
        queue.press(presses[index].form == .program ? nil : index, presses[index].message(isOn: true))
    }

    private mutating func release(_ index: Int) { queue.release(index, presses[index].message(isOn: false)) }

    /// Returns whether everything was sent.
    mutating func send(_ send: (MIDIMessage) -> Bool) -> Bool { queue.send(send) }
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
