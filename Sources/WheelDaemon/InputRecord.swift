import WheelGeometry
import WheelInput
import WheelModel
import WheelProtocol

/// What is known of an input's device.
struct InputRecord {
    var state = DeviceState.waiting
    var eventsIn = 0
    var dropped = 0
    var lastEvent: Instant?
    /// What its hand is to feel, once clients have been told.
    private var effects: (tick: Bool, bump: Bool) = (false, false)
    private var tellsDropsFrom = Instant(microseconds: .min)

    private static let pauseOfDrops = Interval.seconds(10)

    mutating func queueHaptics(_ effect: HapticEffect) {
        switch effect {
        case .tick: effects.tick = true
        case .bump: effects.bump = true
        }
    }

    /// Takes off what is to be felt next: the tick of a detent before the bump at the end that it has reached.
    mutating func nextEffect() -> HapticEffect? {
        if effects.tick {
            effects.tick = false
            return .tick
        }
        guard effects.bump else { return nil }
        effects.bump = false
        return .bump
    }

    /// Whether the log is to say that the kernel has dropped something. A device that overflows does so many times a
    /// second, and each line has the sum.
    mutating func isDropLogged(at now: Instant) -> Bool {
        guard now >= tellsDropsFrom else { return false }
        tellsDropsFrom = now + InputRecord.pauseOfDrops
        return true
    }
}
