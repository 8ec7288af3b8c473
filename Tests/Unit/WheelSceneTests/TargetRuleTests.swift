import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelScene
@testable import WheelTouch

/// A finger needs 9 mm: a square of that size fits into the part of each target of a touched display that no other
/// target covers.
@Suite struct TargetRuleTests {
    /// In all states, the daemon's hit tests find a free square of 9 mm in each target that has room for it.
    @Test func aFingertipFitsIntoEachTarget() {
        var tested = 0
        let problem = counterexample("targets", seed: 71, cases: 500) { random in
            let screen = RandomScreen(&random)
            var settings = RandomPanel.careful(&random)
            settings.inputs = settings.inputs.filter { $0.source.type != "touch" } + [.touch]
            let pictureSettings = PictureSettings(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            var state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
            state.view = view
            if random.once(in: 6) {
                let control = random.int(in: 0...(settings.controls.count - 1))
                state.chooser = RandomPanel.chooser(control, settings, at: Self.time, &random)
            }
            var arranger = TouchArranger(screen: screen.size, rotation: .none, measures: screen.measures)
            guard let touch = arranger.layout(for: state) else { return "there is no layout" }
            let layout = PageLayout(pictureSettings, view, size: screen.size, measures: screen.measures) {
                $0.screen(of: state)
            }
            let hits = ArrangedLayout(touch, ramps: settings.ramps)
            for target in touch.targets where Self.needsRoom(target, layout, screen, settings.ramps) {
                tested += 1
                if let problem = Self.problem(target, touch, hits, screen.measures) {
                    return "\(screen.name), \(view): \(problem)"
                }
            }
            return nil
        }
        #expect(problem == nil)
        #expect(tested > 500)
    }

    private static let time = Instant(microseconds: 100_000_000)

    /// − and + are plates on touched displays only, and by default only where no knob turns the control.
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
            let layout = PageLayout(PictureSettings(settings), .all, size: Size(width: 800, height: 480))
            let row = layout.cells[0].scene.valueRow
            let isWanted = isTouched && (use == .always || (use == .auto && !hasKnob))
            #expect((row?.up != nil) == isWanted && (row?.down != nil) == isWanted, "\(scene)")
        }
    }

    /// Searches for a free square in a target. A square that fits can be moved to the left and up until edges stop it,
    /// so only squares that begin at edges are tested.
    private static func problem(
        _ target: TouchTarget, _ touch: TouchLayout, _ hits: ArrangedLayout, _ measures: Measures
    ) -> String? {
        let area = target.area
        // Edges are on whole pixels, and half of a gap between chips may be half a pixel, so a pixel is subtracted.
        let side = measures.target - 1
        func edges(_ ends: (Rect) -> [Double], _ low: Double, _ high: Double) -> [Double] {
            let inside = touch.targets.flatMap { ends($0.area) }.filter { $0 > low && $0 < high }
            return Array(Set(inside + [low, high])).sorted()
        }
        let across = edges({ [$0.minX, $0.maxX] }, area.minX, area.maxX)
        let down = edges({ [$0.minY, $0.maxY] }, area.minY, area.maxY)
        var isHit: [[Bool]] = []
        for row in 0..<(down.count - 1) {
            let y = (down[row] + down[row + 1]) / 2
            isHit.append(
                (0..<(across.count - 1)).map { column in
                    let place = Point(x: (across[column] + across[column + 1]) / 2, y: y)
                    return hits.target(at: place, chart: { _ in .identity })?.kind == target.kind
                })
        }
        for (first, left) in across.enumerated() where left + side <= area.maxX {
            for (start, top) in down.enumerated() where top + side <= area.maxY {
                let columns = (first..<(across.count - 1)).prefix { across[$0] < left + side }
                let rows = (start..<(down.count - 1)).prefix { down[$0] < top + side }
                if rows.allSatisfy({ row in columns.allSatisfy { isHit[row][$0] } }) { return nil }
            }
        }
        return "\(target.kind) in \(area) has no room for \(measures.target) px"
    }

    /// Whether the card or the strip has room for a target of this kind.
    private static func needsRoom(
        _ target: TouchTarget, _ layout: PageLayout, _ screen: RandomScreen, _ ramps: [RampSettings]
    ) -> Bool {
        let side = layout.measures.target
        func body(_ control: Int) -> Rect { layout.cells.first { $0.control == control }?.frame.body ?? .zero }
        // Even while no value is pending, no other target uses the plate's place.
        func plate(_ control: Int) -> Double {
            guard let cell = layout.cells.first(where: { $0.control == control }),
                let plate = cell.pending?.plate, plate.isTouched
            else { return 0 }
            return cell.frame.body.maxY - plate.plate.minY + layout.measures.innerGap
        }
        func hasRoom(_ control: Int) -> Bool {
            body(control).width >= 3 * side && body(control).height - plate(control) >= 2.2 * side
        }
        switch target.kind {
        // A configuration may choose seats for large halls, so seats and their blocks may be small. A stage is the
        // whole card, which other targets may cover.
        case .seat, .block, .chart, .stage, .wheelOfFocus: return false
        case .tab: return target.area.height >= side && screen.size.width >= 4 * side
        case .stepper, .digit: return true
        case .slider(let control, _, _): return hasRoom(control)
        case .wheel(let control, _), .number(let control, _): return hasRoom(control)
        case .arm(let control, _, _, _, _): return hasRoom(control)
        case .chips(_, let rows, _) where rows.place == .chooser: return screen.size.height >= 3.5 * side
        case .closer: return screen.size.height >= 3.5 * side
        case .chip(let control, _), .chips(let control, _, _), .opener(let control, _), .toggle(let control):
            return body(control).width >= side && body(control).height - plate(control) >= side
        case .apply(let control), .revert(let control):
            return body(control).width >= 2.5 * side && body(control).height >= 2.2 * side
        case .rampButton(let ramp): return hasRoom(ramps[ramp].control)
        }
    }

    /// All rows of a list or a chooser are one target, but a finger must hit one row. So each row is as high as a
    /// fingertip.
    @Test(arguments: [5, 12, 40]) func aFingertipFitsIntoEachRow(_ count: Int) throws {
        for (width, height) in [(800, 480), (480, 800), (320, 240), (1024, 600)] {
            for cells in [1, 2, 4, 6] {
                let choice = PositionSettings(positions: (0..<count).map { Position(name: "Position \($0)") })
                var settings = PanelSettings(
                    controls: (0..<cells).map { ControlSettings(name: "c\($0)", quantity: .choice(choice)) })
                settings.inputs = [.touch]
                let size = Size(width: Double(width), height: Double(height))
                let layout = PageLayout(PictureSettings(settings), .all, size: size)
                let scene = try #require(layout.cells[0].scene as? SelectorLayout)
                let side = layout.measures.target - 1
                let chooser = ChooserLayout(settings.controls[0], choice, picture: size, layout.measures).rows
                for rows in [scene.rows, chooser].compactMap({ $0 }) {
                    #expect(min(rows.pitch.width, rows.pitch.height) >= side, "\(size), \(cells) cells")
                }
            }
        }
    }
}
