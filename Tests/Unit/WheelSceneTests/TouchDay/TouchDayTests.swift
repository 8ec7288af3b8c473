import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The effects that users expect of touches, tested on each page at each place that a finger can hit, with the real
/// targets of displays.
@Suite("A touch user's day", .serialized) struct TouchDayTests {
    private static let pages = DayPanel.settings.pages.map(\.name)
    private static let ramps = DayPanel.settings.ramps.map(\.control)

    @Test("No double tap starts a motion", arguments: DayDisplay.all)
    func doubleTaps(_ display: DayDisplay) throws {
        var tried = 0
        for (page, number) in Self.targets(on: display) {
            var day = TouchDay(display, page: page)
            let target = day.layout.targets[number]
            guard let place = day.place(on: target) else { continue }
            tried += 1
            day.doubleTap(place)
            day.pass(milliseconds: 2000)
            let told = day.takeTold()
            #expect(!told.contains("~running"), "\(page), \(target): \(told)")
            #expect(!Self.ramps.contains { day.isMoving($0) })
        }
        #expect(tried > 30)
    }

    @Test(
        "A tap starts a motion where it may, once it can no longer be the first of a double tap",
        arguments: DayDisplay.all)
    func taps(_ display: DayDisplay) throws {
        var day = TouchDay(display, page: "aerial", focus: "azimuth")
        let ramp = try #require(day.layout.targets.first { if case .rampButton(0) = $0.kind { true } else { false } })
        let place = try #require(day.place(on: ramp))
        day.tap(place)
        day.pass(milliseconds: 200)
        #expect(day.takeTold() == "")
        day.pass(milliseconds: 200)
        #expect(day.takeTold() == "azimuth~running")
    }

    @Test("What moves stops when a finger comes down on it", arguments: DayDisplay.all, ["aerial", "bank"])
    func stops(_ display: DayDisplay, _ page: String) {
        var stopped: Set<Int> = []
        for control in Self.ramps {
            for target in TouchDay(display, page: page).targets(of: control) {
                switch target.kind {
                case .rampButton, .arm, .stepper: break
                default: continue
                }
                // The control is marked, or another one, or none.
                for focus in ["azimuth", "elevation", nil] {
                    var day = TouchDay(display, page: page, focus: focus)
                    guard let place = day.place(on: target) else { continue }
                    day.startRamp(of: control)
                    day.pass(milliseconds: 3000)
                    #expect(day.isMoving(control))
                    day.touch(place)
                    #expect(!day.isMoving(control), "\(target), \(focus ?? "nothing") is marked")
                    day.lift()
                    let value = day.panel.controls[control].number
                    day.pass(milliseconds: 2000)
                    #expect(!day.isMoving(control) && day.panel.controls[control].number == value, "\(target)")
                    stopped.insert(control)
                }
            }
        }
        #expect(stopped.count == Self.ramps.count)
    }

    @Test("A drag on a digit carries, and leaves what is below it", arguments: DayDisplay.all, ["tune", "bank"])
    func carries(_ display: DayDisplay, _ page: String) throws {
        var kinds = 0
        for target in TouchDay(display, page: page).targets(of: DayPanel.index("vfo")) {
            var day = TouchDay(display, page: page, focus: "vfo")
            guard let place = day.place(on: target) else { continue }
            let (amount, length): (Double, Double)
            switch target.kind {
            case .digit(_, let moved, _, let step): (amount, length) = (moved, step)
            case .number(_, let step): (amount, length) = (100, step)
            default: continue
            }
            kinds += 1
            // The dragged digit and all digits above it up to the millions are nines, so that the drag carries.
            let before = 19_999_999 - max(0, amount - 1)
            day.set("vfo", .number(before))
            _ = day.takeTold()
            day.drag(from: place, by: Vector(dx: 0, dy: -length))
            let after = before + amount
            let value = TestSupport.text(after)
            if after <= 30_000_000 {
                #expect(day.takeTold() == "vfo=\(value) vfo!\(value)", "\(target)")
                day.drag(from: place, by: Vector(dx: 0, dy: length))
                #expect(day.panel.controls[DayPanel.index("vfo")].number == before, "\(target)")
            }
        }
        #expect(kinds > 0)
    }

