internal import CEvdev
import WheelGeometry
import WheelModel

/// What the frames of a touchscreen mean: multitouch protocol B, or a single finger. Pure, as `KnobFrames` is.
struct TouchFrames {
    /// What the kernel knows of a slot. It tells only what changes, from one contact to the next in the slot too.
    private struct Slot {
        /// The kernel's tracking id; negative: no finger.
        var id: Int32 = -1
        /// The number of its contact here, once it was told.
        var contact: Int?
        var x: Int32 = 0
        var y: Int32 = 0
        var isPalm = false
    }

    let isMultitouch: Bool
    /// Distinguishes this device's contacts from those of others on the same input.
    let device: Int
    /// From the device's units to the size that positions are on.
    var transform: AffineTransform
    private var slots: [Slot]
    private var current = 0
    private var hasChanged = false
    private var contacts: [TouchContact] = []

    /// No slots: a single-touch screen.
    init(slotCount: Int?, device: Int, transform: AffineTransform) {
        isMultitouch = slotCount != nil
        self.device = device
        self.transform = transform
        slots = Array(repeating: Slot(), count: max(1, min(slotCount ?? 1, Self.mostSlots)))
        contacts.reserveCapacity(slots.count)
    }

    /// No hand has more, and a device that claims more is not believed.
    static let mostSlots = 64

    /// Takes over how a slot is when the device is opened; what is down is told with the next frame.
    mutating func begin(slot: Int, id: Int32, x: Int32, y: Int32, toolType: Int32 = 0) {
        guard slots.indices.contains(slot) else { return }
        slots[slot] = Slot(id: id, x: x, y: y, isPalm: toolType == MT_TOOL_PALM)
    }

    mutating func begin(currentSlot: Int) { current = currentSlot }

    mutating func apply(type: UInt16, code: UInt16, value: Int32, at time: Instant, merger: InputMerger) {
        switch Int32(type) {
        case EV_ABS: isMultitouch ? multitouch(code, value) : single(code, value)
        case EV_KEY where !isMultitouch && Int32(code) == BTN_TOUCH && value != 2:
            setID(value == 0 ? -1 : 0, of: 0)
        case EV_SYN where Int32(code) == SYN_REPORT: report(at: time, merger)
        default: break
        }
    }

    /// The device goes while others stay on the input: its fingers lift.
    mutating func liftAll(at time: Instant, merger: InputMerger) {
        for index in slots.indices { setID(-1, of: index) }
        report(at: time, merger)
    }

    /// Tells the next frame even if nothing changes in it, after gestures were cancelled.
    mutating func reportNextFrame() { hasChanged = true }

    private mutating func multitouch(_ code: UInt16, _ value: Int32) {
        if Int32(code) == ABS_MT_SLOT {
            current = Int(value)
            return
        }
        guard slots.indices.contains(current) else { return }
        switch Int32(code) {
        case ABS_MT_TRACKING_ID: setID(value, of: current)
        case ABS_MT_POSITION_X: slots[current].x = value
        case ABS_MT_POSITION_Y: slots[current].y = value
        case ABS_MT_TOOL_TYPE: slots[current].isPalm = value == MT_TOOL_PALM
        default: return
        }
        hasChanged = true
    }

    private mutating func single(_ code: UInt16, _ value: Int32) {
        switch Int32(code) {
        case ABS_X: slots[0].x = value
        case ABS_Y: slots[0].y = value
        default: return
        }
        hasChanged = true
    }

    /// Another finger, or none. All else stays as it was: the kernel does not repeat a position or a tool type.
    private mutating func setID(_ id: Int32, of slot: Int) {
        hasChanged = true
        guard slots[slot].id != id else { return }
        slots[slot].id = id
        slots[slot].contact = nil
    }

    private mutating func report(at time: Instant, _ merger: InputMerger) {
        guard hasChanged else { return }
        hasChanged = false
        contacts.removeAll(keepingCapacity: true)
        for index in slots.indices where slots[index].id >= 0 {
            let slot = slots[index]
            let id = slot.contact ?? merger.nextContact()
            slots[index].contact = id
            let place = transform.apply(to: Point(x: Double(slot.x), y: Double(slot.y)))
            contacts.append(TouchContact(id: id, position: place, isPalm: slot.isPalm))
        }
        merger.touch(contacts, of: device, at: time)
    }
}
