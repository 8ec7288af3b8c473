import ModelTestSupport
import TestSupport
import WheelCore
import WheelModel
import WheelTouch

/// A panel under two touchscreens, with random fingers and other random operations.
struct RandomHands {
    private(set) var panel: Panel
    private(set) var changes = Changes()
    private var time = Instant(microseconds: 1_000_000)
    private var contacts: [[TouchContact]] = [[], []]
    private let knob = 2

    init(_ generator: inout SeededGenerator) {
        var controls = (0..<generator.int(in: 1...3)).map { RandomControls.control(&generator, name: "c\($0)") }
        if generator.once(in: 4) { controls[0].movedByHands = false }
        for index in controls.indices { controls[index].appearance.tapStarts = !generator.once(in: 3) }
        let all = Array(controls.indices)
        let numbers = all.filter { controls[$0].kind == .float || controls[$0].kind == .int }
        let ramps = numbers.map {
            RampSettings(
                name: "ramp\($0)", control: $0,
                motion: RampMotion(
                    from: generator.once(in: 2) ? 3 : nil, target: generator.once(in: 2) ? .by(50) : .to(7),
                    duration: .seconds(generator.pick([0, 0.1, 2])), holds: generator.once(in: 2)))
        }
        let pages = ["one", "two"].map { PageSettings(name: $0, controls: all) }
        panel = Panel(
            PanelSettings(
                controls: controls, ramps: ramps,
                inputs: ["screen", "other", "knob"].map { InputSettings(name: $0, controls: all) },
                pages: generator.once(in: 3) ? [] : pages,
                touch: TouchTimings(firstTap: generator.pick(FirstTap.allCases))))
        for surface in contacts.indices { arrange(surface, &generator) }
    }

    mutating func act(_ generator: inout SeededGenerator) {
        changes.removeAll()
        switch generator.int(in: 0...40) {
        case 0: time = Instant(microseconds: time.microseconds - Int64(generator.int(in: 0...2_000_000)))
        case 1: time = time + .seconds(3)
        default: time = time + Interval(microseconds: Int64(generator.int(in: 0...100_000)))
        }
        let surface = generator.int(in: 0...1)
        let control = generator.int(in: 0...panel.controls.count - 1)
        switch generator.int(in: 0...60) {
        case 0: panel.cancelTouches(surface: surface, at: time, into: &changes)
        case 1: panel.lock(generator.once(in: 2), at: time, into: &changes)
        case 2: panel.turn(knob, by: generator.pick([120, -120, 7]), at: time, into: &changes)
        case 3: panel.focus(surface, on: control, at: time, into: &changes)
        case 4:
            let manner = SetManner(commits: generator.once(in: 2))
            _ = try? panel.set(
                [(control, .number(RandomControls.decimal(&generator)))], manner: manner, by: .client(1), at: time,
                into: &changes)
        case 5: panel.commit(control, at: time, into: &changes)
        case 6: panel.changeSpeed(of: control, to: .next, at: time, into: &changes)
        case 7: panel.show(.next, at: time, into: &changes)
        case 8: panel.reset(control, source: .client(1), at: time, into: &changes)
        case 9:
            let motion = RampMotion(target: .by(10), duration: .seconds(1), holds: generator.once(in: 2))
            _ = try? panel.startRamp(motion, on: control, at: time, into: &changes)
        case 10: arrange(surface, &generator)
        case 11: panel.commitAll(at: time, into: &changes)
        case 12: if let deadline = panel.deadline { panel.wake(at: deadline, into: &changes) }
        default:
            moveFingers(of: surface, &generator)
            panel.receive(
                .touched(contacts[surface]), from: surface, at: time, onlyLights: generator.once(in: 40),
                into: &changes)
        }
    }

    /// Steps 0 and 1 lift the fingers, step 2 disconnects the client, and each later step performs pending work.
    /// Returns false when none is pending.
    mutating func comeToRest(_ step: Int) -> Bool {
        changes.removeAll()
        switch step {
        case 0, 1: panel.receive(.touched([]), from: step, at: time, into: &changes)
        case 2: panel.clientLeft(1, at: time, into: &changes)
        default:
            guard let deadline = panel.deadline else { return false }
            panel.wake(at: deadline, into: &changes)
        }
        return true
    }

