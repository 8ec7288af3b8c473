import WheelCore
import WheelModel

/// Merges the devices of one input into one stream of events.
///
/// For example: an input has two keyboards, and a hand holds the same key on both. The button is pressed with the first
/// key and released with the last. Contacts are merged too: if a finger is on each of two touchscreens, an event
/// contains both contacts. Merged contacts have numbers that are unique within the input, since the kernel's numbers
/// are unique only within a device.
final class InputMerger {
    /// The input's index in the settings. A reload may change this index.
    var index: Int
    var reportsRaw = false
    /// The receiver outlives the hub, and the hub outlives the merger.
    private unowned let receiver: any InputReceiver
    /// The number of devices that hold each button.
    private var heldCounts: [Int] = []
    /// The contacts of all devices. The array is reused, so that a frame allocates nothing.
    private var contacts: [TouchContact] = []
    /// The device number of each contact.
    private var devices: [Int] = []
    private var contactCount = 0

    init(index: Int, receiver: any InputReceiver) {
        self.index = index
        self.receiver = receiver
    }

    func send(_ event: InputEvent, at time: Instant) {
        receiver.receive(event, from: index, at: time)
    }

    /// `detents`: how many detents a revolution of the turned device has, if its product is known.
    func turn(by units: Int, detents: Int? = nil, at time: Instant) {
        if units != 0 { send(.turned(units: units, detents: detents), at: time) }
    }

    /// One device presses or releases a button.
    func press(_ button: Int, isDown: Bool, at time: Instant) {
        if isDown {
            countHeld(button)
            if heldCounts[button] == 1 { send(.pressed(button: button), at: time) }
        } else if button < heldCounts.count, heldCounts[button] > 0 {
            heldCounts[button] -= 1
            if heldCounts[button] == 0 { send(.released(button: button), at: time) }
        }
    }

    func button(named name: String) -> Int { buttons(named: [name])[0] }

    func buttons(named names: [String]) -> [Int] { receiver.buttons(named: names, of: index) }

    /// Forgets all held buttons. If only their numbers have changed, the caller counts them again with `countHeld`.
    func resetButtons() {
        for button in heldCounts.indices { heldCounts[button] = 0 }
    }

    /// Counts one more device that holds a button. Sends no event.
    func countHeld(_ button: Int) {
        while heldCounts.count <= button { heldCounts.append(0) }
        heldCounts[button] += 1
    }

    /// Releases a held button by its old name, because the name has changed.
    func releaseRenamed(_ name: String, at time: Instant) {
        send(.released(button: button(named: name)), at: time)
    }

    /// Replaces the contacts of one device.
    func touch(_ own: [TouchContact], of device: Int, at time: Instant) {
        for index in contacts.indices.reversed() where devices[index] == device {
            contacts.remove(at: index)
            devices.remove(at: index)
        }
        contacts += own
        devices += repeatElement(device, count: own.count)
        // The event shares the array only during the call, so the next frame changes the array in place, without a
        // copy.
        send(.touched(contacts), at: time)
    }

    func nextContact() -> Int {
        contactCount += 1
        return contactCount
    }

    func drop(_ count: Int, at time: Instant) {
        if count > 0 { send(.dropped(count: count), at: time) }
    }

    func merge(_ count: Int, at time: Instant) {
        if count > 0 { send(.merged(count: count), at: time) }
    }

    /// Sends a raw event, if raw events are reported. If computing the code takes time, the caller checks `reportsRaw`
    /// first.
    func raw(_ code: String, _ value: Int, at time: Instant) {
        if reportsRaw { send(.raw(code: code, value: value), at: time) }
    }

    /// Forgets all buttons and contacts, because the last device was lost. The receiver releases the held buttons when
    /// it receives the state `.lost`.
    func reset() {
        resetButtons()
        contacts.removeAll(keepingCapacity: true)
        devices.removeAll(keepingCapacity: true)
    }
}
