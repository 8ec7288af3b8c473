import WheelCore
import WheelModel
import WheelTouch

/// A panel on which fingers, knobs and clients each take one step at a time, and a ledger that checks the panel.
///
/// Most steps alternate, so that few kinds of steps make long sequences: `finger` touches, then drags, then lifts;
/// `client` sets without a commit, then disconnects.
public struct HeldPanel {
    public enum Step: String, CaseIterable, Sendable {
        /// Touches first, then drags, then lifts.
        case finger, thumb
        /// Turn by one detent.
        case knob, dial
        /// Sets without a commit, then disconnects.
        case client
        /// Sets without a commit, then commits.
        case guest
        /// Starts, pauses, then resumes a ramp.
        case ramp
        case lock
        /// The knob's button, pressed or released. While held, the button locks the last control.
        case button
        /// The knob's device is lost.
        case lost
        case reload
        /// 250 ms pass.
        case wait

        public static func named(_ name: String) -> Step {
            guard let step = Step(rawValue: name) else { preconditionFailure("no such step: \(name)") }
            return step
        }
    }

    /// `one`: both fingers are on the wheel of the only control. `apart`: the thumb is on the stepper of the only
    /// control. `two`: the thumb is on a second control's slider, which scrubs a ramp; the dial scrubs it, too.
    public enum Kind: String, CaseIterable, Sendable {
        case one, apart, two

        public static func named(_ name: some StringProtocol) -> Kind {
            guard let kind = Kind(rawValue: String(name)) else { preconditionFailure("no such stage: \(name)") }
            return kind
        }
    }

    private let kind: Kind
    private var panel: Panel
    private var ledger: Ledger
    private var holders = Holders()
    private var changes = Changes()
    private var commits = 0
    private var time = Instant(microseconds: 1_000_000)
    private var contacts: [TouchContact] = []
    private var dragged: [Bool] = [false, false]
    private var isPressed = false
    private var isReloaded = false
    private var setters: Set<Int> = []
    private var given = 0.0

    private static let (knob, dial, screen) = (0, 1, 2)
    private static let (client, guest) = (0, 1)

    public init(_ kind: Kind) {
        self.kind = kind
        panel = Self.newPanel(kind, isReloaded: false)
        ledger = Ledger(panel)
        furnish()
    }

    /// Controls that wrap, so that each turn moves them.
    private static func settings(_ kind: Kind, isReloaded: Bool) -> PanelSettings {
        let range = ValueRange(0, isReloaded ? 100 : 360, includesUpper: false)
        let names = kind == .two ? ["a", "b"] : ["a"]
        let controls = names.map {
            ControlSettings(name: $0, quantity: .float(NumberSettings(range: range, wraps: true)))
        }
        let last = names.count - 1
        let motion = RampMotion(target: .by(90), duration: .seconds(1), curve: .linear)
        let bindings = ButtonBindings(long: .request(Request(.reset)), held: [HeldEffect(.lock, .controls([last]))])
        return PanelSettings(
            controls: controls, ramps: [RampSettings(name: "r", control: last, motion: motion)],
            inputs: [
                InputSettings(name: "knob", controls: Array(names.indices), bindings: bindings),
                InputSettings(name: "dial", controls: Array(names.indices), ramp: kind == .two ? 0 : nil),
                InputSettings(name: "screen", controls: Array(names.indices)),
            ],
            pages: [PageSettings(name: "one", controls: [0]), PageSettings(name: "two", controls: [last])])
    }

    private static func newPanel(_ kind: Kind, isReloaded: Bool) -> Panel {
        (isReloaded ? reloadedPanels : firstPanels)[kind] ?? Panel(settings(kind, isReloaded: isReloaded))
    }

    /// The panels are made once, because making new settings takes most of the time of a reload.
    private static let firstPanels = panels(areReloaded: false)
    private static let reloadedPanels = panels(areReloaded: true)

