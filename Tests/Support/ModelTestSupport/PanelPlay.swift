import TestSupport
import WheelCore
import WheelModel
import WheelTouch

/// Performs random operations of hands and clients on a panel, at any times and with any numbers. A ledger checks the
/// panel.
public struct PanelPlay {
    public private(set) var panel: Panel
    public private(set) var ledger: Ledger
    private var changes = Changes()
    private var time = Instant(microseconds: 1_000_000)
    private var isRestless = false
    private var isStillHeld = false
    /// The settings among which reloads choose; the first are those of the start.
    private let others: [PanelSettings]
    /// The settings without the controls of clients.
    private var base: PanelSettings
    private let definable: [ControlSettings]

    static let knobs = 2
    static let screen = 2
    static let clients = 3

    public init(_ settings: PanelSettings, others: [PanelSettings] = []) {
        let furnished = PanelPlay.furnished(settings)
        self.others = [furnished] + others.map(PanelPlay.furnished)
        base = furnished
        definable = ([settings] + others).flatMap(\.controls)
        panel = Panel(furnished)
        ledger = Ledger(panel)
        furnish()
    }

    public var problem: String? {
        if isStillHeld { return "a released button still holds something" }
        if isRestless { return "the panel never comes to rest" }
        if let problem = ledger.problem { return problem }
        return panel.deadline.map { $0 <= time } == true ? "the panel asks for a time that has passed" : nil
    }

    /// Adds two knobs, a touchscreen and two pages to the settings.
    private static func furnished(_ settings: PanelSettings) -> PanelSettings {
        var settings = settings
        let all = Array(settings.controls.indices)
        let ramp = settings.ramps.isEmpty ? nil : 0
        let last = all.count - 1
        let bindings = ButtonBindings(
            click: .request(.step(control: settings.controls[last].name, count: 3)),
            long: .request(settings.ramps.first.map { .toggleRamp($0.name) } ?? Request(.reset)),
            turn: .control(last),
            held: [
                HeldEffect(.speed(settings.controls[last].speeds[0].name), .everyControl),
                HeldEffect(.lock, .controls([0])),
            ])
        settings.inputs = [
            // A step of this input takes as many detents as there are controls.
            InputSettings(name: "knob", controls: all, detentsPerStep: all.count),
            InputSettings(
                name: "dial", controls: all, detents: 400, isDetentless: true, takeover: .scale, ramp: ramp,
                bindings: bindings),
            InputSettings(name: "screen", controls: all),
        ]
        settings.pages = [
            PageSettings(name: "one", controls: all, inputs: [0]), PageSettings(name: "two", controls: [last]),
        ]
        return settings
    }

    private mutating func furnish() {
        for input in 0..<PanelPlay.knobs { _ = panel.button(named: "", of: input) }
        panel.arrange(surface: PanelPlay.screen, PanelPlay.layout(of: panel.settings))
    }

    /// Performs an operation on the panel, possibly after some time.
    public mutating func act(_ choices: inout some Choices) {
        pass(&choices)
        let control = choices.choice(panel.controls.count)
        change { panel, time, changes in
            PanelPlay.act(on: &panel, control, &choices, at: time, into: &changes)
        }
        if choices.once(in: 64) { reload(choices.choice(others.count)) }
        if choices.once(in: 16) { redefine(&choices) }
    }

    /// Turns, sets, ramps and scrubs one control.
    public mutating func exercise(_ control: Int, _ choices: inout some Choices) {
        change { panel, time, changes in
            let request = Request.focus(
                input: panel.settings.inputs[0].name, control: panel.settings.controls[control].name)
            _ = try? panel.perform(request, by: .client(0), at: time, into: &changes)
        }
        for _ in 0..<12 {
            pass(&choices)
            change { panel, time, changes in
                PanelPlay.exercise(control, of: &panel, &choices, at: time, into: &changes)
            }
        }
    }

