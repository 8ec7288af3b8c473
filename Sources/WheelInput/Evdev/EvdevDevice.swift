internal import CEvdev
import LinuxSystem
import WheelCore
import WheelModel

/// An open event device. Several inputs may each use a part of the device, but it is opened, grabbed and read once.
///
/// A grab and an upload may have to wait. A grab (EVIOCGRAB) hides all further events from other programs. If a key is
/// down, these programs would never see its release. So the device is not grabbed while a key is down, and the grab is
/// tried again after the next events. Haptic effects are uploaded on another thread, because the upload may take long
/// (`HapticUpload`). Until the upload is done, the loop makes no call that would wait for the kernel's lock of the
/// device.
final class EvdevDevice: EventHandler {
    let node: InputNode
    private(set) var parts: [EvdevPart] = []
    private var haptics: Haptics?

    private let handle: EvdevHandle
    /// This number is unique among the devices of the hub.
    private let number: Int
    private let loop: EventLoop
    private unowned let hub: InputHub
    private var registration: Registration?
    private var isGrabbed = false

    /// Opens a node. No event is read before `start`.
    init(_ node: InputNode, number: Int, loop: EventLoop, hub: InputHub) throws(SystemError) {
        self.node = node
        self.number = number
        self.loop = loop
        self.hub = hub
        handle = try EvdevHandle(path: node.path)
    }

    func add(_ input: InputSlot, _ share: NodeShare) throws(SystemError) -> EvdevPart {
        let part = try EvdevPart(of: self, handle, for: input, share, number: number)
        parts.append(part)
        return part
    }

    func remove(_ part: EvdevPart) { parts.removeAll { $0 === part } }

    /// Grabs the device if its parts want a grab, uploads effects if a part wants haptics, and begins to read the
    /// device. Returns the failures, as texts for the log.
    func start() throws(SystemError) -> [String] {
        var complaints: [String] = []
        if isGrabbed, !isGrabWanted, haptics?.isUploading != true {
            handle.ungrab()
            isGrabbed = false
        }
        if let reason = grab() { complaints.append("not grabbed yet: \(reason)") }
        // The upload of the effects starts after the grab, since EVIOCGRAB would wait for it.
        if haptics == nil, parts.contains(where: \.wantsHaptics) {
            haptics = Haptics(handle, path: node.path)
            if haptics == nil { complaints.append("no haptics") }
        }
        guard registration == nil else { return complaints }
        do throws(Errno) {
            registration = try loop.register(handle.file, for: .readable, self)
        } catch {
            throw SystemError("watch", node.path, error)
        }
        return complaints
    }

    func close() {
        guard let registration else { return }
        // The handle may stay open until the kernel has removed the effects. Without the ungrab, other programs would
        // get no events until then. During the upload the handle is not ungrabbed, because EVIOCGRAB would wait for the
        // upload.
        if haptics?.isUploading != true { handle.ungrab() }
        loop.deregister(registration)
        self.registration = nil
    }

    func play(_ effect: HapticEffect, at now: Instant) { haptics?.play(effect, at: now) }

    /// The number of contacts that a touchscreen can report at once; 0 for a device without slots.
    var slots: Int { max(0, Int(libevdev_get_num_slots(handle.evdev))) }

    func handle(_ readiness: Readiness, of registration: Registration) {
        do throws(Errno) {
            while try !readEvents(registration) {}
        } catch .wouldBlock {
            // The previous read filled the buffer exactly, and this read finds that no more events wait.
        } catch {
            return hub.lost(self, error)
        }
        if !isGrabbed, self.registration == registration { _ = grab() }
    }

    /// Reads and applies waiting events. Returns true if no more events wait or the device was closed.
    private func readEvents(_ registration: Registration) throws(Errno) -> Bool {
        let (events, isAll) = try handle.read()
        for event in events {
            // The device may be closed while an event is handled. Then the registration has ended, and the remaining
            // events are dropped.
            guard self.registration == registration else { return true }
            if Int32(event.type) == EV_SYN, Int32(event.code) == SYN_DROPPED {
                try synchronise(after: event, registration)
                // libevdev has read and dropped the events that follow the SYN_DROPPED, so no more events wait.
                return true
            }
            handle.record(event)
            apply(event, at: Instant(event))
        }
        return isAll || self.registration != registration
    }

    /// SYN_DROPPED: the kernel's queue was full and lost an unknown number of events. libevdev reports the differences
    /// between the device's current state and the state according to the events so far.
    private func synchronise(after loss: input_event, _ registration: Registration) throws(Errno) {
        let time = Instant(loss)
        for index in parts.indices { parts[index].overflow(loss, at: time) }
        var event = input_event()
        var flag = LIBEVDEV_READ_FLAG_FORCE_SYNC
        while self.registration == registration {
            let result = libevdev_next_event(handle.evdev, flag.rawValue, &event)
            guard result >= 0 else {
                if result == -EAGAIN { return }
                throw Errno(rawValue: -result)
            }
            // The first call only begins the synchronisation, and its event is not a difference.
            if flag == LIBEVDEV_READ_FLAG_SYNC { apply(event, at: time) }
            flag = LIBEVDEV_READ_FLAG_SYNC
        }
    }

    private var isGrabWanted: Bool { parts.contains { $0.wantsGrab } }

    /// Grabs the device if that is wanted and possible now. Returns the reason if the grab is not possible.
    private func grab() -> String? {
        guard !isGrabbed, isGrabWanted else { return nil }
        guard haptics?.isUploading != true else { return "its effects are being uploaded" }
        guard !handle.isAnyKeyDown(of: node.keys) else { return "a key is held" }
        do throws(Errno) {
            try handle.grab()
            isGrabbed = true
            return nil
        } catch {
            return error == .busy ? "another program holds it" : "\(error)"
        }
    }

    private func apply(_ event: input_event, at time: Instant) {
        for index in parts.indices { parts[index].apply(event, at: time) }
    }
}

extension Instant {
    init(_ event: input_event) {
        var event = event
        self.init(microseconds: cevdev_microseconds(&event))
    }
}