    /// Checks that fingers still work after all have lifted and the lock is off. Returns the problem, or `nil`.
    mutating func problemOfNextFingers(_ generator: inout SeededGenerator) -> String? {
        let control = generator.int(in: 0...panel.controls.count - 1)
        let settings = panel.controls[control].settings
        guard settings.movedByHands, settings.speeds.count > 1 else { return nil }
        let cell = Rect(x: 0, y: 0, width: 100, height: 100)
        panel.arrange(surface: 0, TouchLayout(targets: [TouchTarget(.stage(control: control), area: cell)]))
        time = time + .seconds(1000)
        changes.removeAll()
        panel.lock(false, at: time, into: &changes)
        let tap = [TouchContact(id: 4, position: cell.center)]
        for contacts in [tap, [], tap, []] {
            panel.receive(.touched(contacts), from: 0, at: time, into: &changes)
            time = time + .milliseconds(100)
        }
        let isSpeed = changes.list.contains { if case .speed = $0.event { true } else { false } }
        if !isSpeed { return "a double tap on control \(control) does nothing any more" }
        return nil
    }

    /// Checks that a tap on an unmarked control of a bank only marks it. Returns the problem, or `nil`.
    mutating func problemOfMarking(_ generator: inout SeededGenerator) -> String? {
        let control = generator.int(in: 0...panel.controls.count - 1)
        let cell = Rect(x: 0, y: 0, width: 100, height: 100)
        let target = kind(&generator)
        guard target.control(ramps: panel.settings.ramps) == control, !target.acts(panel.settings.touch.firstTap)
        else { return nil }
        panel.arrange(surface: 0, TouchLayout(targets: [TouchTarget(target, area: cell)], isBank: true))
        time = time + .seconds(1000)
        changes.removeAll()
        panel.lock(false, at: time, into: &changes)
        panel.focus(0, on: (control + 1) % panel.controls.count, at: time, into: &changes)
        // Running ramps are skipped: a finger stops them, which is not the effect of a tap.
        guard panel.controls.count > 1, panel.controls[control].rampStatus(at: time)?.state != .running else {
            return nil
        }
        let before = panel.view(ofDisplay: 0)[chart: control].transform
        changes.removeAll()
        let tap = [TouchContact(id: 4, position: place(in: cell, &generator))]
        for contacts in [tap, []] {
            panel.receive(.touched(contacts), from: 0, at: time, into: &changes)
            time = time + .milliseconds(Int64(generator.int(in: 0...150)))
        }
        panel.wake(at: time + .seconds(2), into: &changes)
        let events = changes.list.map(\.event).filter { if case .focus = $0 { false } else { true } }
        if !events.isEmpty { return "a tap on \(target), which is not marked, does \(events)" }
        if panel.view(ofDisplay: 0)[chart: control].transform != before {
            return "a tap on \(target), which is not marked, moves the chart"
        }
        if panel.chooser(ofDisplay: 0) != nil { return "a tap on \(target), which is not marked, opens the chooser" }
        return nil
    }

    private func place(in cell: Rect, _ generator: inout SeededGenerator) -> Point {
        Point(
            x: generator.double(in: cell.minX + 1...cell.maxX - 1),
            y: generator.double(in: cell.minY + 1...cell.maxY - 1))
    }

    // MARK: Fingers

    private mutating func moveFingers(of surface: Int, _ generator: inout SeededGenerator) {
        switch generator.int(in: 0...60) {
        case 0:
            let crowd = (0..<300).map { TouchContact(id: $0, position: place(&generator)) }
            contacts[surface] = crowd
            return
        case 1: contacts[surface].append(contentsOf: contacts[surface].prefix(3))
        case 9...12:
            // All fingers move 30 pixels sideways, as in a swipe.
            let way = generator.pick([-30.0, 30])
            for index in contacts[surface].indices { contacts[surface][index].position.x += way }
            return
        case 2...8 where !contacts[surface].isEmpty: contacts[surface].removeAll()
        default: break
        }
        if contacts[surface].count > 6 { contacts[surface].removeLast(contacts[surface].count - 2) }
        if contacts[surface].count < 4, generator.once(in: contacts[surface].isEmpty ? 1 : 4) {
            contacts[surface].append(
                TouchContact(id: generator.int(in: 0...9), position: place(&generator)))
        } else if !contacts[surface].isEmpty, generator.once(in: 4) {
            contacts[surface].remove(at: generator.int(in: 0...contacts[surface].count - 1))
        }
        for index in contacts[surface].indices where generator.once(in: 2) {
            contacts[surface][index].isPalm = generator.once(in: 40)
            if generator.once(in: 3) {
                contacts[surface][index].position = place(&generator)
            } else {
                contacts[surface][index].position.x += generator.double(in: -8...8)
                contacts[surface][index].position.y += generator.double(in: -8...8)
            }
        }
    }

    private func place(_ generator: inout SeededGenerator) -> Point {
        Point(x: coordinate(&generator), y: coordinate(&generator))
    }

