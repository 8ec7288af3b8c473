import TestSupport
import WheelCore
import WheelModel

struct ButtonInput: CustomStringConvertible {
    enum Kind: String, CaseIterable {
        case press
        case release
        case turn
        /// The device is lost.
        case gone
        /// A new device is attached, and the button is held (`closed`) or released (`open`).
        case closed
        case open
        case wait
    }

    var kind: Kind
    var milliseconds: Int64

    var description: String { "\(kind)@\(milliseconds)" }
}

/// When the owner of the machine calls `wake`.
enum Waking: CaseIterable {
    /// At the machine's deadlines.
    case inTime
    /// Only at the waits in the table.
    case late
}

/// The outputs of a button in words: `click@100` is published at 100 ms, `!click@100` runs the action of the click.
func told(by machine: ButtonMachine, of inputs: [ButtonInput], waking: Waking) -> [String] {
    var machine = machine
    var words: [String] = []
    func note(_ output: ButtonMachine.Output, _ time: Instant) {
        let milliseconds = text(Double(time.microseconds) / 1000)
        switch output {
        case .publish(let gesture): words.append("\(gesture)@\(milliseconds)")
        case .act(let gesture): words.append("!\(gesture)@\(milliseconds)")
        }
    }
    for input in inputs {
        let time = Instant(microseconds: input.milliseconds * 1000)
        if waking == .inTime, let deadline = machine.deadline, deadline <= time {
            machine.wake(at: deadline, emit: note)
        }
        switch input.kind {
        case .press: machine.press(at: time, emit: note)
        case .release: machine.release(at: time, emit: note)
        case .turn: machine.turned(at: time, emit: note)
        case .gone: machine.cancel(at: time, emit: note)
        case .closed: machine.begin(isDown: true, at: time, emit: note)
        case .open: machine.begin(isDown: false, at: time, emit: note)
        case .wait: machine.wake(at: time, emit: note)
        }
    }
    return words
}

/// Parses a row such as `press@0 release@100 wait@500`, with times in milliseconds.
func buttonInputs(_ row: Row) -> [ButtonInput] {
    row.words.map { word in
        let parts = word.split(separator: "@")
        guard parts.count == 2, let kind = ButtonInput.Kind(rawValue: String(parts[0])), let time = Int64(parts[1])
        else { preconditionFailure("no such word: \(word)") }
        return ButtonInput(kind: kind, milliseconds: time)
    }
}
