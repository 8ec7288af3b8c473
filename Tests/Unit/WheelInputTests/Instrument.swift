internal import DeviceSupport
internal import LinuxSystem
import ModelTestSupport
import TestSupport
internal import WheelCore
internal import WheelInput
internal import WheelModel
internal import WheelTouch

/// A hub and a panel, as in the daemon, with one control that counts detents. Writes a line of text for each event.
final class Instrument: InputReceiver {
    private(set) var panel: Panel
    private(set) var hub: InputHub?
    /// "turned 120", "pressed", "released KEY_MUTE", "attached", …. With several inputs each line begins with the index
    /// of its input.
    private(set) var lines: [String] = []
    private(set) var times: [Instant] = []
    private(set) var dropped = 0
    private(set) var surfaces: [TouchSurfaceSize] = []
    private(set) var contacts: [TouchContact] = []
    private(set) var recording: Recording
    /// The number of interactions that have begun; `commits` of them are committed.
    private(set) var interactions = 0
    private(set) var commits = 0
    private(set) var isOpen = false
    private(set) var presses = 0
    /// The detents in a revolution of the product that was turned last; `nil` for an unknown product.
    private(set) var productDetents: Int?
    private let loop: EventLoop
    private var changes = Changes()
    /// Whether each event is kept as a line; false for bursts, which have too many events.
    var keepsLines = true
    /// Every change with its time, if `keepsChanges` is on: "0.129512 value 1 editing".
    private(set) var changeLines: [String] = []
    var keepsChanges = false

    /// An instrument whose hub opens devices from the start.
    convenience init(_ sources: InputSource..., buttons: [String] = []) throws {
        try self.init(sources: sources, buttons: buttons)
        let hub = InputHub(loop: loop, settings: panel.settings.inputs, receiver: self)
        self.hub = hub
        hub.start(at: .now)
    }

    /// An instrument with these inputs, whose hub opens devices from the start. For the hub the start is at `time`.
    convenience init(_ inputs: [InputSettings], at time: Instant = .now) throws {
        try self.init(inputs: inputs)
        let hub = InputHub(loop: loop, settings: inputs, receiver: self)
        self.hub = hub
        hub.start(at: time)
    }

    /// An instrument without devices, for replays.
    convenience init(sources: [InputSource], buttons: [String] = []) throws {
        let bindings = ButtonBindings(double: .emit)
        try self.init(
            inputs: sources.enumerated().map { index, source in
                InputSettings(
                    name: "input\(index)", source: source, controls: [0], bindings: bindings,
                    buttons: buttons.map { NamedButton(name: $0, bindings: bindings) })
            })
    }

    init(inputs: [InputSettings]) throws {
        Log.level = .error
        recording = Recording(input: "input0", type: inputs.first?.source.type ?? "")
        let speeds = ["one", "two"].map { Speed(name: $0, amount: .perDetent(1), density: 20, lineWidth: 1) }
        let numbers = NumberSettings(range: ValueRange(-1e9, 1e9), step: 1, speeds: speeds)
        panel = Panel(
            PanelSettings(controls: [ControlSettings(name: "count", quantity: .int(numbers))], inputs: inputs))
        loop = try EventLoop()
    }

    deinit { hub?.close() }

    /// A reload with other inputs, as in the daemon.
    func update(_ inputs: [InputSettings]) {
        guard let hub else { return }
        let kept = hub.indices(in: inputs, buttonDebounce: .milliseconds(20))
        for index in kept.indices where kept[index] == nil { panel.detach(index, at: .now, into: &changes) }
        var settings = panel.settings
        settings.inputs = inputs
        var next = Panel(settings)
        next.adopt(panel, Continuity(from: panel.settings, toReloaded: next.settings), at: .now, into: &changes)
        panel = next
        takeChanges()
        hub.update(settings: inputs, buttonDebounce: .milliseconds(20), at: .now)
    }

    var count: Int {
        var changes = Changes()
        guard case .integer(let count) = panel.instrument.reading(of: 0, into: &changes) else { return 0 }
        return Int(count)
    }

