internal import CEvdev
import WheelGeometry

/// What a device does that can be felt.
public enum HapticEffect: CaseIterable, Sendable {
    /// A detent.
    case tick
    /// An end of the range.
    case bump
}

/// Force feedback: two effects that are in the device from the beginning, so that playing one is a single write.
///
/// The write never waits: the kernel hands it to the driver, which plays it from a timer or queues it to the device.
final class Haptics {
    /// Ticks closer together than this cannot be told apart, and only heat the motor.
    static let shortestPause = Interval.milliseconds(12)
    /// A tick does not cut a bump short.
    static let bumpDuration = Interval.milliseconds(60)

    private let effects: HapticUpload
    private var quietUntil = Instant.distantPast
    private var lastWasBump = false

    /// `nil` where the device has no effect of use, or does not let us.
    init?(_ handle: EvdevHandle, path: String) {
        guard handle.isWritable, libevdev_has_event_type(handle.evdev, UInt32(EV_FF)) == 1,
            let shape = HapticUpload.Shape(handle), let effects = HapticUpload(shape, of: handle, path: path)
        else { return nil }
        self.effects = effects
    }

    deinit { effects.close() }

    /// Whether the effects are still on their way into the device, which keeps the kernel's lock of it.
    var isUnderWay: Bool { effects.isUnderWay }

    /// Plays an effect, unless the one before has only just begun. True if it was played.
    @discardableResult
    func play(_ effect: HapticEffect, at now: Instant) -> Bool {
        let isBump = effect == .bump
        guard now >= quietUntil || isBump && !lastWasBump else { return false }
        guard effects.play(effect) else { return false }
        lastWasBump = isBump
        quietUntil = now + (isBump ? Self.bumpDuration : Self.shortestPause)
        return true
    }
}
