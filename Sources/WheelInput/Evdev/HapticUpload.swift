internal import CEvdev
import LinuxSystem
internal import Synchronization

/// Uploads effects to a device, through a separate descriptor and on a thread that ends after the upload.
///
/// The upload does not run on the loop's thread: if a program has made the device (uinput), the upload of an effect
/// (EVIOCSFF) waits for that program, up to half a minute. Closing a descriptor that has effects in the device waits
/// for that program, too. Both calls hold the kernel's lock of the device while they wait. Closing any other descriptor
/// of the device takes that lock too, so the loop's own descriptor stays open until both calls are done.
///
/// The state is `uploading` until the upload is done. If the device is closed before that, the thread finds the state
/// `closed` and removes the effects itself. Otherwise the state becomes `ready`, or `failed` after a failure. If a
/// device is closed in the state `ready`, another thread removes the effects.
final class HapticUpload: Sendable {
    /// The type of effect that is uploaded, which depends on what the device can play.
    enum Shape {
        case rumble, sine

        init?(_ handle: EvdevHandle) {
            if handle.has(EV_FF, FF_RUMBLE) {
                self = .rumble
            } else if handle.has(EV_FF, FF_PERIODIC), handle.has(EV_FF, FF_SINE) {
                self = .sine
            } else {
                return nil
            }
        }
    }

    private enum State {
        case uploading
        case failed
        /// This state owns the descriptor with the number `file`.
        case ready(file: Int32, tick: Int16, bump: Int16)
        case closed
    }

    /// Keeps the handle open, but never uses it, so any thread may be the last to release it.
    private struct KeptOpen: @unchecked Sendable {
        let handle: EvdevHandle
    }

    private let state = Mutex(State.uploading)
    private let loopHandle: KeptOpen

    /// Starts the upload. Returns `nil` if no thread can be started.
    init?(_ shape: Shape, of handle: EvdevHandle, path: String) {
        loopHandle = KeptOpen(handle: handle)
        do throws(Errno) {
            _ = try Thread("haptics") { [self] in upload(shape, path) }
        } catch {
            return nil
        }
    }

    /// Plays an effect with a single write that never waits. Returns false if the upload is not done or the write
    /// failed.
    func play(_ effect: HapticEffect) -> Bool {
        // The thread holds the lock only for an assignment. An effect that is played during that moment is skipped.
        state.withLockIfAvailable { state in
            guard case .ready(let number, let tick, let bump) = state else { return false }
            var event = input_event()
            event.type = UInt16(EV_FF)
            event.code = UInt16(bitPattern: effect == .bump ? bump : tick)
            event.value = 1
            let file = Descriptor(owning: number)
            // The write fails if the device is lost, or still busy with the last effect.
            let written = withUnsafeBytes(of: &event) { try? file.write($0) }
            _ = file.release()
            return written != nil
        } ?? false
    }

    /// Whether a call that takes the kernel's lock of the device might have to wait.
    var isUploading: Bool {
        state.withLock { state in
            if case .uploading = state { true } else { false }
        }
    }

    /// Removes the effects from the device. Returns at once, unless no thread can be started for the removal: then the
    /// caller's thread removes the effects.
    func close() {
        let before = state.withLock { state in
            defer { state = .closed }
            return state
        }
        guard case .ready(let number, _, _) = before else { return }
        do throws(Errno) {
            _ = try Thread("haptics") { [self] in
                // Closes the descriptor of the effects first. Then releases `self` and with it the loop's descriptor.
                withExtendedLifetime(self) { _ = Descriptor(owning: number) }
            }
        } catch {
            _ = Descriptor(owning: number)
        }
    }

    private func fail() {
        state.withLock { state in
            if case .uploading = state { state = .failed }
        }
    }

    private func upload(_ shape: Shape, _ path: String) {
        guard let file = try? Descriptor.open(path, [.readWrite, .nonBlocking]) else { return fail() }
        var ids: [Int16] = []
        for kind in [HapticEffect.tick, .bump] {
            var effect = Self.effect(kind, shape)
            let result = cevdev_upload_effect(file.number, &effect)
            guard result >= 0 else {
                Log.warning("\(path): no haptics: \(Errno(rawValue: -result))")
                return fail()
            }
            ids.append(effect.id)
        }
        let number = file.release()
        let isWanted = state.withLock { state in
            if case .closed = state { return false }
            state = .ready(file: number, tick: ids[0], bump: ids[1])
            return true
        }
        // The end of this `Descriptor` closes the file. If the close must wait, it waits on this thread.
        if !isWanted { _ = Descriptor(owning: number) }
    }

    private static func effect(_ kind: HapticEffect, _ shape: Shape) -> ff_effect {
        var effect = ff_effect()
        effect.id = -1
        let strength: UInt16 = kind == .tick ? 0x6000 : 0xffff
        effect.replay.length = kind == .tick ? 10 : 40
        switch shape {
        case .rumble:
            effect.type = UInt16(FF_RUMBLE)
            effect.u.rumble.strong_magnitude = strength
            effect.u.rumble.weak_magnitude = strength
        case .sine:
            effect.type = UInt16(FF_PERIODIC)
            effect.u.periodic.waveform = UInt16(FF_SINE)
            effect.u.periodic.period = 10
            effect.u.periodic.magnitude = Int16(strength / 2)
        }
        return effect
    }
}