    private static func panels(areReloaded: Bool) -> [Kind: Panel] {
        Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Panel(settings($0, isReloaded: areReloaded))) })
    }

    private mutating func furnish() {
        for input in [Self.knob, Self.dial] { _ = panel.button(named: "", of: input) }
        func place(_ kind: TouchKind, _ column: Int) -> TouchTarget {
            TouchTarget(kind, area: Rect(x: Double(column) * 200, y: 0, width: 200, height: 100))
        }
        var targets = [place(.wheel(control: 0, .horizontal), 0), place(.stepper(control: 0, .up), 1)]
        if kind == .two { targets.append(place(.slider(control: 1, ramp: 0, length: 200), 2)) }
        panel.arrange(surface: Self.screen, TouchLayout(targets: targets, size: Size(width: 600, height: 100)))
    }

    // MARK: Steps

    /// Whether the step can change anything after `last`. Otherwise a sequence with the step has the same result as the
    /// sequence without it.
    public func matters(_ step: Step, after last: Step?) -> Bool {
        switch step {
        case .wait: panel.deadline != nil
        case .lost, .reload: step != last
        case .finger, .thumb, .knob, .dial, .client, .guest, .ramp, .lock, .button: true
        }
    }

    public mutating func perform(_ step: Step) {
        time = time + .milliseconds(10)
        holders.expire(at: time)
        switch step {
        case .finger: move(0, from: Point(x: 160, y: 20))
        case .thumb:
            let column = kind == .one ? 0.0 : kind == .apart ? 1 : 2
            move(1, from: Point(x: column * 200 + 110, y: 80))
        case .knob, .dial: turn(step == .knob ? Self.knob : Self.dial, step)
        case .client: set(Self.client, step) { $0.clientLeft(Self.client, at: $1, into: &$2) }
        case .guest: set(Self.guest, step) { $0.commit(0, at: $1, into: &$2) }
        case .ramp: change { _ = try? $0.perform(.toggleRamp("r"), by: .client(Self.guest), at: $1, into: &$2) }
        case .lock: change { _ = try? $0.perform(.toggleLock, by: .client(Self.guest), at: $1, into: &$2) }
        case .button: press(!isPressed)
        case .lost:
            isPressed = false
            holders.release([.knob])
            change { $0.receive(.state(.lost, detail: ""), from: Self.knob, at: $1, into: &$2) }
        case .reload: reload()
        case .wait: pass(.milliseconds(250))
        }
    }

    private mutating func move(_ id: Int, from place: Point) {
        let step: Step = id == 0 ? .finger : .thumb
        if let index = contacts.firstIndex(where: { $0.id == id }) {
            if dragged[id] {
                contacts.remove(at: index)
                holders.release([step])
            } else {
                // 80 pixels are far enough for a swipe, if the other finger moves as far.
                contacts[index].position.x -= 80
                holders.hold(step, until: .distantFuture)
            }
            dragged[id].toggle()
        } else {
            contacts.append(TouchContact(id: id, position: place))
        }
        let frame = contacts
        change { $0.touch(surface: Self.screen, contacts: frame, at: $1, into: &$2) }
    }

    private mutating func turn(_ input: Int, _ step: Step) {
        holders.hold(step, until: time + .milliseconds(400))
        change { $0.turn(input, by: 120, at: $1, into: &$2) }
    }

    private mutating func set(_ client: Int, _ step: Step, ends: (inout Panel, Instant, inout Changes) -> Void) {
        if setters.remove(client) != nil {
            holders.release(step == .client ? [.client] : [.knob, .dial, .client, .guest])
            change(ends)
        } else {
            setters.insert(client)
            // This number is inside the ranges before and after a reload, and never the previous value.
            given = (given + 7.25).truncatingRemainder(dividingBy: 100)
            holders.hold(step, until: time + .seconds(10))
            let value = GivenValue.number(given)
            change {
                _ = try? $0.set(
                    0, to: value, manner: SetManner(commits: false), by: .client(client), at: $1, into: &$2)
            }
        }
    }

    private mutating func press(_ isDown: Bool) {
        isPressed = isDown
        change {
            if isDown {
                $0.press(Self.knob, button: 0, at: $1, into: &$2)
            } else {
                $0.release(Self.knob, button: 0, at: $1, into: &$2)
            }
        }
    }

    /// Reloads the configuration as the daemon does.
    private mutating func reload() {
        change { $0.commitAll(at: $1, into: &$2) }
        isReloaded.toggle()
        var next = Self.newPanel(kind, isReloaded: isReloaded)
        ledger.reload(from: panel, to: next)
        changes.removeAll()
        next.adopt(panel, Continuity(from: panel.settings, toReloaded: next.settings), at: time, into: &changes)
        panel = next
        ledger.record(changes, of: panel)
        furnish()
    }

    private mutating func pass(_ interval: Interval) {
        time = time + interval
        holders.expire(at: time)
        change { _, _, _ in }
    }

    private mutating func change(_ body: (inout Panel, Instant, inout Changes) -> Void) {
        changes.removeAll()
        // The daemon's loop, too, performs due work before the next event.
        panel.wake(at: time, into: &changes)
        body(&panel, time, &changes)
        panel.wake(at: time, into: &changes)
        for case .commit in changes.list.map(\.event) { commits += 1 }
        ledger.record(changes, of: panel)
    }

    // MARK: Judgement

    public var miscount: String? {
        if let problem = ledger.problem { return problem }
        return commits == holders.commits ? nil : "\(commits) commits, and not \(holders.commits)"
    }

    /// Releases everything and lets all deadlines pass. Returns what is wrong, or nil.
    public mutating func problemAfterTheEnd() -> String? {
        if !contacts.isEmpty {
            contacts = []
            change { $0.touch(surface: Self.screen, contacts: [], at: $1, into: &$2) }
        }
        if isPressed { press(false) }
        for client in setters { change { $0.clientLeft(client, at: $1, into: &$2) } }
        if panel.isLocked { change { $0.lock(false, at: $1, into: &$2) } }
        pass(.seconds(20))
        if let problem = ledger.problem { return problem }
        if let deadline = panel.deadline { return "it still waits for \(deadline)" }
        if panel.isLocked || panel.controls.contains(where: \.isLocked) { return "a lock remains" }
        ledger.close()
        // A hold that was not released would delay the commit of this turn, too.
        for control in panel.controls.indices {
            change { _ = try? $0.turn(control, detents: 1, by: .client(Self.guest), at: $1, into: &$2) }
        }
        guard panel.controls.allSatisfy(\.isEditing) else { return "a control can no longer be turned" }
        pass(.seconds(20))
        ledger.close()
        return ledger.problem
    }
}

/// The steps that hold the control, and the number of commits that the panel must have made.
private struct Holders {
    private var holds: [(holder: HeldPanel.Step, until: Instant)] = []
    private var isOpen = false
    private(set) var commits = 0

    /// Records that `holder` has moved the control, and holds it until `until`.
    mutating func hold(_ holder: HeldPanel.Step, until: Instant) {
        holds.removeAll { $0.holder == holder }
        holds.append((holder, until))
        isOpen = true
    }

    mutating func release(_ released: [HeldPanel.Step]) {
        holds.removeAll { released.contains($0.holder) }
        settle()
    }

    mutating func expire(at time: Instant) {
        holds.removeAll { $0.until <= time }
        settle()
    }

    private mutating func settle() {
        guard isOpen, holds.isEmpty else { return }
        isOpen = false
        commits += 1
    }
}
