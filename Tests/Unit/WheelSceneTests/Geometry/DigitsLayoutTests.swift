import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The places of digits, and the areas that react to fingers.
@Suite("Digits: layout") struct DigitsLayoutTests {
    @Test("A counter is usually drawn as digits; an angle, a wrapping number and a number that no hand moves are not")
    func usualScene() {
        func scene(_ change: (inout NumberSettings) -> Void = { _ in }, movedByHands: Bool = true) -> any Scene {
            var number = Self.number(ValueRange(0, 30), decimals: 3)
            change(&number)
            let control = ControlSettings(name: "n", quantity: .float(number), movedByHands: movedByHands)
            return control.scene(in: Self.room(Size(width: 400, height: 200)))
        }
        #expect(scene() is DigitsLayout)
        #expect(scene { $0.decimals = 2 } is WheelLayout)
        #expect(scene { $0.unit = "°" } is AngleLayout)
        #expect(scene { $0.wraps = true } is RotorLayout)
        #expect(scene(movedByHands: false) is ReadoutLayout)
    }

    @Test("Digits are as large as the body and 13 mm allow, inside the body, and stand side by side")
    func anyRoom() {
        let problem = counterexample("places of digits", seed: 14, cases: 5000) { random in
            let end = random.pick([9.0, 99, 999, 99999, 1e6, 1e9])
            var number = Self.number(
                ValueRange(random.once(in: 2) ? -end : 0, end), decimals: random.int(in: 0...6))
            number.shown = ShownText(
                factor: random.pick([1, 1e-3]), decimals: random.int(in: 0...4), group: random.pick(["", " ", "'"]),
                unit: random.pick(["", "Hz", "MHz", "°", "revolutions"]))
            let size = Size(width: random.double(in: 40...1200), height: random.double(in: 20...600))
            let room = Self.room(size)
            let layout = DigitsLayout(ControlSettings(name: "n", quantity: .float(number)), number, in: room)
            let (body, measures) = (room.body, room.measures)
            let boxes = layout.columns.map {
                Rect(x: $0.x, y: layout.field.minY, width: layout.columnWidth, height: layout.field.height)
            }
            if boxes.count != layout.places.count { return "\(boxes.count) columns" }
            for (left, right) in zip(boxes, boxes.dropFirst()) where right.minX < left.maxX - 1e-6 {
                return "columns overlap: \(left) \(right)"
            }
            let everything =
                boxes + layout.places.all.compactMap { layout.underline(of: $0) } + [layout.unit?.box ?? body]
            for box in everything where !body.inset(by: -1).contains(box) { return "\(box) leaves \(body)" }
            if let unit = layout.unit, unit.box.minX < layout.field.maxX - 1e-6 { return "the unit covers the digits" }
            if layout.unit == nil, !(number.shown?.unit ?? "").isEmpty, layout.droppedUnit == nil { return "no unit" }
            let width = (layout.unit?.box.maxX ?? layout.field.maxX) - layout.field.minX
            let isAsLarge =
                layout.capital > measures.digits - 1e-6 || width > body.width * 0.98
                || layout.capital * DigitRow.heights > body.height - 1e-6
            if !isAsLarge { return "\(layout.capital) px in \(body)" }
            // The unit is omitted before the digits shrink.
            if layout.unit != nil, layout.capital < min(measures.leastValue, body.height / DigitRow.heights) - 1e-6 {
                return "the unit takes the room of the digits"
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("The middles of digits, groups, sign and point in ems", arguments: [("", 3.57), (" ", 3.75), ("'", 3.87)])
    func row(_ group: String, _ expected: Double) {
        var number = Self.number(ValueRange(-1000, 1000), decimals: 0)
        number.shown = ShownText(group: group)
        let places = DigitPlaces(number, isInteger: false)
        let row = DigitRow(places, hasGroups: !group.isEmpty, separator: group == " " ? "" : group)
        // The row has a sign, one digit, the gap, and three digits.
        #expect((row.ems - (5 * 0.65 + (expected - 3.57))).magnitude < 1e-9)
        #expect(row.gaps.count == (group.isEmpty ? 0 : 1))
        #expect(row.point == nil)
    }

    @Test("Where fingers hit digits, each target has 9 × 9 mm, lies at its digit, and covers no other")
    func targets() {
        let problem = counterexample("targets of digits", seed: 15, cases: 3000) { random in
            let number = Self.number(
                ValueRange(random.once(in: 2) ? -99 : 0, random.pick([9, 99, 9999, 99999])),
                decimals: random.int(in: 0...4))
            let room = Self.room(Size(width: random.double(in: 60...1400), height: random.double(in: 30...600)))
            let control = ControlSettings(name: "n", quantity: .float(number))
            let layout = DigitsLayout(control, number, in: room)
            let targets = layout.targets(of: 0, Self.state(control))
            let target = room.measures.target
            guard layout.hasDigitTargets else {
                guard targets.count == 1, case .number = targets[0].kind else { return "\(targets)" }
                let isNarrow = layout.columnWidth < target || room.body.height < target
                return isNarrow ? nil : "digits of \(layout.columnWidth) px are no targets"
            }
            if targets.count != layout.columns.count { return "\(targets.count) targets" }
            for (index, column) in layout.columns.enumerated() {
                let area = targets[index].area
                if area.width < target || area.height < target { return "\(area)" }
                let digit = Rect(
                    x: column.x, y: layout.field.minY, width: layout.columnWidth, height: layout.field.height)
                if !area.inset(by: -1e-6).contains(digit) { return "\(area) has not all of \(digit)" }
                if index > 0, area.minX < targets[index - 1].area.maxX - 1e-6 { return "targets overlap" }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("A tap on a digit takes the speed that moves it, and a drag of 7 mm moves it by one")
    func fingers() throws {
        let number = Self.number(ValueRange(0, 99), decimals: 3)
        let control = ControlSettings(name: "n", quantity: .float(number))
        let settings = PanelSettings(controls: [control], inputs: [InputSettings(name: "screen", controls: [0])])
        let size = Size(width: 800, height: 300)
        let page = PageLayout(PictureSettings(settings), .all, size: size)
        let layout = try #require(page.cells[0].scene as? DigitsLayout)
        #expect(layout.hasDigitTargets)
        var panel = Panel(settings)
        var changes = Changes()
        panel.arrange(
            surface: 0, TouchLayout(targets: page.targets(for: Self.state(control)), size: size))
        for (place, speed, amount) in [
            (1, "1", 10.0), (0, "1", 1), (-1, "0.1", 0.1), (-2, "0.001", 0.01), (-3, "0.001", 0.001),
        ] {
            let column = try #require(layout.columns.first { $0.place == place })
            let middle = Point(x: column.x + layout.columnWidth / 2, y: layout.field.midY)
            func touch(_ points: [Point]) {
                let contacts = points.map { TouchContact(id: 1, position: $0) }
                panel.touch(surface: 0, contacts: contacts, at: Instant(microseconds: 0), into: &changes)
            }
            touch([middle])
            touch([])
            #expect(number.speeds[panel.controls[0].speed].name == speed)
            let before = panel.controls[0].number
            touch([middle])
            touch([Point(x: middle.x, y: middle.y - page.measures.pixels(7))])
            touch([])
            #expect((panel.controls[0].number - before - amount).magnitude < 1e-12)
        }
        #expect(panel.controls[0].number == 11.111)
    }

    @Test("Hands that move nothing have no targets")
    func noHands() {
        let number = Self.number(ValueRange(0, 99), decimals: 3)
        let control = ControlSettings(name: "n", quantity: .float(number), scene: .digits, movedByHands: false)
        let layout = DigitsLayout(control, number, in: Self.room(Size(width: 800, height: 300)))
        #expect(layout.targets(of: 0, Self.state(control)).isEmpty)
    }

    private static func number(_ range: ValueRange, decimals: Int) -> NumberSettings {
        NumberSettings(
            range: range, decimals: decimals,
            speeds: [1, 0.1, 0.001].map {
                Speed(name: text($0), amount: .perDetent($0), density: 8, lineWidth: 1)
            })
    }

    private static func room(_ size: Size) -> SceneRoom {
        let measures = Measures(pixelsPerMillimetre: 7.3)
        let frame = CellFrame(Rect(origin: .zero, size: size), measures)
        return SceneRoom(
            cell: frame.rect, body: frame.body, measures: measures, hasSteppers: false, isTouched: true)
    }

    private static func state(_ control: ControlSettings) -> SceneState {
        let settings = PanelSettings(controls: [control])
        return SceneState(PictureSettings(settings), Panel(settings), at: Instant(microseconds: 0))
    }
}