    /// Runs the loop until a condition holds. Returns false if it does not hold within `milliseconds`.
    func run(milliseconds: Int64 = 5000, until condition: () -> Bool) throws -> Bool {
        let end = Instant.now + .milliseconds(milliseconds)
        while !condition() {
            guard Instant.now < end else { return false }
            try turnOnce(until: end)
        }
        return true
    }

    func run(milliseconds: Int64) throws { _ = try run(milliseconds: milliseconds) { false } }

    /// Runs until there are `number` lines, and 20 ms longer. Returns the lines since the last call.
    func next(_ number: Int) throws -> [String] {
        _ = try run { lines.count >= number }
        try run(milliseconds: 20)
        defer { lines.removeAll() }
        return lines
    }

    /// One iteration of the loop, without waiting.
    func turnOnce() throws { try turnOnce(until: .now) }

    private func turnOnce(until end: Instant) throws {
        let deadlines = [hub?.deadline, panel.deadline, end].compactMap { $0 }
        try loop.iterate(wakeAt: deadlines.min())
        hub?.wake(at: .now)
        panel.wake(at: .now, into: &changes)
        takeChanges()
    }

    /// Wakes the panel at each of its deadlines up to `time`, without waiting.
    func pass(until time: Instant) {
        while let due = panel.deadline, due <= time {
            panel.wake(at: due, into: &changes)
            takeChanges()
        }
    }

    var outcome: String {
        "count \(count), speed \(panel.controls[0].settings.speeds[panel.controls[0].speed].name), "
            + "\(commits) commits, \(dropped) dropped, \(presses) presses"
    }

    func forgetLines() { lines.removeAll() }

    private func record(_ input: Int, _ text: String, _ time: Instant) {
        guard keepsLines else { return }
        lines.append(panel.settings.inputs.count > 1 ? "\(input) \(text)" : text)
        times.append(time)
    }

    private func name(_ button: Int, _ input: Int) -> String {
        let name = panel.buttonNames(of: input)[button]
        return name.isEmpty ? "" : " \(name)"
    }

    private func takeChanges() {
        for change in changes.list {
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

    func receive(_ event: InputEvent, from input: Int, at time: Instant) {
        switch event {
        case .turned(let units, let detents):
            record(input, "turned \(units)", time)
            productDetents = detents
        case .moved(let start, let end):
            record(input, "moved \(start.map { "from \(text($0)) " } ?? "")to \(text(end))", time)
        case .pressed(let button):
            record(input, "pressed\(name(button, input))", time)
            presses += 1
        case .level(let button, let isDown):
            record(input, "\(isDown ? "closed" : "open")\(name(button, input)) at the start", time)
        case .released(let button): record(input, "released\(name(button, input))", time)
        case .settling, .merged: break
        case .touched(let contacts):
            self.contacts = contacts
            let places = contacts.map { contact in
                let place = contact.position
                return "(\(Int(place.x.rounded())),\(Int(place.y.rounded())))\(contact.isPalm ? "palm" : "")"
            }
            record(input, "touched \(places.joined(separator: " "))", time)
        case .touchesCancelled: record(input, "cancelled", time)
        case .surface(let surface):
            if keepsLines { surfaces.append(surface) }
            return panel.arrange(surface: input, .wheelOfFocus(size: surface.units))
        case .state(let state, _): record(input, state.rawValue, time)
        case .dropped(let count):
            dropped += count
            return record(input, "dropped \(count)", time)
        case .raw(let code, let value): return recording.append(code: code, value: value, at: time)
        }
        pass(until: time)
        panel.receive(event, from: input, at: time, into: &changes)
        takeChanges()
    }

    func buttons(named names: [String], of input: Int) -> [Int] {
        names.map { panel.button(named: $0, of: input) }
    }
}

extension Instant {
    static var now: Instant { Instant(microseconds: Patience.nowMicroseconds) }
}

extension [String] {
    /// The index of a name, which is appended if it is new.
    mutating func place(of name: String) -> Int {
        if let known = firstIndex(of: name) { return known }
        append(name)
        return count - 1
    }
}
