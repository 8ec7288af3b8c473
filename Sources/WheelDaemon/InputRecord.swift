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
    private(set) var effect: HapticEffect?
    private var tellsDropsFrom = Instant(microseconds: .min)

    private static let pauseOfDrops = Interval.seconds(10)

    /// A bump says more than a tick.
    mutating func feel(_ new: HapticEffect) { if effect != .bump { effect = new } }

    mutating func takeEffect() -> HapticEffect? {
        defer { effect = nil }
        return effect
    }

    /// Whether the log is to say that the kernel has dropped something. A device that overflows does so many times a
    /// second, and each line has the sum.
    mutating func isDropToBeTold(at now: Instant) -> Bool {
        guard now >= tellsDropsFrom else { return false }
        tellsDropsFrom = now + InputRecord.pauseOfDrops
        return true
    }
}
