import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelCanvas
@testable import WheelScene

/// The plate of a pending value, in cells of all sizes.
@Suite struct PendingPlateTests {
    private static let sizes = [
        Size(width: 800, height: 480), Size(width: 320, height: 240), Size(width: 480, height: 800),
        Size(width: 1920, height: 1080),
    ]

    /// Controls of several kinds and scenes, whose values have to be confirmed. None is a selection.
    private static func settings(_ count: Int, isTouched: Bool) -> PanelSettings {
        var settings = PanelSettings(controls: RandomPanel.settings.controls.filter { $0.kind != .selection })
        settings.controls = (0..<count).map { index in
            var control = settings.controls[index % settings.controls.count]
            control.name += "\(index)"
            control.confirmTimeout = .seconds(8)
            return control
        }
        if isTouched { settings.inputs = [.touch] }
        return settings
    }

    private func forEachCell(
        isTouched: Bool, _ body: (PageLayout.Cell, PanelSettings, PageLayout, String) throws -> Void
    ) rethrows {
        for size in Self.sizes {
            for count in [1, 2, 4, 8, 12] {
                let settings = Self.settings(count, isTouched: isTouched)
                let layout = PageLayout(PictureSettings(settings), .all, size: size)
                for cell in layout.cells {
                    let name = "\(settings.controls[cell.control].name) of \(count) on \(size)"
                    try body(cell, settings, layout, name)
                }
            }
        }
    }

    @Test(arguments: [false, true]) func thePlateIsInTheCellAndBelowTheValue(isTouched: Bool) throws {
        try forEachCell(isTouched: isTouched) { cell, _, _, name in
            let pending = try #require(cell.pending)
            #expect(cell.frame.body.contains(pending.plate.plate), "\(name)")
            #expect(cell.frame.rect.contains(pending.plate.frame), "\(name)")
            #expect(pending.plate.frame.minY < cell.frame.body.minY, "\(name)")
            let value = pending.scene.value?.box ?? .zero
            #expect(value.maxY <= pending.plate.plate.minY, "\(name)")
            #expect((pending.plate.apply != nil) == isTouched, "\(name)")
        }
    }

    /// A value has the same pixels while it is pending as before and after.
    @Test(arguments: [false, true], [2, 6, 8])
    func theValueStaysAtItsPlace(isTouched: Bool, count: Int) throws {
        let settings = Self.settings(count, isTouched: isTouched)
        let pictureSettings = PictureSettings(settings)
        let typeface = try Typeface()
        for size in Self.sizes {
            let page = PageView(pictureSettings, .all, size: size, Measures(picture: size), typeface: typeface)
            let state = SceneState(pictureSettings, Panel(settings), at: Instant(microseconds: 0))
            for (cell, texts) in zip(page.layout.cells, page.texts) {
                func inks(isPending: Bool) -> [Rect] {
                    let shown = state.with(cell.control) { if isPending { $0.applied = $0.number } }
                    var whole = Sketch(theme: .dark)
                    let figure = Figure(
                        cell.control, of: shown, in: Motion(shown), at: Instant(microseconds: 0))
                    page.drawMoving({ _ in figure }, focus: nil, into: &whole)
                    let plate = cell.pending?.plate.plate ?? .zero
                    let inks = whole.list.inks.filter { cell.frame.rect.contains($0) && !plate.intersects($0) }
                    return inks
                }
                let name = "\(settings.controls[cell.control].name) of \(count) on \(size)"
                let before = inks(isPending: false)
                #expect(texts.value == nil || !before.isEmpty, "\(name)")
                #expect(before == inks(isPending: true), "\(name)")
            }
        }
    }

