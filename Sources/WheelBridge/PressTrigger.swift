import WheelCore
import WheelWire

/// Which button of the panel has an effect at the peer, and by which gesture.
package struct PressTrigger: Equatable, Sendable {
    package enum Gesture: String, CaseIterable, Sendable {
        /// The effect lasts while the button is down.
        case down
        case click, double, long
    }

    /// `nil`: any input.
    package var input: String?
    /// `nil`: any button of the input.
    package var button: String?
    package var gesture: Gesture

    package init(input: String? = nil, button: String? = nil, gesture: Gesture) {
        self.input = input
        self.button = button
        self.gesture = gesture
    }

    func matches(_ other: ButtonWatch.Button) -> Bool {
        // The daemon does not name the only button of an input, so any name in the file matches it.
        (input == nil || input == other.input) && (button == nil || other.name == nil || button == other.name)
    }
}

/// The triggers of a bridge. An effect contains the index of its trigger.
package struct PressTriggers {
    package enum Effect: Equatable {
        case hold(Int)
        case release(Int)
        case tap(Int)
    }

    private let triggers: [PressTrigger]
    private var watch = ButtonWatch()
    /// The triggers whose effect lasts now, each with the button that is down.
    private var held: [Int: ButtonWatch.Button] = [:]

    package init(_ triggers: [PressTrigger]) { self.triggers = triggers }

    package mutating func receive(_ event: Event) -> [Effect] { watch.presses(in: event).flatMap { effects(of: $0) } }

    package mutating func releaseAll() -> [Effect] { watch.releaseAll().flatMap { effects(of: $0) } }

    private mutating func effects(of press: ButtonWatch.Press) -> [Effect] {
        var effects: [Effect] = []
        for (index, trigger) in triggers.enumerated() where trigger.matches(press.button) {
            switch (trigger.gesture, press.gesture) {
            case (.down, .down):
                guard held[index] == nil else { break }
                held[index] = press.button
                effects.append(.hold(index))
            case (.down, .up):
                guard held[index] == press.button else { break }
                held[index] = nil
                effects.append(.release(index))
            case (.click, .click), (.double, .double), (.long, .long): effects.append(.tap(index))
            case (.down, .click), (.down, .double), (.down, .long), (.click, _), (.double, _), (.long, _): break
            }
        }
        return effects
    }
}
