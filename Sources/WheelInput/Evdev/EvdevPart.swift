internal import CEvdev
import LinuxSystem
import WheelCore
import WheelModel

/// The part of an event device that one input reads. The input may share the device with other inputs.
final class EvdevPart {
    /// The device outlives its parts.
    unowned let device: EvdevDevice
    /// The input's slot outlives its parts.
    unowned let input: InputSlot
    let share: NodeShare
    let wantsGrab: Bool
    let wantsHaptics: Bool
    /// The geometry of a touchscreen; `nil` if the device is not a touchscreen.
    let geometry: TouchGeometry?

    private let merger: InputMerger
    private var knob: KnobFrames?
    private var touch: TouchFrames?
    /// Whether a raw event of the current frame has been reported.
    private var hasReportedFrame = false

    /// `number` is unique among the devices of the hub.
    init(
        of device: EvdevDevice, _ handle: EvdevHandle, for input: InputSlot, _ share: NodeShare, number: Int
    ) throws(SystemError) {
        self.device = device
        self.input = input
        self.share = share
        merger = input.merger
        let node = device.node
        switch input.settings.source {
        case .evdev(let settings):
            (wantsGrab, wantsHaptics) = (settings.grabs, settings.hasHaptics)
            geometry = nil
            let axis = settings.absoluteAxis(among: share.absolute)
            let facts = axis.map { handle.facts(ofAxis: Int32($0), of: node, wraps: settings.axisWraps) }
            guard facts?.hasRange != false else {
                throw SystemError(
                    "use", node.path, .invalidArgument, explanation: "its \(settings.axis ?? "axis") has no range")
            }
            knob = KnobFrames(
                input.settings, settings, share, counts: node.countsAbsolutely, known: node.known,
                absolute: { _ in facts }, merger: input.merger)
        case .touch(let settings):
            (wantsGrab, wantsHaptics) = (settings.grabs, false)
            geometry = TouchGeometry(handle, settings: settings, properties: node.properties)
            guard let geometry else {
                throw SystemError("use", node.path, .invalidArgument, explanation: "its axes have no range")
            }
            touch = TouchFrames(handle, geometry, device: number)
        case .gpio, .client:
            preconditionFailure("an input of type \(input.settings.source.type) has no event device")
        }
    }

    /// Releases all buttons and contacts of this part, because it is lost while the input keeps other parts.
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

    /// Whether the decoder keeps the number of detents per revolution that was configured when the device was opened. If
    /// a reload changes this number, the device must be opened again.
    var keepsDetents: Bool { knob.map { $0.fineCounts != nil || $0.absolute?.wraps == true } ?? false }

    /// Reports the raw events with which a recording begins. `slots`: the number of slots of a touchscreen.
    func reportInitialState(slots: Int, at time: Instant) {
        if knob?.countsAbsolutely == true { merger.raw(StateCode.counter.rawValue, AbsoluteCounter.modulus, at: time) }
        if let fine = knob?.fineCounts { merger.raw(StateCode.countsPerTurn.rawValue, fine.perTurn, at: time) }
        if let detents = knob?.knownDetents { merger.raw(StateCode.detentsPerTurn.rawValue, detents, at: time) }
        if let axis = knob?.absolute {
            merger.raw(StateCode.axisMinimum.rawValue, axis.facts.minimum, at: time)
            merger.raw(StateCode.axisMaximum.rawValue, axis.facts.maximum, at: time)
            merger.raw(StateCode.axisFuzz.rawValue, axis.facts.fuzz, at: time)
            if axis.facts.isTouched { merger.raw(StateCode.axisFingers.rawValue, 1, at: time) }
            if let position = axis.position { merger.raw(StateCode.axisPosition.rawValue, position, at: time) }
        }
        guard let geometry else { return }
        let states: [(StateCode, Int)] = [
            (.slots, slots), (.xMinimum, Int(geometry.x.minimum)), (.xMaximum, Int(geometry.x.maximum)),
            (.xResolution, Int(geometry.x.resolution)), (.yMinimum, Int(geometry.y.minimum)),
            (.yMaximum, Int(geometry.y.maximum)), (.yResolution, Int(geometry.y.resolution)),
        ]
        for (code, value) in states { merger.raw(code.rawValue, value, at: time) }
    }

    func apply(_ event: input_event, at time: Instant) {
        reportRaw(event, at: time)
        knob?.apply(type: event.type, code: event.code, value: event.value, at: time, merger: merger)
        touch?.apply(type: event.type, code: event.code, value: event.value, at: time, merger: merger)
    }

    /// Handles SYN_DROPPED, which reports that events were lost.
    func overflow(_ event: input_event, at time: Instant) {
        reportRaw(event, at: time)
        merger.drop(1, at: time)
        knob?.discardFrame()
        if touch != nil {
            merger.send(.touchesCancelled, at: time)
            touch?.reportNextFrame()
        }
    }

    /// Reports a raw event if its axis or key belongs to the input. So a recording has only the input's own events, and
    /// a replay does not need to know the other inputs.
    private func reportRaw(_ event: input_event, at time: Instant) {
        guard merger.reportsRaw else { return }
        if !share.isWhole {
            let isFrame = Int32(event.type) == EV_SYN && Int32(event.code) == SYN_REPORT
            guard isFrame ? hasReportedFrame : Int32(event.type) == EV_SYN || has(event) else { return }
            hasReportedFrame = !isFrame
        }
        merger.raw(KernelName.name(type: event.type, code: event.code), Int(event.value), at: time)
    }
}

extension EvdevPart {
    private func has(_ event: input_event) -> Bool {
        // ABS_MISC reports whether a finger is on the axis. So the event belongs to the input that has the axis, even
        // if ABS_MISC itself belongs to another input.
        if Int32(event.type) == EV_ABS, Int32(event.code) == ABS_MISC, knob?.absolute?.facts.isTouched == true {
            return true
        }
        return share.has(event.type, event.code)
    }
}

extension NodeShare {
    fileprivate func has(_ type: UInt16, _ code: UInt16) -> Bool {
        switch Int32(type) {
        // A high-resolution axis belongs to the input that has the plain axis.
        case EV_REL where Int32(code) == REL_WHEEL_HI_RES: relative.contains(REL_WHEEL)
        case EV_REL where Int32(code) == REL_HWHEEL_HI_RES: relative.contains(REL_HWHEEL)
        case EV_REL: relative.contains(Int32(code))
        case EV_ABS: absolute.contains(Int32(code))
        case EV_KEY: keys.contains(Int32(code))
        default: false
        }
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
    fileprivate func facts(ofAxis code: Int32, of node: InputNode, wraps: Bool) -> AbsoluteAxis.Facts {
        let info = libevdev_get_abs_info(evdev, UInt32(code))?.pointee ?? input_absinfo()
        let isTouched = node.isPad && code != ABS_MISC
        // The kernel's driver rotary-encoder rolls over to 0 one position before the maximum that it reports.
        let isShorter = wraps && node.driver == "rotary-encoder"
        return AbsoluteAxis.Facts(
            minimum: Int(info.minimum), maximum: Int(info.maximum) - (isShorter ? 1 : 0), fuzz: Int(info.fuzz),
            position: isTouched && value(ABS_MISC) == 0 ? nil : Int(min(max(info.value, info.minimum), info.maximum)),
            isTouched: isTouched)
    }

    fileprivate func value(_ axis: Int32, slot: Int32) -> Int32 {
        libevdev_get_slot_value(evdev, UInt32(slot), UInt32(axis))
    }
}
