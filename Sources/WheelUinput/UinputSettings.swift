import WheelBridge
import WheelCore

package struct UinputSettings: Equatable, Sendable {
    package var name = "wheeld"
    /// The shortest time between two taps or scrolls of a turn, and between two values of an axis.
    package var interval = Interval.milliseconds(5)
    package var turns: [UinputTurn] = []
    package var presses: [UinputPress] = []
    package var axes: [UinputAxis] = []

    package init() {}
}

/// What the virtual device sends when a control moves or an input turns.
package struct UinputTurn: Equatable, Sendable {
    package enum Mover: Equatable, Sendable {
        /// Whatever moves the control: hands, clients and ramps.
        case anyone
        case anyInput
        case input(String)
    }

    package enum Output: Equatable, Sendable {
        case taps(up: KeyChord, down: KeyChord)
        /// Scrolls `units` of 1/120 notch for a detent, while the keys of `hold` are down.
        case scroll(UinputWheel, units: Double, hold: KeyChord)
    }

    /// `nil`: every control.
    package var control: String?
    package var mover = Mover.anyInput
    /// How far a control moves for a detent; `nil`: `TurnGauge` decides.
    package var tick: Double?
    package var output: Output
}

package enum UinputWheel: String, CaseIterable, Sendable {
    case vertical, horizontal
}

package struct UinputPress: Equatable, PressDraft {
    package var trigger = PressTrigger(gesture: .down)
    package var keys = KeyChord()
}

/// A control, and the absolute axis that it moves.
package struct UinputAxis: Equatable, Sendable {
    package var control = ""
    package var code: UInt16 = 0
    package var minimum = 0
    package var maximum = 65535
    /// The part of the control's range that the axis covers; `nil` for the whole range.
    package var part: ValueRange?
}
