import WheelCore
import WheelInput
import WheelModel
import WheelWire

/// The state of an input's device, and its statistics.
struct InputRecord {
    var state = DeviceState.waiting
    /// The name of the device, or the reason why there is none; empty before the hub has looked for it.
    var detail = ""
    var eventsIn = 0
    var dropped = 0
    var merged = 0
    var lastEvent: Instant?
    /// Effects to play after the events were sent to clients.
    private var effects: (tick: Bool, bump: Bool) = (false, false)
    private var dropsLoggedFrom = Instant.distantPast

    private static let dropLogPause = Interval.seconds(10)

    var hasEffects: Bool { effects.tick || effects.bump }

    mutating func queueHaptics(_ effect: HapticEffect) {
        switch effect {
        case .tick: effects.tick = true
        case .bump: effects.bump = true
        }
    }

    /// Removes and returns the next effect. The tick of a detent precedes the bump of the end that the detent reaches.
    mutating func nextEffect() -> HapticEffect? {
        if effects.tick {
            effects.tick = false
            return .tick
        }
        guard effects.bump else { return nil }
        effects.bump = false
        return .bump
    }

    /// Whether to log dropped events now. A device may overflow many times a second, and each log line has the total.
    mutating func isDropLogged(at now: Instant) -> Bool {
        guard now >= dropsLoggedFrom else { return false }
        dropsLoggedFrom = now + InputRecord.dropLogPause
        return true
    }
}
