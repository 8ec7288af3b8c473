internal import CDeviceSupport
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Answers what the kernel asks of a uinput device: a program that uploads an effect waits for the answer, so a
/// separate thread answers.
final class FeedbackResponder: Sendable {
    private let uinput: Int32
    private let wake: EventDescriptor
    private let ended = Atomic(false)
    private let list = Mutex<[Feedback]>([])

    var received: [Feedback] { list.withLock { $0 } }

    /// The caller owns the descriptor, and calls `stop` before it closes the descriptor.
    init(uinput: Int32) throws(SystemError) {
        self.uinput = uinput
        do throws(Errno) {
            wake = try EventDescriptor()
        } catch {
            throw SystemError("make an eventfd", error)
        }
        var thread = pthread_t()
        // The thread releases this reference when it ends.
        let this = Unmanaged.passRetained(self).toOpaque()
        let error = pthread_create(&thread, nil, respondInThread, this)
        guard error == 0 else {
            Unmanaged<FeedbackResponder>.fromOpaque(this).release()
            throw SystemError("start a thread", Errno(rawValue: error))
        }
        pthread_detach(thread)
    }

    /// Returns when the thread no longer uses the descriptor.
    func stop() {
        wake.signal()
        _ = Patience.until { ended.load(ordering: .acquiring) }
    }

    fileprivate func run() {
        var waits = [
            pollfd(fd: uinput, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.descriptor.number, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&waits, 2, -1) >= 0 || errno == EINTR {
            if waits[1].revents != 0 { break }
            var event = input_event()
            while read(uinput, &event, MemoryLayout<input_event>.size) == MemoryLayout<input_event>.size {
                if let feedback = answer(event) { list.withLock { $0.append(feedback) } }
            }
        }
        ended.store(true, ordering: .releasing)
    }

    private func answer(_ event: input_event) -> Feedback? {
        switch (Int32(event.type), Int32(event.code)) {
        case (EV_UINPUT, UI_FF_UPLOAD): return upload(request: UInt32(bitPattern: event.value))
        case (EV_UINPUT, UI_FF_ERASE): return erase(request: UInt32(bitPattern: event.value))
        case (EV_FF, FF_GAIN): return .gain(event.value)
        case (EV_FF, _): return .played(number: Int16(event.code), times: event.value)
        case (EV_LED, _): return .light(code: event.code, on: event.value != 0)
        case (EV_SYN, _): return nil
        default: return .other(KernelEvent(type: Int32(event.type), code: Int32(event.code), value: event.value))
        }
    }

    private func upload(request: UInt32) -> Feedback? {
        var upload = uinput_ff_upload()
        upload.request_id = request
        guard uinput_begin_upload(uinput, &upload) == 0 else { return nil }
        upload.retval = 0
        let effect = upload.effect
        guard uinput_end_upload(uinput, &upload) == 0 else { return nil }
        let strength =
            switch Int32(effect.type) {
            case FF_RUMBLE: effect.u.rumble.strong_magnitude
            case FF_PERIODIC: UInt16(effect.u.periodic.magnitude.magnitude)
            default: UInt16(0)
            }
        return .uploaded(
            number: effect.id, type: effect.type, lengthMilliseconds: effect.replay.length, strength: strength)
    }

    private func erase(request: UInt32) -> Feedback? {
        var erase = uinput_ff_erase()
        erase.request_id = request
        guard uinput_begin_erase(uinput, &erase) == 0 else { return nil }
        let number = Int16(truncatingIfNeeded: erase.effect_id)
        erase.retval = 0
        return uinput_end_erase(uinput, &erase) == 0 ? .erased(number: number) : nil
    }
}

/// At file scope, because a closure could inherit the isolation of an actor, and would trap on another thread.
private func respondInThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<FeedbackResponder>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