    /// Without a touchscreen an upright wheel fills its card. The plate covers the wheel only while a value is pending.
    @Test func anUprightWheelFillsItsCard() throws {
        var control = ControlSettings.ranged(ValueRange(0, 30), unit: "V", orientation: .vertical)
        control.confirmTimeout = .seconds(8)
        for isTouched in [false, true] {
            var settings = PanelSettings(controls: [control])
            if isTouched { settings.inputs = [.touch] }
            let cell = PageLayout(PictureSettings(settings), .all, size: Size(width: 240, height: 480)).cells[0]
            let (usual, pending) = (try #require(cell.scene as? WheelLayout), try #require(cell.pending))
            let shown = try #require(pending.scene as? WheelLayout)
            #expect(usual.value == shown.value)
            #expect(shown.frame.maxY <= pending.plate.plate.minY)
            #expect((usual.frame.maxY == cell.frame.body.maxY) == !isTouched, "\(usual.frame)")
        }
    }

    /// Revert and Apply have 9 mm in each direction, except where the cell is smaller.
    @Test func aFingerHitsEachHalf() throws {
        try forEachCell(isTouched: true) { cell, _, layout, name in
            let targets = try #require(cell.pending?.plate).targets(of: cell.control)
            #expect(targets.map(\.kind) == [.revert(control: cell.control), .apply(control: cell.control)])
            for target in targets {
                #expect(target.area.height >= min(layout.measures.target, cell.frame.rect.height), "\(name)")
                #expect(target.area.width >= min(layout.measures.target, cell.frame.rect.width / 2), "\(name)")
            }
        }
    }

    /// Halves of the plate beside each other would be narrower than a fingertip.
    @Test(arguments: [Size(width: 480, height: 800), Size(width: 320, height: 240), Size(width: 800, height: 480)])
    func halvesOfANarrowCellAreAboveEachOther(_ size: Size) throws {
        var settings = Self.settings(4, isTouched: true)
        settings.pages = [PageSettings(name: "a", controls: [0, 1, 2, 3], columns: size.width > 480 ? 6 : 4, rows: 1)]
        let layout = PageLayout(PictureSettings(settings), .page(0), size: size)
        for cell in layout.cells {
            let plate = try #require(cell.pending?.plate)
            for half in [try #require(plate.revert), try #require(plate.apply)] {
                #expect(half.width >= cell.frame.body.width - 1, "\(half)")
                #expect(
                    min(half.width, half.height) >= min(layout.measures.target, cell.frame.body.width) - 1, "\(half)")
                var sketch = Sketch(theme: .dark, keepsTexts: true)
                plate.drawMoving(now: "12.500 V", wait: "120 s", try Typeface(), into: &sketch)
                #expect(Set(sketch.list.keptTexts.map(\.text)).isSuperset(of: ["Revert", "Apply"]))
            }
        }
    }

    @Test func revertAndApplyAreWhole() throws {
        let typeface = try Typeface()
        for width in stride(from: 60.0, through: 400, by: 7) {
            for height in stride(from: 60.0, through: 300, by: 30) {
                let layout = PageLayout(
                    PictureSettings(Self.settings(1, isTouched: true)), .all, size: Size(width: width, height: height))
                var sketch = Sketch(theme: .dark, keepsTexts: true)
                layout.cells[0].pending?.plate.drawMoving(now: "12.500 V", wait: "9 s", typeface, into: &sketch)
                let words = sketch.list.keptTexts.map(\.text)
                #expect(words.contains("Revert") && words.contains("Apply"), "\(width)×\(height): \(words)")
            }
        }
    }

