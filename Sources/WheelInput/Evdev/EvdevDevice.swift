internal import CEvdev
import LinuxSystem
import WheelGeometry
import WheelModel
import WheelSettings

/// An event device of an input.
final class EvdevDevice: EventHandler {
    let node: InputNode
    /// Settings that could not be applied, in words for the log.
    private(set) var complaints: [String] = []
    private(set) var haptics: Haptics?
    let geometry: TouchGeometry?

    private let handle: EvdevHandle
    private let merger: InputMerger
    private let loop: EventLoop
    private unowned let hub: InputHub
    private var registration: Registration?
    private var knob: KnobFrames?
    private var touch: TouchFrames?
    private var isSynchronising = false
    /// Whether the device is still to be grabbed.
    private var isGrabWanted = false

    /// Opens a node for the input that claims it. `number` is unique among the devices of the hub.
    init(
        _ node: InputNode, for source: InputSource, buttonNames: [String], number: Int, merger: InputMerger,
        loop: EventLoop, hub: InputHub
    ) throws(SystemError) {
        self.node = node
        self.merger = merger
        self.loop = loop
        self.hub = hub
        handle = try EvdevHandle(path: node.path)
        switch source {
        case .evdev(let settings):
            geometry = nil
            knob = KnobFrames(
                settings, relative: node.relative, keys: node.keys, counts: node.countsAbsolutely,
                buttonNames: buttonNames, merger: merger)
            isGrabWanted = settings.grabs
        case .touch(let settings):
            geometry = TouchGeometry(handle, settings: settings, properties: node.properties)
            guard let geometry else {
                throw SystemError("use", node.path, .invalidArgument, explanation: "its axes have no range")
            }
            touch = TouchFrames(handle, geometry, device: number)
            isGrabWanted = settings.grabs
        case .gpio, .terminal, .client:
            preconditionFailure("an input of type \(source.type) has no event device")
        }
        if let reason = grab() { complaints.append("not grabbed yet: \(reason)") }
        // After the grab, since EVIOCGRAB would wait for the upload of the effects.
        if case .evdev(let settings) = source, settings.hasHaptics {
            haptics = Haptics(handle, path: node.path)
            if haptics == nil { complaints.append("no haptics") }
        }
        do throws(Errno) {
            registration = try loop.register(handle.file, for: .readable, self)
        } catch {
            throw SystemError("watch", node.path, error)
        }
    }

    /// Releases the device. It sends no events any more.
    func close() {
        guard let registration else { return }
        // The handle may stay open until the kernel has removed the effects. Without the ungrab, other programs would get
        // no events until then. During the upload EVIOCGRAB would wait.
        if haptics?.isUploading != true { handle.ungrab() }
        loop.deregister(registration)
        self.registration = nil
    }

    /// Releases its buttons and lifts its contacts, since the device is gone while others of the input stay.
    func releaseAll(at time: Instant) {
        knob?.releaseAll(at: time, merger: merger)
        touch?.liftAll(at: time, merger: merger)
    }

    func setTouchArea(_ size: Size?) {
        guard let geometry else { return }
        touch?.transform = geometry.transform(to: size)
    }

    func renumber(buttonNames: [String]) {
        let merger = merger
        guard let only = knob?.hasOnlyButton else { return }
        knob?.renumber(merger: merger) { ButtonName.of($0, isOnly: only, configured: buttonNames) }
    }

    var heldButtons: [String] { knob?.heldButtons ?? [] }

