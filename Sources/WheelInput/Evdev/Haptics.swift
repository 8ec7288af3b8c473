internal import CEvdev
import WheelCore

/// An effect that the hand feels.
public enum HapticEffect: CaseIterable, Sendable {
    /// The effect that is played at a detent.
    case tick
    /// The effect that is played at an end of the range.
    case bump
}

/// Force feedback with two effects. The effects are uploaded once, so that a single write plays an effect.
///
/// The write never waits: the kernel passes the request to the driver, which plays the effect from a timer or queues it
/// to the device.
final class Haptics {
    /// Ticks that are closer together than this feel like a single tick, and heat the motor.
    static let shortestPause = Interval.milliseconds(12)
    /// How long a bump suppresses further effects, so that no tick cuts it short.
    static let bumpDuration = Interval.milliseconds(60)

    private let effects: HapticUpload
    private var quietUntil = Instant.distantPast
    private var lastWasBump = false

    /// `nil` if the device has no suitable effect or cannot be written, or if no thread can be started for the upload.
    init?(_ handle: EvdevHandle, path: String) {
        guard handle.isWritable, libevdev_has_event_type(handle.evdev, UInt32(EV_FF)) == 1,
            let shape = HapticUpload.Shape(handle), let effects = HapticUpload(shape, of: handle, path: path)
        else { return nil }
        self.effects = effects
    }

    deinit { effects.close() }

    var isUploading: Bool { effects.isUploading }

    /// Plays an effect, unless the last effect began too recently: `shortestPause` must pass after a tick, and
    /// `bumpDuration` after a bump. A bump is played even directly after a tick. Returns whether the effect was played.
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