    @Test("A list scrolls under a finger and chooses nothing; a tap chooses", arguments: DayDisplay.all)
    func lists(_ display: DayDisplay) throws {
        var tried = 0
        for page in ["patches", "bank"] {
            var day = TouchDay(display, page: page, focus: "patch")
            let patch = DayPanel.index("patch")
            guard let list = day.targets(of: patch).first(where: \.kind.isChips), let place = day.place(on: list),
                case .chips(_, let rows, _) = list.kind
            else { continue }
            tried += 1
            for (moved, isThrown) in [(3.0, false), (0.5, false), (4, true), (-2, true), (-0.5, false)] {
                let (before, way) = (day.offset(of: patch), Vector(dx: 0, dy: -moved * rows.pitch.height))
                if isThrown { day.fling(from: place, by: way) } else { day.drag(from: place, by: way) }
                if isThrown {
                    // This tap stops the rows, and chooses none.
                    day.pass(milliseconds: 60)
                    day.tap(place)
                }
                day.pass(milliseconds: 1500)
                #expect(day.takeTold() == "", "\(page): \(moved) rows")
                if moved.magnitude >= 2 { #expect(day.offset(of: patch) != before, "\(page): \(moved) rows") }
            }
            let offset = day.offset(of: patch)
            let position = try #require(rows.position(at: place, offset: offset))
            day.tap(place)
            day.pass(milliseconds: 1500)
            #expect(day.takeTold() == "patch=\(position) patch!\(position)", "\(page)")
        }
        // The smallest display shows only the chosen word, the largest all chips: neither has a list.
        #expect(tried > 0 || [320, 1920].contains(display.width))
    }

    @Test("The chooser scrolls, and chooses at a tap alone", arguments: DayDisplay.all)
    func chooser(_ display: DayDisplay) throws {
        var tried = 0
        for page in ["patches", "bands", "bank"] {
            for control in ["patch", "band"] {
                var day = TouchDay(display, page: page, focus: control)
                let index = DayPanel.index(control)
                guard let opener = day.targets(of: index).first(where: \.kind.opensChooser),
                    let place = day.openingPlace(on: opener)
                else { continue }
                day.tap(place)
                #expect(day.panel.chooser(ofDisplay: 0) != nil, "\(page): \(control)")
                // A second tap, meant as a double tap, chooses nothing.
                day.pass(milliseconds: 100)
                day.tap(place)
                day.pass(milliseconds: 500)
                let shown = day.targets(of: index).first { $0.kind.isChips }
                let chips = try #require(shown)
                guard case .chips(_, let rows, _) = chips.kind else { continue }
                tried += 1
                let middle = try #require(day.place(on: chips))
                for moved in [2.0, -1, 0.6] {
                    day.drag(from: middle, by: Vector(dx: 0, dy: -moved * rows.pitch.height))
                    day.pass(milliseconds: 1200)
                }
                #expect(day.takeTold() == "", "\(page): \(control)")
                let position = rows.position(at: middle, offset: day.offset(of: index))
                day.tap(middle)
                if let position, position > 0 {
                    #expect(day.takeTold() == "\(control)=\(position) \(control)!\(position)", "\(page)")
                    #expect(day.panel.chooser(ofDisplay: 0) == nil)
                }
            }
        }
        #expect(tried > 0 || display.width == 1920)
    }

    @Test("With first_tap = \"mark\" the first tap on a cell that is not marked marks it", arguments: DayDisplay.all)
    func marks(_ display: DayDisplay) throws {
        var tried: Set<Int> = []
        for page in ["aerial", "bank"] {
            for target in TouchDay(display, page: page).layout.targets {
                guard let control = target.kind.control(ramps: DayPanel.settings.ramps) else { continue }
                let name = DayPanel.settings.controls[control].name
                var day = TouchDay(display, page: page, focus: name == "azimuth" ? "elevation" : "azimuth")
                guard let place = day.place(on: target) else { continue }
                tried.insert(control)
                day.tap(place)
                day.pass(milliseconds: 1000)
                #expect(day.takeTold() == "focus:\(name)", "\(target)")
                #expect(day.panel.chooser(ofDisplay: 0) == nil, "\(target)")
            }
        }
        // A small display shows four of the eight controls at a time.
        #expect(tried.count == (display.width == 320 ? 4 : 8))
    }

    /// The numbers of all targets, with their pages.
    private static func targets(on display: DayDisplay) -> [(page: String, target: Int)] {
        pages.flatMap { page in
            TouchDay(display, page: page).layout.targets.indices.map { (page, $0) }
        }
    }
}

extension TouchKind {
    fileprivate var isChips: Bool { if case .chips = self { true } else { false } }

    fileprivate var opensChooser: Bool {
        switch self {
        case .opener, .chips(_, _, .some): true
        default: false
        }
    }
}

extension TouchDay {
    /// A place where a tap opens the chooser; in a list, this is the chosen row.
    fileprivate func openingPlace(on target: TouchTarget) -> Point? {
        guard case .chips(let control, let rows, _) = target.kind else { return place(on: target) }
        let chosen = Int(panel.controls[control].number)
        let offset = panel.listScroll(of: control) == nil ? rows.centring(chosen) : offset(of: control)
        let bounds = target.transform.bounds(of: target.area)
        return stride(from: bounds.minY + 1, to: bounds.maxY, by: 2).lazy.map { Point(x: bounds.midX, y: $0) }.first {
            hit(at: $0) == target && rows.position(at: $0, offset: offset) == chosen
        }
    }
}