    /// Reports the raw events that a recording begins with.
    func reportInitialState(at time: Instant) {
        if knob?.countsAbsolutely == true { merger.raw(StateCode.counter.rawValue, AbsoluteCounter.modulus, at: time) }
        guard let geometry else { return }
        let slots = max(0, Int(libevdev_get_num_slots(handle.evdev)))
        let states: [(StateCode, Int)] = [
            (.slots, slots), (.xMinimum, Int(geometry.x.minimum)), (.xMaximum, Int(geometry.x.maximum)),
            (.xResolution, Int(geometry.x.resolution)), (.yMinimum, Int(geometry.y.minimum)),
            (.yMaximum, Int(geometry.y.maximum)), (.yResolution, Int(geometry.y.resolution)),
        ]
        for (code, value) in states { merger.raw(code.rawValue, value, at: time) }
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        var event = input_event()
        // A receiver may close the device, which ends the registration.
        while self.registration == registration {
            let flag = isSynchronising ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            let result = libevdev_next_event(handle.evdev, flag.rawValue, &event)
            switch result {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): apply(event)
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): isSynchronising ? apply(event) : overflow(event)
            case -EAGAIN where isSynchronising: isSynchronising = false
            case -EAGAIN:
                if isGrabWanted { _ = grab() }
                return
            default: return hub.lost(self, Errno(rawValue: -result))
            }
        }
    }

    /// Grabs the device if that is wanted and possible now. Returns the reason if it is not possible.
    ///
    /// While a key is down, a grab would keep its release from other programs. While another program has grabbed the
    /// device, a grab fails. In both cases the next event that arrives here tries the grab again.
    private func grab() -> String? {
        guard isGrabWanted else { return nil }
        guard haptics?.isUploading != true else { return "its effects are being uploaded" }
        guard !handle.isAnyKeyDown(of: node.keys) else { return "a key is held" }
        do throws(Errno) {
            try handle.grab()
            isGrabWanted = false
            return nil
        } catch {
            return error == .busy ? "another program holds it" : "\(error)"
        }
    }

    private func apply(_ event: input_event) {
        let time = Instant(event)
        reportRaw(event, at: time)
        knob?.apply(type: event.type, code: event.code, value: event.value, at: time, merger: merger)
        touch?.apply(type: event.type, code: event.code, value: event.value, at: time, merger: merger)
    }

    private func reportRaw(_ event: input_event, at time: Instant) {
        guard merger.reportsRaw else { return }
        merger.raw(KernelName.name(type: event.type, code: event.code), Int(event.value), at: time)
    }

    /// SYN_DROPPED: the kernel's queue was full and lost an unknown number of events. The next events from libevdev are
    /// the differences between the state of the device and the events so far.
    private func overflow(_ event: input_event) {
        let time = Instant(event)
        reportRaw(event, at: time)
        merger.drop(1, at: time)
        knob?.discardFrame()
        if touch != nil {
            merger.send(.touchesCancelled, at: time)
            touch?.reportNextFrame()
        }
        isSynchronising = true
    }
}

extension Instant {
    init(_ event: input_event) {
        var event = event
        self.init(microseconds: cevdev_microseconds(&event))
    }
}

extension TouchGeometry {
    fileprivate init?(_ handle: EvdevHandle, settings: TouchSettings, properties: [String: String]) {
        let isMultitouch = libevdev_get_num_slots(handle.evdev) > 0
        guard let x = handle.axis(isMultitouch ? ABS_MT_POSITION_X : ABS_X),
            let y = handle.axis(isMultitouch ? ABS_MT_POSITION_Y : ABS_Y), x.hasRange, y.hasRange
        else { return nil }
        let fromUdev = properties["LIBINPUT_CALIBRATION_MATRIX"].map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
        self.init(x: x, y: y, matrix: settings.matrix ?? fromUdev ?? [])
    }
}

extension TouchFrames {
    fileprivate init(_ handle: EvdevHandle, _ geometry: TouchGeometry, device: Int) {
        let slotCount = libevdev_get_num_slots(handle.evdev)
        self.init(
            slotCount: slotCount > 0 ? Int(slotCount) : nil, device: device, transform: geometry.transform(to: nil))
        guard slotCount > 0 else {
            let isDown = libevdev_get_event_value(handle.evdev, UInt32(EV_KEY), UInt32(BTN_TOUCH)) != 0
            begin(slot: 0, id: isDown ? 0 : -1, x: handle.value(ABS_X), y: handle.value(ABS_Y))
            return
        }
        for slot in 0..<slotCount {
            begin(
                slot: Int(slot), id: handle.value(ABS_MT_TRACKING_ID, slot: slot),
                x: handle.value(ABS_MT_POSITION_X, slot: slot), y: handle.value(ABS_MT_POSITION_Y, slot: slot),
                toolType: handle.value(ABS_MT_TOOL_TYPE, slot: slot))
        }
        begin(currentSlot: max(0, Int(libevdev_get_current_slot(handle.evdev))))
    }
}

extension EvdevHandle {
    fileprivate func value(_ axis: Int32) -> Int32 { libevdev_get_event_value(evdev, UInt32(EV_ABS), UInt32(axis)) }

    fileprivate func value(_ axis: Int32, slot: Int32) -> Int32 {
        libevdev_get_slot_value(evdev, UInt32(slot), UInt32(axis))
    }
}
