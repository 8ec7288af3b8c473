internal import CEvdev
import LinuxSystem

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
    static let leastMicroseconds: Int64 = 12_000
    /// A tick does not cut a bump short.
    static let bumpMicroseconds: Int64 = 60_000

    private let handle: EvdevHandle
    private let tick: Int16
    private let bump: Int16
    private var quietUntilMicroseconds = Int64.min
    private var lastWasBump = false

    /// `nil` where the device has no effect of use, or does not let us.
    init?(_ handle: EvdevHandle) {
        guard handle.isWritable, libevdev_has_event_type(handle.evdev, UInt32(EV_FF)) == 1,
            let tick = Self.upload(.tick, to: handle)
        else { return nil }
        guard let bump = Self.upload(.bump, to: handle) else {
            // The descriptor takes its effects with it when it is closed.
            return nil
        }
        self.handle = handle
        self.tick = tick
        self.bump = bump
    }

    /// Plays an effect, unless the one before has only just begun. True if it was played.
    @discardableResult
    func play(_ effect: HapticEffect, atMicroseconds now: Int64) -> Bool {
        let isBump = effect == .bump
        guard now >= quietUntilMicroseconds || isBump && !lastWasBump else { return false }
        var event = input_event()
        event.type = UInt16(EV_FF)
        event.code = UInt16(bitPattern: isBump ? bump : tick)
        event.value = 1
        // A device that cannot take it now has gone, or is busy with the last one: there is nothing to be done.
        let written = withUnsafeBytes(of: &event) { try? handle.file.write($0) }
        guard written != nil else { return false }
        lastWasBump = isBump
        quietUntilMicroseconds = now + (isBump ? Self.bumpMicroseconds : Self.leastMicroseconds)
        return true
    }

    private static func upload(_ kind: HapticEffect, to handle: EvdevHandle) -> Int16? {
        var effect = ff_effect()
        effect.id = -1
        let strength: UInt16 = kind == .tick ? 0x6000 : 0xffff
        effect.replay.length = kind == .tick ? 10 : 40
        if handle.has(EV_FF, FF_RUMBLE) {
            effect.type = UInt16(FF_RUMBLE)
            effect.u.rumble.strong_magnitude = strength
            effect.u.rumble.weak_magnitude = strength
        } else if handle.has(EV_FF, FF_PERIODIC), handle.has(EV_FF, FF_SINE) {
            effect.type = UInt16(FF_PERIODIC)
            effect.u.periodic.waveform = UInt16(FF_SINE)
            effect.u.periodic.period = 10
            effect.u.periodic.magnitude = Int16(strength / 2)
        } else {
            return nil
        }
        return cevdev_upload_effect(handle.file.number, &effect) < 0 ? nil : effect.id
    }
}