    /// The plate appears at the first tap on +, and further taps must not hit Apply.
    @Test func nothingThatATapMovesIsUnderThePlate() throws {
        try forEachCell(isTouched: true) { cell, settings, _, name in
            let panel = Panel(settings)
            let state = SceneState(PictureSettings(settings), panel, at: Instant(microseconds: 0))
            for target in cell.scene.targets(of: cell.control, state) {
                switch target.kind {
                case .stepper, .seat, .rampButton:
                    for half in try #require(cell.pending?.plate).targets(of: cell.control) {
                        #expect(!half.area.intersects(target.area), "\(name): \(target.kind)")
                    }
                default: break
                }
            }
        }
    }

    /// In a narrow half the unit is omitted before the digits become too small to be read. Each line is as high as a
    /// label, apart from rounding.
    @Test func theUnitGoesBeforeTheDigitsShrink() throws {
        let typeface = try Typeface()
        for width in stride(from: 64.0, through: 120, by: 2) {
            let layout = PageLayout(
                PictureSettings(Self.settings(1, isTouched: true)), .all, size: Size(width: 2 * width, height: 240))
            let plate = try #require(layout.cells[0].pending?.plate)
            let half = try #require(plate.revert)
            let label = layout.measures.label * Measures.leastLabel
            let room = half.width - layout.measures.innerGap
            guard typeface.font(capital: label).width(of: "12.500") <= room else { continue }
            var kept = Sketch(theme: .dark, keepsTexts: true)
            var drawn = Sketch(theme: .dark)
            plate.drawMoving(now: "12.500 V", digits: "12.500", wait: "9 s", typeface, into: &kept)
            plate.drawMoving(now: "12.500 V", digits: "12.500", wait: "9 s", typeface, into: &drawn)
            let words = kept.list.keptTexts.map(\.text)
            #expect(words.contains { $0.contains("12.500") }, "\(width): \(words)")
            for ink in drawn.list.inks { #expect(ink.height >= label - 1.5, "\(width): \(words) \(ink)") }
        }
    }

    /// No text extends beyond its plate or half, and no text covers another.
    @Test(arguments: [false, true]) func theTextsFit(isTouched: Bool) throws {
        let typeface = try Typeface()
        forEachCell(isTouched: isTouched) { cell, _, _, name in
            guard let plate = cell.pending?.plate else { return }
            for now in ["1 V", "−12.500 V", "a position with a very long name"] {
                var sketch = Sketch(theme: .dark)
                plate.drawMoving(now: now, wait: "120 s", typeface, into: &sketch)
                let inks = sketch.list.inks
                #expect(!inks.isEmpty, "\(name)")
                let rooms = [plate.revert, plate.apply].compactMap { $0 }
                for (index, ink) in inks.enumerated() {
                    let isInside = (rooms.isEmpty ? [plate.plate] : rooms).contains { $0.inset(by: -0.5).contains(ink) }
                    #expect(isInside, "\(name): \(ink)")
                    for other in inks[..<index] { #expect(!other.inset(by: 1).intersects(ink), "\(name)") }
                }
            }
        }
    }

    @Test(arguments: [false, true], [false, true])
    func theTextsSayWhatIsAppliedAndWhatToDo(isTouched: Bool, isPressed: Bool) throws {
        let typeface = try Typeface()
        var settings = Self.settings(1, isTouched: isTouched)
        // A click that is bound to another action does not apply the pending value.
        var knob = InputSettings(name: "knob", controls: [0])
        if !isPressed { knob.bindings.click = .emit }
        settings.inputs.append(knob)
        let layout = PageLayout(PictureSettings(settings), .all, size: Size(width: 800, height: 480))
        var sketch = Sketch(theme: .dark, keepsTexts: true)
        let plate = try #require(layout.cells[0].pending?.plate)
        plate.drawMoving(now: "12.500 V", wait: "6 s", typeface, into: &sketch)
        #expect(
            sketch.list.keptTexts.map(\.text)
                == (isTouched
                    ? ["Revert", "now 12.500 V", "Apply", "6 s left"]
                    : ["now 12.500 V", isPressed ? "press to set · 6 s" : "not set · 6 s"]))
    }
}

extension DisplayList {
    /// The bounds of each line of text.
    fileprivate var inks: [Rect] {
        items.compactMap { item in
            guard case .text(let from, let to) = item.content, let atlas else { return nil }
            return glyphs[from..<to].reduce(Rect.zero) { ink, glyph in
                let cell = atlas.cells[Int(glyph.cell)]
                return ink.union(
                    Rect(
                        x: Double(glyph.x), y: Double(glyph.y), width: Double(cell.width), height: Double(cell.height)))
            }
        }
    }
}
