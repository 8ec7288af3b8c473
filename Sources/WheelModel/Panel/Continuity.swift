import WheelSettings

/// What goes on when other settings take the place of a panel's own, and where it stands then.
///
/// There are two ways. A client defines or removes something: what stays the same goes on, with its ramps, fingers and open
/// interactions. Or the configuration is read again: then nothing goes on, and only what stands still is kept, by its name.
public struct Continuity: Sendable {
    /// For each old index the new one of a control that goes on: it has the same name and the same settings.
    let controls: [Int?]
    /// The same for ramps.
    let ramps: [Int?]
    /// For each old index the new one of the control with the same name, which may have other settings.
    let named: [Int?]
    let pages: [Int?]
    /// Whether inputs, with their buttons and fingers, go on. Inputs come from the configuration alone.
    let keepsInputs: Bool

    /// After clients have changed what they define.
    public init(from old: PanelSettings, toDefined new: PanelSettings) {
        self.init(from: old, to: new, keepsInputs: true)
    }

    /// After the configuration was read again.
    public init(from old: PanelSettings, toReloaded new: PanelSettings) {
        self.init(from: old, to: new, keepsInputs: false)
    }

    private init(from old: PanelSettings, to new: PanelSettings, keepsInputs: Bool) {
        let places = Continuity.places(of: new.controls.map(\.name))
        let named = old.controls.map { places[$0.name] }
        self.named = named
        let newPages = Continuity.places(of: new.pages.map(\.name))
        pages = old.pages.map { newPages[$0.name] }
        self.keepsInputs = keepsInputs
        controls = zip(old.controls, named).map { control, place in
            place.flatMap { keepsInputs && new.controls[$0] == control ? $0 : nil }
        }
        let newRamps = Continuity.places(of: new.ramps.map(\.name))
        ramps = old.ramps.map { ramp in
            newRamps[ramp.name].flatMap { place in
                let other = new.ramps[place]
                return keepsInputs && other.motion == ramp.motion && other.control == named[ramp.control] ? place : nil
            }
        }
    }

    private static func places(of names: [String]) -> [String: Int] {
        Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }
}

// MARK: Fingers

extension Continuity {
    /// The target with new indices; `nil` if what it moves is gone or has changed.
    func kind(_ kind: TouchKind) -> TouchKind? {
        switch kind {
        case .wheel(let control, let orientation): controls[control].map { .wheel(control: $0, orientation) }
        case .wheelOfFocus: .wheelOfFocus
        case .arm(let control, let vertex, let ignoredRadius, let valuePerTurn, let valueOnBaseline):
            controls[control].map {
                .arm(
                    control: $0, vertex: vertex, ignoredRadius: ignoredRadius, valuePerTurn: valuePerTurn,
                    valueOnBaseline: valueOnBaseline)
            }
        case .slider(let control, let ramp, let length):
            controls[control].map { .slider(control: $0, ramp: ramp.flatMap { ramps[$0] }, length: length) }
        case .rampButton(let ramp): ramps[ramp].map { .rampButton(ramp: $0) }
        case .seat(let control, let position): controls[control].map { .seat(control: $0, position: position) }
        case .block(let control, let part): controls[control].map { .block(control: $0, part) }
        case .chart(let control): controls[control].map { .chart(control: $0) }
        case .digit(let control, let amount, let speed, let length):
            controls[control].map { .digit(control: $0, amount: amount, speed: speed, length: length) }
        case .number(let control, let length): controls[control].map { .number(control: $0, length: length) }
        case .chip(let control, let position): controls[control].map { .chip(control: $0, position: position) }
        case .chips(let control, let rows, let chooser):
            controls[control].map { .chips(control: $0, rows, chooser: chooser) }
        case .opener(let control, let rows): controls[control].map { .opener(control: $0, rows) }
        case .toggle(let control): controls[control].map { .toggle(control: $0) }
        case .closer(let control): controls[control].map { .closer(control: $0) }
        case .stepper(let control, let direction): controls[control].map { .stepper(control: $0, direction) }
        case .apply(let control): controls[control].map { .apply(control: $0) }
        case .revert(let control): controls[control].map { .revert(control: $0) }
        case .tab(let goal): self.goal(goal).map { .tab($0) }
        case .stage(let control): controls[control].map { .stage(control: $0) }
        }
    }

    /// Whether the finger's gesture goes on.
    func keeps(_ finger: Finger) -> Bool {
        if let control = finger.control, controls[control] == nil { return false }
        return finger.target.map { kind($0.kind) != nil } ?? true
    }

    /// The same finger; one whose gesture has ended is ignored until it lifts.
    func finger(_ finger: Finger) -> Finger {
        guard keeps(finger) else { return finger.ignored }
        var next = finger
        next.control = finger.control.flatMap { controls[$0] }
        next.target = finger.target.flatMap { target($0) }
        switch finger.role {
        case .slider(var slider):
            slider.ramp = slider.ramp.flatMap { ramps[$0] }
            next.role = .slider(slider)
        case .rampButton(var press):
            guard let ramp = ramps[press.ramp] else { return finger.ignored }
            press.ramp = ramp
            next.role = .rampButton(press)
        case .resting, .wheel, .arm, .digit, .stepper, .pressing, .chart, .scroll, .paired, .over, .palm: break
        }
        return next
    }

    func target(_ target: ArrangedTarget) -> ArrangedTarget? {
        guard let kind = kind(target.kind) else { return nil }
        var next = target
        next.kind = kind
        next.control = target.control.flatMap { controls[$0] }
        return next
    }

    func swipes(_ swipes: SwipePages) -> SwipePages {
        guard case .to(let before, let after) = swipes else { return swipes }
        guard let before = goal(before), let after = goal(after) else { return .nowhere }
        return .to(before: before, after: after)
    }

    private func goal(_ goal: PageGoal) -> PageGoal? {
        switch goal {
        case .page(let page): pages[page].map { .page($0) }
        case .screen(let control): controls[control].map { .screen(control: $0) }
        }
    }
}
