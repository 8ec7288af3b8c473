import WheelGeometry
import WheelModel

/// One input's way to the receiver: several devices can join it, which press one and the same button.
final class Outlet {
    /// The input's place in the settings; another one after a reload.
    var index: Int
    var tellsRaw = false
    /// Outlives the hub, which outlives this.
    private unowned let receiver: any InputReceiver
    private var heldCounts: [Int] = []
    /// The contacts of all devices; kept, so that a frame allocates nothing.
    private var contacts: [TouchContact] = []
    /// The device of each.
    private var devices: [Int] = []
    private var contactCount = 0

    init(index: Int, receiver: any InputReceiver) {
        self.index = index
        self.receiver = receiver
    }

    func turn(by units: Int, at time: Instant) {
        guard units != 0 else { return }
        receiver.turned(input: index, units: units, at: time)
    }

    /// Pressed by one device: told if no other one holds it already.
    func press(_ button: Int, at time: Instant) {
        keepHeld(button)
        if heldCounts[button] == 1 { receiver.pressed(input: index, button: button, at: time) }
    }

    /// Released by one device: told when it was the last.
    func release(_ button: Int, at time: Instant) {
        guard button < heldCounts.count, heldCounts[button] > 0 else { return }
        heldCounts[button] -= 1
        if heldCounts[button] == 0 { receiver.released(input: index, button: button, at: time) }
    }

    func button(named name: String) -> Int { receiver.button(named: name, of: index) }

    func buttons(named names: [String]) -> [Int] { receiver.buttons(named: names, of: index) }

    /// The receiver has other numbers for buttons now. The devices say anew what they hold.
    func forgetButtons() {
        for button in heldCounts.indices { heldCounts[button] = 0 }
    }

    /// Counts one more device that holds a button. The receiver is not told: it knows the press by the button's name.
    func keepHeld(_ button: Int) {
        while heldCounts.count <= button { heldCounts.append(0) }
        heldCounts[button] += 1
    }

    /// Releases a held button by its old name, since it has another one now.
    func letGo(ofButton name: String, at time: Instant) {
        receiver.released(input: index, button: button(named: name), at: time)
    }

    /// The contacts of one device have changed: its own take the place of those that it had.
    func touch(_ own: [TouchContact], of device: Int, at time: Instant) {
        // By hand: a closure would be allocated, where the optimiser does not see to it.
        var kept = 0
        for index in contacts.indices where devices[index] != device {
            contacts[kept] = contacts[index]
            devices[kept] = devices[index]
            kept += 1
        }
        contacts.removeLast(contacts.count - kept)
        devices.removeLast(devices.count - kept)
        for index in own.indices {
            contacts.append(own[index])
            devices.append(device)
        }
        receiver.touched(input: index, contacts: contacts, at: time)
    }

    /// A number for a contact that no other one of the input has: the kernel's tracking ids are each device's own.
    func nextContact() -> Int {
        contactCount += 1
        return contactCount
    }

    func cancelTouches(at time: Instant) {
        receiver.touchesCancelled(input: index, at: time)
    }

    func surface(_ size: TouchSurfaceSize, at time: Instant) {
        receiver.surfaceChanged(input: index, size, at: time)
    }

    func drop(_ count: Int, at time: Instant) {
        guard count > 0 else { return }
        receiver.dropped(input: index, count: count, at: time)
    }

    /// Where a code has to be made, `tellsRaw` is asked first.
    func raw(_ code: String, _ value: Int, at time: Instant) {
        guard tellsRaw else { return }
        receiver.raw(input: index, code: code, value: value, at: time)
    }

    func state(_ state: InputDeviceState, _ detail: String, at time: Instant) {
        receiver.stateChanged(input: index, state, detail: detail, at: time)
    }

    /// The last device is gone: what it held is let go of by whoever is told so.
    func forget() {
        forgetButtons()
        contacts.removeAll(keepingCapacity: true)
        devices.removeAll(keepingCapacity: true)
    }
}