    /// Cancels touches, loses knobs, disconnects clients, cancels ramps, and lets all pending work finish.
    public mutating func end() {
        change { $0.receive(.touchesCancelled, from: PanelPlay.screen, at: $1, into: &$2) }
        for client in 0..<PanelPlay.clients { change { $0.clientLeft(client, at: $1, into: &$2) } }
        for input in 0..<PanelPlay.knobs {
            change { $0.receive(.state(.lost, detail: ""), from: input, at: $1, into: &$2) }
        }
        // Repeated, because a pending tap or click may start a ramp.
        for _ in 0..<10 {
            for control in panel.controls.indices where panel.controls[control].rampStatus(at: time) != nil {
                change { _ = try? $0.cancelRamp(of: control, at: $1, into: &$2) }
            }
            for _ in 0..<100 where panel.deadline != nil { wakeAtDeadline() }
        }
        change { $0.lock(false, at: $1, into: &$2) }
        for control in panel.controls.indices { change { $0.lock(control, false, at: $1, into: &$2) } }
        isStillHeld = panel.isLocked || panel.controls.contains { $0.isLocked || $0.actingSpeed != $0.speed }
        isRestless = panel.deadline != nil
        ledger.close()
    }

    // MARK: Time

    private mutating func change(_ body: (inout Panel, Instant, inout Changes) -> Void) {
        changes.removeAll()
        body(&panel, time, &changes)
        // The daemon's loop, too, performs due work before it sleeps.
        panel.wake(at: time, into: &changes)
        ledger.record(changes, of: panel)
    }

    /// Lets time pass: usually a short time, sometimes none or a long one. A device's clock may be behind, and the loop
    /// may be late.
    private mutating func pass(_ choices: inout some Choices) {
        let target: Instant
        switch choices.choice(16) {
        case 0: target = time
        case 1: target = Instant(microseconds: time.microseconds - Int64(choices.choice(256)) * 10_000)
        case 2: target = time + .seconds(11)
        case 3: target = time + .seconds(Double(choices.choice(256)) * 1000)
        default: target = time + .milliseconds(Int64(choices.choice(256)))
        }
        if choices.choice(4) != 0 {
            for _ in 0..<100 where (panel.deadline ?? target) < target { wakeAtDeadline() }
        }
        time = target
    }

    private mutating func wakeAtDeadline() {
        guard let deadline = panel.deadline else { return }
        time = deadline
        change { $0.wake(at: $1, into: &$2) }
    }

    // MARK: Reloading, like the daemon

    private mutating func reload(_ other: Int) {
        change { $0.commitAll(at: $1, into: &$2) }
        base = others[other]
        var next = Panel(base)
        ledger.reload(from: panel, to: next)
        changes.removeAll()
        next.adopt(panel, Continuity(from: panel.settings, toReloaded: next.settings), at: time, into: &changes)
        panel = next
        ledger.record(changes, of: panel)
        furnish()
    }

    // MARK: Defining, like the daemon

    private mutating func redefine(_ choices: inout some Choices) {
        let settings = defined(&choices)
        let continuity = Continuity(from: panel.settings, toDefined: settings)
        change { $0.end(except: continuity, at: $1, into: &$2) }
        var next = Panel(settings)
        ledger.succeed(from: panel, to: next)
        changes.removeAll()
        next.adopt(panel, continuity, at: time, into: &changes)
        panel = next
        ledger.record(changes, of: panel)
        if choices.once(in: 2) { furnish() }
    }

    /// The settings in `base`, then some controls of clients, with a page and a ramp for the last of these controls.
    private func defined(_ choices: inout some Choices) -> PanelSettings {
        var settings = base
        for _ in 0..<choices.choice(4) {
            let place = choices.choice(definable.count)
            var control = definable[place]
            // Sometimes a control gets the name of another control, so that the settings behind a name change.
            control.name = "defined\(choices.once(in: 4) ? choices.choice(definable.count) : place)"
            guard !settings.controls.contains(where: { $0.name == control.name }) else { continue }
            settings.controls.append(control)
        }
        for input in settings.inputs.indices { settings.inputs[input].controls = Array(settings.controls.indices) }
        guard settings.controls.count > base.controls.count else { return settings }
        let last = settings.controls.count - 1
        settings.pages.append(PageSettings(name: "defined", controls: [last], inputs: [0]))
        if !settings.controls[last].kind.hasPositions {
            let motion = RampMotion(from: nil, target: .by(1), duration: .seconds(1), curve: .linear, holds: true)
            settings.ramps.append(RampSettings(name: "defined", control: last, motion: motion))
        }
        return settings
    }
}
