import WheelCore
import WheelModel

/// The gesture of a finger on a seat, a tab, Apply or a similar target, which acts when the finger lifts without having
/// strayed.
struct Press: Gesture {
    private var drag = ChartDrag()

    /// Holds a pending value, so that it does not expire while a finger is on Apply or Revert.
    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard isOnPending(touch), let control = touch.control, panel.instrument.controls[control].isPending else {
            return
        }
        panel.instrument.hold(control, by: touch.hand.holder, until: nil)
    }

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        if !isOnPending(touch) { drag.move(touch, &panel) }
    }

    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {
        if !touch.finger.hasStrayed, !touch.finger.marksOnly { panel.act(touch, &changes) }
    }

    func restoreView(_ touch: Touch, _ panel: inout Panel) { drag.restoreView(touch, &panel) }

    private func isOnPending(_ touch: Touch) -> Bool {
        switch touch.finger.target?.kind {
        case .apply, .revert: true
        default: false
        }
    }
}

/// The gesture of a finger that moves no value. If the control has a chart, a tap zooms out to the whole chart.
struct Rest: Gesture {
    private var drag = ChartDrag()

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) { drag.move(touch, &panel) }

    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control, !touch.finger.hasStrayed, !touch.finger.marksOnly else { return }
        guard !panel.instrument.isLocked(control) else { return }
        panel.views[touch.display][chart: control].jump(to: .identity)
    }

    func restoreView(_ touch: Touch, _ panel: inout Panel) { drag.restoreView(touch, &panel) }
}

/// Drags a chart of positions with one finger. The drag begins where the finger leaves the slop of a tap, so that the
/// chart does not jump. A chart that is completely visible does not move.
struct ChartDrag: Sendable {
    private var grip: ChartGrip?

    mutating func move(_ touch: Touch, _ panel: inout Panel) {
        guard let control = touch.control, touch.finger.hasStrayed else { return }
        let view = panel.views[touch.display][chart: control]
        if grip == nil {
            guard let window = panel.surfaces[touch.surface].layout.window(of: control) else { return }
            grip = ChartGrip(view, window, panel.surfaces[touch.surface].edgeOfSlop(of: touch.finger))
        }
        guard var grip else { return }
        if panel.instrument.isLocked(control) {
            grip = ChartGrip(view, grip.window, touch.finger.onPage)
        } else {
            grip.move(&panel.views[touch.display][chart: control], to: touch.finger.onPage)
        }
        self.grip = grip
    }

    func restoreView(_ touch: Touch, _ panel: inout Panel) {
        if let control = touch.control { grip?.undo(&panel.views[touch.display][chart: control]) }
    }
}

extension Panel {
    /// Performs a tap on a target.
    mutating func act(_ touch: Touch, _ changes: inout Changes) {
        guard !instrument.isLocked, let kind = touch.finger.target?.kind else { return }
        let (surface, display) = (touch.surface, touch.display)
        switch kind {
        case .seat(let control, let position), .chip(let control, let position):
            choose(position, of: control, by: surface, &changes)
        case .opener(let control, let rows): openChooser(of: control, rows, on: display, at: changes.time)
        case .toggle(let control):
            let other = instrument.controls[control].otherOfTwo
            if let other { choose(other, of: control, by: surface, &changes) }
        case .closer: closeChooser(of: display, at: changes.time)
        case .tab(let goal): go(to: goal, on: surface, &changes)
        case .block(let control, let part):
            guard !instrument.isLocked(control), let window = surfaces[surface].layout.window(of: control),
                let view = ChartView.zoomed(to: part, in: window.area)
            else { return }
            views[display][chart: control].jump(to: view)
        case .apply(let control): play(&changes) { $0.applyDraft(of: control, byHandOf: surface, &$1) }
        case .revert(let control): play(&changes) { $0.dropDraft(of: control, byHandOf: surface, &$1) }
        case .digit(let control, _, let speed, _):
            let name = instrument.controls[control].settings.speeds[speed].name
            changeSpeed(of: control, to: .named(name), &changes)
        case .number(let control, _): changeSpeed(of: control, to: .next, &changes)
        case .wheel, .wheelOfFocus, .arm, .slider, .rampButton, .chart, .chips, .stepper, .stage: break
        }
    }

    private mutating func changeSpeed(of control: Int, to choice: NameChoice, _ changes: inout Changes) {
        guard instrument.isOpenToHands(control) else { return }
        play(&changes) { $0.changeSpeed(of: control, to: choice, &$1) }
    }

    mutating func choose(_ position: Int, of control: Int, by input: Int, _ changes: inout Changes) {
        play(&changes) { $0.choose(position, of: control, byHandOf: input, &$1) }
    }

    mutating func go(to goal: PageGoal, on surface: Int, _ changes: inout Changes) {
        play(&changes) { instrument, changes in
            switch goal {
            case .page(let page): instrument.show(.page(page), &changes)
            case .screen(let control): instrument.moveFocus(of: surface, to: control, &changes)
            }
        }
    }
}
