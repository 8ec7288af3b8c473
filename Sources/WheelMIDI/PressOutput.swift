import WheelModel
import WheelProtocol
import WheelSettings

/// The messages of the panel's buttons. They wait in order until there is room.
struct PressOutput {
    private let presses: [MIDIPress]
    private var messages: [MIDIMessage] = []
    private var held: Set<Int> = []

    /// So many messages at most wait, for a peer that takes nothing.
    private static let most = 1024

    init(_ presses: [MIDIPress]) { self.presses = presses }

    var isWaiting: Bool { !messages.isEmpty }

    mutating func take(_ input: String, _ button: String?, _ gesture: ButtonGesture) {
        for (index, press) in presses.enumerated() where press.input == input {
            guard press.button == nil || press.button == button else { continue }
            switch (press.gesture, gesture) {
            case (.down, .down):
                add(press.message(isOn: true))
                held.insert(index)
            case (.down, .up):
                if press.form != .program { add(press.message(isOn: false)) }
                held.remove(index)
            case (.click, .click), (.double, .double), (.long, .long):
                add(press.message(isOn: true))
                if press.form != .program { add(press.message(isOn: false)) }
            case (.down, .click), (.down, .double), (.down, .long), (.click, _), (.double, _), (.long, _): break
            }
        }
    }

    /// The daemon has gone: it will not say when a button is released.
    mutating func releaseAll() {
        for index in held where presses[index].form != .program { add(presses[index].message(isOn: false)) }
        held = []
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
