internal import CEvdev
import WheelCore
import WheelModel

/// Decodes the frames of a touchscreen: multitouch protocol B, or a single finger.
///
/// The kernel has a slot for each finger that the screen can track, and reports only changes. For example, a finger
/// touches at (100, 200) and moves to the right, while another one touches:
///
///     ABS_MT_SLOT 0, ABS_MT_TRACKING_ID 45, ABS_MT_POSITION_X 100, ABS_MT_POSITION_Y 200, SYN_REPORT
///     ABS_MT_POSITION_X 110, ABS_MT_SLOT 1, ABS_MT_TRACKING_ID 46, ABS_MT_POSITION_X 300, SYN_REPORT
///
/// No y is reported for the second finger: its y is the last one of slot 1, since a slot keeps its coordinates from one
/// contact to the next. Each frame is sent as the list of all contacts that are down, in pixels of the touch area. A
/// contact gets a number when it is first sent. A new tracking id in a slot begins a new contact. After a loss of
/// events (SYN_DROPPED) libevdev reports what has changed in the meantime. The next frame is then sent even if it
/// changes nothing, because the receiver has cancelled its gestures.
struct TouchFrames {
    private struct Slot {
        /// The kernel's tracking id. Negative if no finger is in the slot.
        var id: Int32 = -1
        /// The number of the slot's contact, once the contact has been sent.
        var contact: Int?
        var x: Int32 = 0
        var y: Int32 = 0
        var isPalm = false
    }

    let isMultitouch: Bool
    /// The number of the device, unique within its input.
    let device: Int
    /// Maps the device's units to the touch area.
    var transform: AffineTransform
    private var slots: [Slot]
    private var current = 0
    private var hasChanged = false
    private var contacts: [TouchContact] = []

    /// `slotCount` is `nil` for a single-touch screen.
    init(slotCount: Int?, device: Int, transform: AffineTransform) {
        isMultitouch = slotCount != nil
        self.device = device
        self.transform = transform
        slots = Array(repeating: Slot(), count: max(1, min(slotCount ?? 1, Self.mostSlots)))
        contacts.reserveCapacity(slots.count)
    }

    /// The maximum number of slots. More fingers than this never touch a screen, whatever the device claims.
    static let mostSlots = 64

    /// Sets the state of a slot when the device is opened. The next frame contains the contacts that are already down.
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

    mutating func liftAll(at time: Instant, merger: InputMerger) {
        for index in slots.indices { setID(-1, of: index) }
        report(at: time, merger)
    }

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
            let position = transform.apply(to: Point(x: Double(slot.x), y: Double(slot.y)))
            contacts.append(TouchContact(id: id, position: position, isPalm: slot.isPalm))
        }
        merger.touch(contacts, of: device, at: time)
    }
}
