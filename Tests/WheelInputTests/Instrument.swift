internal import DeviceSupport
internal import LinuxSystem
internal import WheelGeometry
internal import WheelInput
internal import WheelModel
internal import WheelSettings

/// A hub with a panel behind it, as the daemon has: one control that counts detents, and a line of text for all that
/// comes out.
final class Instrument: InputReceiver {
    private(set) var panel: Panel
    private(set) var hub: InputHub?
    /// "turned 120", "pressed", "released KEY_MUTE", "attached", …; with several inputs each begins with its number.
    private(set) var lines: [String] = []
    private(set) var times: [Instant] = []
    private(set) var dropped = 0
    private(set) var surfaces: [TouchSurfaceSize] = []
    private(set) var contacts: [TouchContact] = []
    private(set) var recording: Recording
    /// Interactions that have begun, and how many of them have been committed.
    private(set) var interactions = 0
    private(set) var commits = 0
    private(set) var isOpen = false
    private(set) var presses = 0
    private let loop: EventLoop
    private var changes = Moment()
    private let settings: [InputSettings]
    /// For bursts, which are too many to be written down.
    var keepsLines = true
    /// Every change with its time, where they are kept: "0.129512 value 1 editing".
    private(set) var changeLines: [String] = []
    var keepsChanges = false

    /// With devices, from the start.
    convenience init(_ sources: InputSource..., buttons: [String] = []) throws {
        try self.init(sources: sources, buttons: buttons)
        let hub = InputHub(loop: loop, settings: settings, panelInputs: panel.settings.inputs, receiver: self)
        self.hub = hub
        hub.start(at: .now)
    }

    /// Without devices: for what a replay plays.
    init(sources: [InputSource], buttons: [String] = []) throws {
        Log.level = .error
        settings = sources.enumerated().map { InputSettings(name: "input\($0)", source: $1) }
        recording = Recording(input: "input0", type: sources.first?.type ?? "")
        let speeds = ["one", "two"].map { Speed(name: $0, amount: .perDetent(1), density: 20, lineWidth: 1) }
        let numbers = NumberSettings(range: ValueRange(-1e9, 1e9), step: 1, speeds: speeds)
        let bindings = ButtonBindings(double: .emit)
        panel = Panel(
            PanelSettings(
                controls: [ControlSettings(name: "count", quantity: .int(numbers))],
                inputs: settings.map { input in
                    PanelInput(
                        name: input.name, controls: [0], bindings: bindings,
                        buttons: buttons.map { NamedButton(name: $0, bindings: bindings) })
                }))
        loop = try EventLoop()
    }

    deinit { hub?.close() }

    var count: Int {
        var changes = Moment()
        guard case .integer(let count) = panel.reading(of: 0, into: &changes) else { return 0 }
        return Int(count)
    }

    /// Runs the loop until something is so; says whether it came to that within five seconds.
    func run(milliseconds: Int64 = 5000, until condition: () -> Bool) throws -> Bool {
        let end = Instant.now + .milliseconds(milliseconds)
        while !condition() {
            guard Instant.now < end else { return false }
            try turnOnce(until: end)
        }
        return true
    }

    func run(milliseconds: Int64) throws { _ = try run(milliseconds: milliseconds) { false } }

    /// Runs until there are so many lines, then until it is quiet, and gives those since the last call.
    func next(_ number: Int) throws -> [String] {
        _ = try run { lines.count >= number }
        try run(milliseconds: 20)
        defer { lines.removeAll() }
        return lines
    }

    /// One round of the loop without waiting.
    func turnOnce() throws { try turnOnce(until: .now) }

    private func turnOnce(until end: Instant) throws {
        let deadlines = [hub?.deadline, panel.deadline, end].compactMap { $0 }
        try loop.iterate(wakeAt: deadlines.min())
        hub?.wake(at: .now)
        panel.wake(at: .now, into: &changes)
        takeChanges()
    }

    /// Lets the panel's own time pass, without waiting: what is due by then happens when it is.
    func pass(until time: Instant) {
        while let due = panel.deadline, due <= time {
            panel.wake(at: due, into: &changes)
            takeChanges()
        }
    }

    /// What came of it all.
    var outcome: String {
        "count \(count), speed \(panel.controls[0].settings.speeds[panel.controls[0].speed].name), "
            + "\(commits) commits, \(dropped) dropped, \(presses) presses"
    }

    func forgetLines() { lines.removeAll() }

    private func note(_ input: Int, _ text: String, _ time: Instant) {
        guard keepsLines else { return }
        lines.append(settings.count > 1 ? "\(input) \(text)" : text)
        times.append(time)
    }

    private func name(_ button: Int, _ input: Int) -> String {
        let name = panel.buttonNames(of: input)[button]
        return name.isEmpty ? "" : " \(name)"
    }

    private func takeChanges() {
        for change in changes.changes {
            switch change.event {
            case .value(let value) where value.isEditing && !isOpen:
                isOpen = true
                interactions += 1
            case .commit:
                commits += 1
                isOpen = false
            default: break
            }
            if keepsChanges { changeLines.append(change.words) }
        }
        changes.removeAll()
    }

    // MARK: InputReceiver

    func turned(input: Int, units: Int, at time: Instant) {
        note(input, "turned \(units)", time)
        pass(until: time)
        panel.turn(input, by: units, at: time, into: &changes)
        takeChanges()
    }

    func pressed(input: Int, button: Int, at time: Instant) {
        note(input, "pressed\(name(button, input))", time)
        presses += 1
        pass(until: time)
        panel.press(input, button: button, at: time, into: &changes)
        takeChanges()
    }

    func released(input: Int, button: Int, at time: Instant) {
        note(input, "released\(name(button, input))", time)
        pass(until: time)
        panel.release(input, button: button, at: time, into: &changes)
        takeChanges()
    }

    func touched(input: Int, contacts: [TouchContact], at time: Instant) {
        self.contacts = contacts
        let places = contacts.map { contact in
            "(\(Int(contact.position.x.rounded())),\(Int(contact.position.y.rounded())))\(contact.isPalm ? "palm" : "")"
        }
        note(input, "touched \(places.joined(separator: " "))", time)
        pass(until: time)
        panel.touch(surface: input, contacts: contacts, at: time, into: &changes)
        takeChanges()
    }

    func touchesCancelled(input: Int, at time: Instant) {
        note(input, "cancelled", time)
        pass(until: time)
        panel.cancelTouches(surface: input, at: time, into: &changes)
        takeChanges()
    }

    func surfaceChanged(input: Int, _ surface: TouchSurfaceSize, at time: Instant) {
        if keepsLines { surfaces.append(surface) }
        panel.arrange(surface: input, .wheelOfFocus(size: surface.units))
    }

    func stateChanged(input: Int, _ state: InputDeviceState, detail: String, at time: Instant) {
        note(input, state.rawValue, time)
        if state == .lost { panel.detach(input, at: time, into: &changes) }
        takeChanges()
    }

    func dropped(input: Int, count: Int, at time: Instant) {
        dropped += count
        note(input, "dropped \(count)", time)
    }

    func raw(input: Int, code: String, value: Int, at time: Instant) {
        recording.append(code: code, value: value, at: time)
    }

    func button(named name: String, of input: Int) -> Int { panel.button(named: name, of: input) }
}

extension Instant {
    static var now: Instant { Instant(microseconds: Patience.nowMicroseconds) }
}
