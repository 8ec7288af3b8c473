import WheelModel
import WheelProtocol
import WheelSettings

/// The messages of the panel's buttons, which wait in order until the next packet.
struct OSCPressOutput {
    private let presses: [OSCPress]
    private(set) var messages: [OSCMessage] = []
    private var held: Set<Int> = []

    /// So many at most wait, for a destination that takes nothing.
    private static let most = 256

    init(_ presses: [OSCPress]) { self.presses = presses }

    mutating func take(_ input: String, _ button: String?, _ gesture: ButtonGesture) {
        for (index, press) in presses.enumerated() where press.input == input {
            guard press.button == nil || press.button == button else { continue }
            switch (press.gesture, gesture) {
            case (.down, .down):
                add(press, isDown: true)
                held.insert(index)
            case (.down, .up): release(index)
            case (.click, .click), (.double, .double), (.long, .long): add(press, isDown: true)
            case (.down, .click), (.down, .double), (.down, .long), (.click, _), (.double, _), (.long, _): break
            }
        }
    }

    private mutating func release(_ index: Int) {
        held.remove(index)
        // Without the word every message would say the same, and the second one would count as another press.
        if presses[index].template.has(.down) { add(presses[index], isDown: false) }
    }

    /// The daemon has gone: it will not say when a button is released.
    mutating func releaseAll() {
        for index in held.sorted() { release(index) }
    }

    private mutating func add(_ press: OSCPress, isDown: Bool) {
        guard messages.count < OSCPressOutput.most else { return }
        messages.append(
            OSCMessage(press.address, press.template.arguments(for: isDown ? 1 : 0, positions: [])))
    }

    /// They were sent, or nobody was there to take them.
    mutating func forget() { messages = [] }
}
