import TestSupport
import Testing
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelScene

/// A finger needs 9 mm: a square of that size fits into each target of a touched display, without what lies above it.
@Suite struct TargetRuleTests {
    @Test func aFingertipFitsIntoEachTarget() {
        let problem = counterexample("targets", seed: 71, cases: 120) { random in
            let screen = RandomScreen(&random)
            var settings = RandomPanel.configuration(&random)
            settings.inputs = settings.inputs.filter { $0.source.type != "touch" } + [.touch]
            let instrument = Instrument(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            let part = random.int(in: 0...2)
            let layout = PageLayout(instrument, view, size: screen.size, measures: screen.measures) {
                min(part, $0.count - 1)
            }
            let state = SceneState(instrument, Panel(settings), at: Instant(microseconds: 0))
            return Self.problem(layout, state, screen).map { "\(screen.name), \(view): \($0)" }
        }
        #expect(problem == nil)
    }

    /// − and + are plates on touched displays alone, and by themselves only where no knob turns the control.
    @Test(arguments: StepperUse.allCases, [true, false])
    func steppersAreThereForFingers(_ use: StepperUse, _ isTouched: Bool) {
        for (scene, hasKnob) in [
            (SceneKind.wheel, false), (.angle, false), (.rotor, false), (.wheel, true), (.angle, true), (.rotor, true),
        ] {
            var control = ControlSettings.ranged("value", ValueRange(0, 90), scene: scene)
            control.appearance.steppers = use
            var settings = PanelSettings(controls: [control])
            if isTouched { settings.inputs.append(.touch) }
            if hasKnob { settings.inputs.append(InputSettings(name: "knob", controls: [0])) }
            let layout = PageLayout(Instrument(settings), .all, size: Size(width: 800, height: 480))
            let row = layout.cells[0].scene.valueRow
            let isWanted = isTouched && (use == .always || (use == .auto && !hasKnob))
            #expect((row?.up != nil) == isWanted && (row?.down != nil) == isWanted, "\(scene)")
        }
    }

    private static func problem(_ layout: PageLayout, _ state: SceneState, _ screen: RandomScreen) -> String? {
        let (targets, side) = (layout.targets(for: state), layout.measures.target)
        let step = max(1, side / 16)
        let (columns, rows) = (Int(screen.size.width / step), Int(screen.size.height / step))
        let inverses = targets.map(\.transform.inverse)
        // The target that a finger at each place of a grid hits.
        var hit = [Int](repeating: -1, count: columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let place = Point(x: (Double(column) + 0.5) * step, y: (Double(row) + 0.5) * step)
                hit[row * columns + column] =
                    targets.indices.last { targets[$0].area.contains(inverses[$0]?.apply(to: place) ?? place) } ?? -1
            }
        }
        for (index, target) in targets.enumerated() where needsRoom(target, layout, state.instrument.settings.ramps) {
            let largest = largestSquare(hit.map { $0 == index }, columns, rows)
            if (Double(largest) + 1.5) * step < side {
                return "\(target.kind) in \(target.area) has \(Double(largest) * step) of \(side) px"
            }
        }
        return nil
    }

    /// Whether the card or the strip has room for a target of this kind.
    private static func needsRoom(_ target: TouchTarget, _ layout: PageLayout, _ ramps: [RampSettings]) -> Bool {
        let side = layout.measures.target
        func body(_ control: Int) -> Rect { layout.cells.first { $0.control == control }?.frame.body ?? .zero }
        func hasRoom(_ control: Int) -> Bool {
            body(control).width >= 3 * side && body(control).height >= 2.2 * side
        }
        switch target.kind {
        // Seats are chosen for halls by a layout. The whole card only marks its control.
        case .seat, .block, .chart, .stage, .wheelOfFocus: return false
        case .tab: return target.area.width >= side && target.area.height >= side
        case .stepper, .digit: return true
        case .slider(let control, _, _): return hasRoom(control)
        case .wheel(let control, _), .number(let control, _): return hasRoom(control)
        case .arm(let control, _, _, _, _): return hasRoom(control)
        case .chip(let control, _), .chips(let control, _, _), .opener(let control, _), .toggle(let control):
            return body(control).width >= side && body(control).height >= side
        case .apply(let control), .revert(let control): return hasRoom(control)
        case .rampButton(let ramp): return hasRoom(ramps[ramp].control)
        default: return false
        }
    }

    /// The side of the largest square of places that hold.
    private static func largestSquare(_ holds: [Bool], _ columns: Int, _ rows: Int) -> Int {
        var (above, best) = ([Int](repeating: 0, count: columns), 0)
        for row in 0..<rows {
            var current = above
            for column in 0..<columns {
                let isIn = holds[row * columns + column]
                let around = column > 0 ? min(above[column], above[column - 1], current[column - 1]) : 0
                current[column] = isIn ? around + 1 : 0
                best = max(best, current[column])
            }
            above = current
        }
        return best
    }
}
