import WheelCore
import WheelModel

// The functions that find the controls, ramps and pages to which a target refers by index are all in this file.

extension Continuity {
    func goal(_ goal: PageGoal) -> PageGoal? {
        switch goal {
        case .page(let page): pages[page].map { .page($0) }
        case .screen(let control): controls[control].map { .screen(control: $0) }
        }
    }

    func swipes(_ swipes: SwipePages) -> SwipePages {
        guard case .to(let before, let after) = swipes else { return swipes }
        guard let before = goal(before), let after = goal(after) else { return .nowhere }
        return .to(before: before, after: after)
    }
}

extension TouchKind {
    /// The target after a change of the settings, with new indices; `nil` if its control, ramp or page does not
    /// continue.
    func moved(_ places: Continuity) -> TouchKind? {
        func at(_ control: Int, _ kind: (Int) -> TouchKind) -> TouchKind? { places.controls[control].map(kind) }
        return switch self {
        case .wheel(let control, let orientation): at(control) { .wheel(control: $0, orientation) }
        case .wheelOfFocus: self
        case .arm(let control, let vertex, let ignoredRadius, let valuePerTurn, let valueOnBaseline):
            at(control) {
                .arm(
                    control: $0, vertex: vertex, ignoredRadius: ignoredRadius, valuePerTurn: valuePerTurn,
                    valueOnBaseline: valueOnBaseline)
            }
        case .slider(let control, let ramp, let length):
            at(control) { .slider(control: $0, ramp: ramp.flatMap { places.ramps[$0] }, length: length) }
        case .rampButton(let ramp): places.ramps[ramp].map { .rampButton(ramp: $0) }
        case .seat(let control, let position): at(control) { .seat(control: $0, position: position) }
        case .block(let control, let part): at(control) { .block(control: $0, part) }
        case .chart(let control): at(control) { .chart(control: $0) }
        case .digit(let control, let amount, let speed, let length):
            at(control) { .digit(control: $0, amount: amount, speed: speed, length: length) }
        case .number(let control, let length): at(control) { .number(control: $0, length: length) }
        case .chip(let control, let position): at(control) { .chip(control: $0, position: position) }
        case .chips(let control, let rows, let chooser): at(control) { .chips(control: $0, rows, chooser: chooser) }
        case .opener(let control, let rows): at(control) { .opener(control: $0, rows) }
        case .toggle(let control): at(control) { .toggle(control: $0) }
        case .closer(let control): at(control) { .closer(control: $0) }
        case .stepper(let control, let direction): at(control) { .stepper(control: $0, direction) }
        case .apply(let control): at(control) { .apply(control: $0) }
        case .revert(let control): at(control) { .revert(control: $0) }
        case .tab(let goal): places.goal(goal).map { .tab($0) }
        case .stage(let control): at(control) { .stage(control: $0) }
        }
    }

    /// The control of a target; `nil` for `wheelOfFocus`, whose control is known only at the touch, and for a tab.
    package func control(ramps: [RampSettings]) -> Int? {
        switch self {
        case .wheel(let control, _), .arm(let control, _, _, _, _), .slider(let control, _, _), .seat(let control, _),
            .block(let control, _), .chart(let control), .stepper(let control, _), .stage(let control),
            .apply(let control), .revert(let control), .digit(let control, _, _, _), .number(let control, _),
            .chip(let control, _), .chips(let control, _, _), .opener(let control, _), .toggle(let control),
            .closer(let control):
            control
        case .rampButton(let ramp): ramps[ramp].control
        case .wheelOfFocus, .tab: nil
        }
    }
}