    private func coordinate(_ generator: inout SeededGenerator) -> Double {
        switch generator.int(in: 0...60) {
        case 0: generator.pick([.nan, .infinity, -.infinity, 1e308, -1e308, 5e-308])
        case 1: Double(bitPattern: generator.next())
        default: generator.double(in: 0...400)
        }
    }

    // MARK: Layouts

    private mutating func arrange(_ surface: Int, _ generator: inout SeededGenerator) {
        if generator.once(in: 8) {
            return panel.arrange(surface: surface, .wheelOfFocus(size: Size(width: 400, height: 300)))
        }
        let targets = (0..<generator.int(in: 1...8)).map { _ in target(&generator) }
        let turned = AffineTransform.rotation(by: .degrees(generator.double(in: -180...180)))
        panel.arrange(
            surface: surface,
            TouchLayout(
                targets: targets, size: Size(width: 400, height: 400),
                pageTransform: generator.once(in: 4) ? turned : .identity, isBank: generator.once(in: 2)),
            slopPixels: generator.pick([10, 0, .nan, 3]))
    }

    private func target(_ generator: inout SeededGenerator) -> TouchTarget {
        let area = Rect(
            x: generator.double(in: -50...200), y: generator.double(in: -50...200),
            width: generator.double(in: 0...400), height: generator.double(in: 0...400))
        let scale = AffineTransform.scale(x: generator.double(in: 0.1...3), y: generator.double(in: -2...2))
        return TouchTarget(
            kind(&generator), area: area, transform: generator.once(in: 3) ? scale : .identity)
    }

    private func rows(_ count: Int, _ generator: inout SeededGenerator) -> ChipRows {
        ChipRows(
            place: generator.pick([.list, .chooser]), count: count, columns: generator.int(in: 0...3),
            origin: place(&generator),
            pitch: Size(width: generator.double(in: 0...200), height: generator.pick([40, 0, 1e-9])),
            visibleRows: generator.double(in: 0...5))
    }

    private func kind(_ generator: inout SeededGenerator) -> TouchKind {
        let control = generator.int(in: 0...panel.controls.count - 1)
        let ramp = panel.settings.ramps.firstIndex { $0.control == control }
        let count = panel.controls[control].settings.positionCount
        switch generator.int(in: 0...19) {
        case 0, 1: return .wheel(control: control, generator.pick(WheelOrientation.allCases))
        case 2, 3:
            return .arm(
                control: control, vertex: place(&generator), ignoredRadius: 20,
                valuePerTurn: generator.pick([360, -1, 0, 1e300, .nan]),
                valueOnBaseline: generator.pick([0, 5, .infinity]))
        case 4: return .slider(control: control, ramp: generator.once(in: 2) ? ramp : nil, length: 200)
        case 5: return ramp.map { .rampButton(ramp: $0) } ?? .stage(control: control)
        case 6 where count > 0: return .seat(control: control, position: generator.int(in: 0...count - 1))
        case 7: return .block(control: control, Rect(x: 10, y: 20, width: 30, height: 40))
        case 8: return .chart(control: control)
        case 9: return .stepper(control: control, generator.once(in: 2) ? .up : .down)
        case 11:
            let speed = generator.int(in: 0...panel.controls[control].settings.speeds.count - 1)
            let amount = generator.pick([1, 0.1, 0.001, 1000, 1e300, .nan, -1, 0])
            return .digit(control: control, amount: amount, speed: speed, length: generator.pick([5, 20, 0, .nan]))
        case 12: return .number(control: control, length: generator.pick([5, 20, 0]))
        case 14 where count > 0: return .chip(control: control, position: generator.int(in: 0...count - 1))
        case 15, 16:
            let rows = rows(count, &generator)
            return .chips(control: control, rows, chooser: generator.once(in: 2) ? rows : nil)
        case 17: return .opener(control: control, rows(count, &generator))
        case 18: return .closer(control: control)
        case 19: return .toggle(control: control)
        case 10 where !panel.settings.pages.isEmpty:
            return .tab(generator.once(in: 2) ? .page(generator.int(in: 0...1)) : .screen(control: control))
        default: return .stage(control: control)
        }
    }
}

extension ControlSettings {
    fileprivate var positionCount: Int {
        switch quantity {
        case .float, .int: 0
        case .choice(let settings), .selection(let settings): settings.positions.count
        }
    }
}

extension TouchKind {
    /// Whether the first tap in a cell that is not marked does more than mark the cell.
    fileprivate func acts(_ firstTap: FirstTap) -> Bool {
        switch self {
        case .apply, .revert, .tab, .closer: true
        case .chips(_, let rows, _): rows.place == .chooser || firstTap == .act
        case .stepper, .chip, .opener, .toggle, .seat, .block, .digit: firstTap == .act
        default: false
        }
    }
}
