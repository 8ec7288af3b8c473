import TestSupport
import Testing
import WheelCanvas
import WheelCore

@testable import WheelModel
@testable import WheelScene
@testable import WheelTouch

/// Selectors and choosers that are drawn in steps equal the same pictures drawn in full.
@Suite("Selector: damage") struct SelectorDamageTests {
    private static let settings: PanelSettings = {
        var settings = SelectorPanel.settings(
            [SelectorPanel.modes, SelectorPanel.patches, SelectorPanel.numbered(12), SelectorPanel.mute])
        settings.controls[2].quantity = .selection(SelectorPanel.numbered(12))
        settings.pages += (0...3).map { PageSettings(name: "p\($0)", controls: [$0]) }
        return settings
    }()

    @Test(arguments: [Theme.dark, .light, .mono])
    func stepsEqualAFullRedraw(_ theme: Theme) throws {
        let (width, height) = (240, 200)
        let shown = try Studio(Self.settings, width: width, height: height, theme: theme)
        let full = try Studio(Self.settings, width: width, height: height, theme: theme)
        var state = shown.state
        var (frames, written) = (0, 0)
        let problem = counterexample("selectors by damage", seed: 97, cases: 500) { random in
            shown.time = shown.time + .milliseconds(Int64(random.pick([1, 16, 40, 120, 400])))
            if random.once(in: 3) || !shown.stage.needsFrame { Self.step(&state, shown, &random) }
            for studio in [shown, full] { studio.stage.show(state, at: shown.time) }
            guard shown.stage.needsFrame == full.stage.needsFrame else { return "one stage rests, the other does not" }
            full.stage.invalidate()
            shown.stage.draw(at: shown.time, into: shown.pixels, damage: &shown.damage)
            full.stage.draw(at: shown.time, into: full.pixels, damage: &full.damage)
            frames += 1
            written += shown.damage.pixelCount
            return firstDifference(shown.pixels, full.pixels).map { "pixel \($0) differs from a full redraw" }
        }
        #expect(problem == nil)
        #expect(written < frames * width * height)
    }

    private static func step(_ state: inout SceneState, _ studio: Studio, _ random: inout SeededGenerator) {
        func scroll(_ offsets: ClosedRange<Double>) -> Scroll {
            .fling(
                from: random.double(in: offsets), speed: random.double(in: -20...20), in: offsets, at: studio.time)
        }
        switch random.int(in: 0...7) {
        case 0: state.view = random.pick([.page(0), .page(1), .page(2), .page(3), .page(4), .all])
        case 1: state.isLocked.toggle()
        case 2: state = state.with(1) { $0.list = random.once(in: 3) ? nil : scroll(0...39) }
        case 3:
            let scroll = scroll(0...18)
            state.chooser = random.once(in: 2) ? nil : ChooserPicture(control: random.int(in: 0...3), scroll: scroll)
        case 4:
            let number = Double(random.int(in: 0...6))
            state = state.with(0) { $0.applied = $0.applied == nil ? number : nil }
        case 5: state = state.with(random.int(in: 0...3)) { $0.hasValue.toggle() }
        default:
            let control = random.int(in: 0...3)
            let count = settings.controls[control].positions?.positions.count ?? 1
            let chosen = random.int(in: 0...count - 1)
            studio.set(control, control == 2 ? .positions([chosen]) : .position(chosen))
            let panel = studio.panel
            state = state.with(control) { $0 = ControlPicture(panel.instrument, control, at: studio.time) }
            state = state.with(2) { $0.number = Double(random.int(in: 0...11)) }
        }
    }
}
