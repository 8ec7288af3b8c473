import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@Suite("Touch: random fingers") struct TouchPropertyTests {
    @Test("For any frames, values stay in range and on their grids, and every change ends in exactly one commit")
    func anyFrames() {
        let problem = counterexample("random touch frames", seed: 20_260_211) { generator in
            var hands = RandomHands(&generator)
            var ledger = Ledger(hands.panel)
            for _ in 0..<generator.int(in: 1...40) {
                hands.act(&generator)
                ledger.record(hands.changes, of: hands.panel)
                if let problem = ledger.problem { return problem }
            }
            // All fingers lift, the client disconnects, and time passes until no work is pending.
            for step in 0..<10_000 {
                guard hands.comeToRest(step) else { break }
                ledger.record(hands.changes, of: hands.panel)
            }
            if hands.panel.deadline != nil { return "the panel never comes to rest" }
            ledger.close()
            return ledger.problem ?? hands.problemOfMarking(&generator) ?? hands.problemOfNextFingers(&generator)
        }
        #expect(problem == nil)
    }

    @Test("A wheel dragged forth and back has the same value, bit for bit, unless an end was reached")
    func thereAndBack() {
        let problem = counterexample("wheel there and back", seed: 3) { generator in
            let (player, before) = TouchPropertyTests.wheel(&generator)
            var panel = player
            let places = (0..<generator.int(in: 1...6)).map { _ in generator.double(in: 0...300).rounded() }
            var changes = Changes()
            var hasHitEnd = false
            for (frame, place) in ([places[0]] + places + places.reversed()).enumerated() {
                changes.removeAll()
                let contact = TouchContact(id: 1, position: Point(x: place, y: 9))
                panel.touch(surface: 0, contacts: [contact], at: .milliseconds(frame * 500), into: &changes)
                hasHitEnd =
                    hasHitEnd || changes.list.contains { if case .limit = $0.event { true } else { false } }
            }
            if hasHitEnd { return nil }
            let after = panel.controls[0]
            return after.number.bitPattern == before.number.bitPattern && after.rotations == before.rotations
                ? nil : "\(before.number) became \(after.number) over \(places) of \(before.settings)"
        }
        #expect(problem == nil)
    }

    @Test("The path to a place on a wheel makes no difference, unless an end was reached")
    func anyWay() {
        let problem = counterexample("wheel in small steps and at once", seed: 4) { generator in
            let (start, _) = TouchPropertyTests.wheel(&generator)
            let (from, to) = (generator.double(in: 100...200), generator.double(in: 100...200))
            func dragged(_ places: [Double]) -> (number: Double, hitEnd: Bool) {
                var panel = start
                var changes = Changes()
                for place in places {
                    let contact = TouchContact(id: 1, position: Point(x: place, y: 9))
                    panel.touch(surface: 0, contacts: [contact], at: .milliseconds(0), into: &changes)
                }
                let hitEnd = changes.list.contains { if case .limit = $0.event { true } else { false } }
                return (panel.controls[0].number, hitEnd)
            }
            let steps = (1...20).map { from + (to - from) * Double($0) / 20 }
            let (small, large) = (dragged([from] + steps), dragged([from, to]))
            guard !small.hitEnd, !large.hitEnd else { return nil }
            return small.number == large.number ? nil : "\(small.number) and \(large.number) from \(from) to \(to)"
        }
        #expect(problem == nil)
    }

    @Test(
        "For any pinch and drag, the zoom is 1 to 8, and the chart fills its window where possible")
    func charts() {
        let problem = counterexample("pinches", seed: 5, cases: 2000) { generator in
            var player = ChartTests.player(blocks: false)
            var zoomBefore: Double?
            for _ in 0..<20 {
                let places = (0..<4).map { _ in text(generator.double(in: 0...400).rounded()) }
                if generator.once(in: 3) {
                    // A drag by one finger must not zoom.
                    _ = player.play("a@1,1 b@1,1 a-&b- c@\(places[0]),\(places[1])")
                    zoomBefore = player.panel.view(ofDisplay: 0)[chart: 0].zoom
                    _ = player.play("c@\(places[2]),\(places[3]) c@399,399 c-")
                } else {
                    zoomBefore = nil
                    _ = player.play("a@\(places[0]),\(places[1])&b@\(places[2]),\(places[3])")
                }
                let transform = player.panel.view(ofDisplay: 0)[chart: 0].transform
                let zoom = player.panel.view(ofDisplay: 0)[chart: 0].zoom
                if !(0.999_999...8.000_001).contains(zoom) { return "zoomed \(zoom) times" }
                if let zoomBefore, abs(zoom - zoomBefore) > 1e-9, zoom != 1 {
                    return "dragged from \(zoomBefore) to \(zoom)"
                }
                guard let back = transform.inverse else { return "no way back" }
                let window = Rect(x: 0, y: 0, width: 400, height: 400)
                let seen = back.bounds(of: window)
                for (lower, upper) in [(seen.minX, seen.maxX), (seen.minY, seen.maxY)] {
                    let isFull = lower > -1e-6 && upper < 400 + 1e-6
                    let isCentered = upper - lower > 400 - 1e-6 && (lower + upper - 400).magnitude < 1e-6
                    if !isFull && !isCentered { return "\(lower)…\(upper) is seen" }
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("A swipe of two fingers turns the page and leaves every value, wherever they come down")
    func swipes() {
        let problem = counterexample("two fingers swipe", seed: 6, cases: 3000) { generator in
            var panel = TouchPropertyTests.bank(&generator)
            var changes = Changes()
            var ledger = Ledger(panel)
            func touch(_ places: [Point], _ milliseconds: Int) {
                changes.removeAll()
                let contacts = places.enumerated().map { TouchContact(id: $0, position: $1) }
                panel.touch(surface: 0, contacts: contacts, at: .milliseconds(milliseconds), into: &changes)
                ledger.record(changes, of: panel)
            }
            let before = panel.controls
            let view = panel.view(ofDisplay: 0)
            let way = Double(generator.pick([-1, 1]))
            var places = (0..<2).map { _ in
                Point(x: generator.double(in: 0...400).rounded(), y: generator.double(in: 0...400).rounded())
            }
            touch([places[0]], 0)
            touch(places, generator.int(in: 0...200))
            let steps = generator.int(in: 1...20)
            for step in 1...steps {
                for index in places.indices {
                    places[index].x += way * 60 / Double(steps)
                    places[index].y += generator.double(in: -1...1)
                }
                touch(places, 200 + step * 10)
            }
            touch([], 500)
            ledger.close()
            if let problem = ledger.problem { return problem }
            if panel.page != 1 { return "the page is still shown" }
            let seen = panel.view(ofDisplay: 0)
            if before.indices.contains(where: { seen[chart: $0].transform != view[chart: $0].transform }) {
                return "a chart has moved"
            }
            for (control, old) in zip(panel.controls, before) {
                if control.number.bitPattern != old.number.bitPattern || control.rotations != old.rotations {
                    return "\(old.number) became \(control.number) of \(old.settings)"
                }
                if control.speed != old.speed { return "the speed has changed" }
                if control.rampStatus(at: .milliseconds(500)) != nil { return "there is a ramp" }
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// A panel with random controls at random values. Most of its 16 cells of 100 × 100 pixels have a random target.
    private static func bank(_ generator: inout SeededGenerator) -> Panel {
        let controls = (0..<3).map { RandomControls.control(&generator, name: "c\($0)") }
        let ramps = controls.indices.filter { !controls[$0].kind.hasPositions }.map {
            RampSettings(name: "r\($0)", control: $0, motion: RampMotion(target: .by(7), duration: .seconds(1)))
        }
        var panel = Panel(
            PanelSettings(
                controls: controls, ramps: ramps, inputs: [InputSettings(name: "screen", controls: [0, 1, 2])],
                pages: ["one", "two"].map { PageSettings(name: $0, controls: [0, 1, 2]) }))
        var targets: [TouchTarget] = []
        for cell in 0..<16 where !generator.once(in: 6) {
            let area = Rect(x: Double(cell % 4) * 100, y: Double(cell / 4) * 100, width: 100, height: 100)
            let control = generator.int(in: 0...2)
            let kinds: [TouchKind] =
                controls[control].kind.hasPositions
                ? [.chart(control: control), .seat(control: control, position: 0), .stepper(control: control, .up)]
                : [
                    .wheel(control: control, .auto), .wheel(control: control, .vertical),
                    .arm(control: control, vertex: area.center, ignoredRadius: 10),
                    .slider(control: control, ramp: nil, length: 100),
                    .slider(control: control, ramp: ramps.firstIndex { $0.control == control }, length: 100),
                    .stepper(control: control, .down), .stage(control: control), .tab(.page(0)), .wheelOfFocus,
                    .digit(control: control, amount: 10, speed: 0, length: 20), .number(control: control, length: 20),
                ]
            targets.append(TouchTarget(generator.pick(kinds), area: area))
        }
        panel.arrange(surface: 0, TouchLayout(targets: targets, size: Size(width: 400, height: 400)))
        var changes = Changes()
        for control in controls.indices {
            let value = RandomControls.decimal(&generator)
            _ = try? panel.set([(control, .number(value))], by: .client(1), at: .milliseconds(-1), into: &changes)
        }
        return panel
    }

    /// A panel with a wheel of 300 pixels for a random control at a random value.
    private static func wheel(_ generator: inout SeededGenerator) -> (panel: Panel, control: Control) {
        let control = RandomControls.control(&generator)
        var panel = Panel(
            PanelSettings(controls: [control], inputs: [InputSettings(name: "screen", controls: [0])]))
        let area = Rect(x: 0, y: 0, width: 300, height: 60)
        panel.arrange(surface: 0, TouchLayout(targets: [TouchTarget(.wheel(control: 0, .auto), area: area)]))
        var changes = Changes()
        let value = RandomControls.decimal(&generator)
        _ = try? panel.set([(0, .number(value))], by: .client(1), at: .milliseconds(0), into: &changes)
        for _ in 0..<generator.int(in: 0...2) {
            panel.changeSpeed(of: 0, to: .next, at: .milliseconds(0), into: &changes)
        }
        return (panel, panel.controls[0])
    }
}

extension Instant {
    fileprivate static func milliseconds(_ milliseconds: Int) -> Instant {
        Instant(microseconds: Int64(milliseconds) * 1000)
    }
}
