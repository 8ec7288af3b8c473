import WheelModel
import WheelProtocol

/// The keys of the panel's buttons. A press is never delayed.
struct PressOutput {
    enum Step: Equatable {
        case tap(KeyChord)
        case hold(KeyChord)
        case release(KeyChord)
    }

    private let presses: [UinputPress]
    /// The presses whose keys are held, with the input and the button that hold them.
    private var held: [Int: Holder] = [:]

    private struct Holder: Equatable {
        var input: String
        var button: String?
    }

    init(_ presses: [UinputPress]) { self.presses = presses }

    mutating func take(_ input: String, _ button: String?, _ gesture: ButtonGesture) -> [Step] {
        var steps: [Step] = []
        let holder = Holder(input: input, button: button)
        for (index, press) in presses.enumerated() where press.input == nil || press.input == input {
            // The daemon does not name the only button of an input.
            guard press.button == nil || button == nil || press.button == button else { continue }
            switch (press.gesture, gesture) {
            case (.down, .down):
                guard held[index] == nil else { break }
                held[index] = holder
                steps.append(.hold(press.keys))
            case (.down, .up):
                guard held[index] == holder else { break }
                held[index] = nil
                steps.append(.release(press.keys))
            case (.click, .click), (.double, .double), (.long, .long): steps.append(.tap(press.keys))
            case (.down, .click), (.down, .double), (.down, .long), (.click, _), (.double, _), (.long, _): break
            }
        }
        return steps
    }

    /// Releases what no button of these inputs holds any more.
    mutating func release(exceptIn inputs: [InputState]) -> [Step] {
        let gone = held.filter { entry in
            let input = inputs.first { $0.name == entry.value.input }
            return input?.heldButtons.contains(entry.value.button ?? "") != true
        }
        return gone.keys.sorted().compactMap { index in
            held[index] = nil
            return .release(presses[index].keys)
        }
    }

    /// The daemon has gone, or its lines are lost: it will not say when a button is released.
    mutating func releaseAll() -> [Step] { release(exceptIn: []) }
}
