import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The parts that a narrow row above a scene keeps.
@Suite struct LabelRowTests {
    private let time = Instant(microseconds: 1_000_000_000)

    /// The words of a locked control's row in a card of this width. Its label is "Measured". The padlock replaces the
    /// input's number. A card of the default height has no room above the value.
    private func words(
        _ width: Double, height: Double = 122, hasUnit: Bool = false, _ change: (inout ControlPicture) -> Void
    ) throws -> [String] {
        // This value's digits leave no room for the unit beside them.
        var control =
            hasUnit
            ? ControlSettings.ranged("level", ValueRange(0, 1e14), unit: "V")
            : ControlSettings.ranged("level", ValueRange(0, 100))
        control.label = "Measured"
        var settings = PanelSettings(
            controls: [control, .ranged("other", ValueRange(0, 1))],
            ramps: [RampSettings(name: "sweep-slowly", control: 0, motion: RampMotion(target: .to(9)))],
            pages: [PageSettings(name: "page", controls: [0, 1], columns: 2, rows: 1)])
        settings.inputs = [0, 1].map {
            InputSettings(name: "knob\($0)", source: .evdev(EvdevSettings()), controls: [$0])
        }
        let pictureSettings = PictureSettings(settings)
        let state = SceneState(pictureSettings, Panel(settings), at: time).with(0) {
            $0.isLocked = true
            change(&$0)
        }
        let measures = Measures(pixelsPerMillimetre: 7.3)
        let cell = PageLayout(
            pictureSettings, .page(0), size: Size(width: 2 * width, height: height), measures: measures
        ).cells[0]
        let texts = CellTexts(control, cell, isBank: true, measures, typeface: try Typeface())
        let figure = Figure(0, of: state, in: Motion(state), at: time)
        var (kept, drawn) = (Sketch(theme: .dark, keepsTexts: true), Sketch(theme: .dark))
        texts.labelRow.draw(figure, isMarked: false, into: &kept)
        texts.labelRow.draw(figure, isMarked: false, into: &drawn)
        let marks = Ink.of(drawn.list, "row")
        for (number, mark) in marks.enumerated() {
            let row = cell.frame.labelRow
            #expect(
                row.inset(top: -1, bottom: height > 122 ? -row.height : -1).inset(left: -1, right: -1).contains(
                    mark.box))
            #expect(!marks[(number + 1)...].contains { $0.box.inset(by: 0.5).intersects(mark.box) })
        }
        // The only ring is the bow of the padlock.
        #expect(Specimen.Shapes(drawn.list).rings.count == 1, "no padlock")
        return kept.list.keptTexts.map(\.text).sorted()
    }

    private func noKnob(_ picture: inout ControlPicture) { picture.knob = .waiting }

    /// As a row becomes narrower, its parts are shortened and omitted in the order that the test expects.
    @Test func whatHasNoRoomGoesInOrder() throws {
        var seen: [[String]] = []
        for width in stride(from: 320.0, through: 146, by: -2) {
            let row = try words(width, noKnob).map { $0.hasSuffix("…") ? "\($0.prefix(2))…" : $0 }
            if seen.last != row { seen.append(row) }
        }
        #expect(
            seen == [
                ["Measured", "no knob"], ["Me…", "no knob"], ["Me…", "no…"], ["no knob"], ["no…"],
            ], "\(seen)")
    }

    /// A unit after the label is omitted first. The unit never takes room from the word of a state.
    @Test func aUnitMakesRoomBeforeTheLabel() throws {
        #expect(try words(200, hasUnit: true) { _ in } == ["Measured  V"])
        var seen: [[String]] = []
        for width in stride(from: 320.0, through: 146, by: -2) {
            let row = try words(width, hasUnit: true, noKnob).map { $0.hasSuffix("…") ? "\($0.prefix(2))…" : $0 }
            if seen.last != row { seen.append(row) }
        }
        #expect(
            seen == [
                ["Measured  V", "no knob"], ["Measured", "no knob"], ["Me…", "no knob"], ["Me…", "no…"], ["no knob"],
                ["no…"],
            ], "\(seen)")
    }

    /// The texts of a row in a card of this width. The input's number is 1. The unit has no room beside the value.
    private func row(_ label: String, unit: String?, _ width: Double) throws -> [String] {
        var control = ControlSettings.ranged("level", ValueRange(0, 1e14), unit: unit)
        control.label = label
        var settings = PanelSettings(controls: [control, .ranged("other", ValueRange(0, 1))])
        settings.inputs = [0, 1].map { InputSettings(name: "knob\($0)", controls: [$0]) }
        settings.pages = [PageSettings(name: "page", controls: [0, 1], columns: 2, rows: 1)]
        let pictureSettings = PictureSettings(settings)
        let state = SceneState(pictureSettings, Panel(settings), at: time)
        let measures = Measures(pixelsPerMillimetre: 7.3)
        let cell = PageLayout(
            pictureSettings, .page(0), size: Size(width: 2 * width, height: 110), measures: measures
        ).cells[0]
        let texts = CellTexts(control, cell, isBank: true, measures, typeface: try Typeface())
        var kept = Sketch(theme: .dark, keepsTexts: true)
        texts.labelRow.draw(Figure(0, of: state, in: Motion(state), at: time), isMarked: false, into: &kept)
        return kept.list.keptTexts.map(\.text)
    }

    /// The input's number is omitted before the label is cut to two letters, by which nobody recognises it.
    @Test func theNumberGoesBeforeTheLabel() throws {
        #expect(try row("Cutoff", unit: "kHz", 240) == ["1", "Cutoff  kHz"])
        #expect(try row("Cutoff", unit: "kHz", 155) == ["Cutoff  kHz"])
        // This label can be recognised even when it is shortened.
        #expect(try row("Resonance", unit: nil, 140).first == "1")
        for width in stride(from: 240.0, through: 150, by: -1) {
            let label = try row("Cutoff", unit: "kHz", width).last ?? ""
            #expect(label.hasPrefix("Cuto"), "\(width): \(label)")
        }
    }

    @Test func aLabelIsSmallBeforeItIsLeftOut() throws {
        var control = ControlSettings.ranged("mute", ValueRange(0, 1))
        control.label = "Mute"
        let settings = PanelSettings(controls: [control])
        for width in [58.0, 66, 112] {
            let size = Size(width: width, height: 140)
            let measures = Measures(pixelsPerMillimetre: 7.3)
            let page = PageView(PictureSettings(settings), .all, size: size, measures, typeface: try Typeface())
            let state = SceneState(PictureSettings(settings), Panel(settings), at: time)
            var kept = Sketch(theme: .dark, keepsTexts: true)
            let figure = Figure(0, of: state, in: Motion(state), at: time)
            page.texts[0].labelRow.draw(figure, isMarked: false, into: &kept)
            #expect(kept.list.keptTexts.map(\.text) == ["Mute"], "\(width)")
        }
    }

    /// Above an upright wheel is room for the word of a state, so the label stays whole.
    @Test func anUprightWheelKeepsItsLabel() throws {
        for width in stride(from: 240.0, through: 160, by: -4) {
            #expect(try words(width, height: 360, noKnob) == ["Measured", "no knob"], "\(width)")
        }
    }

    /// Where there is room above the value, the word of a state has a row of its own, and the label stays whole.
    @Test func aHighCardKeepsItsLabel() throws {
        for width in stride(from: 320.0, through: 160, by: -2) {
            #expect(try words(width, height: 200, noKnob) == ["Measured", "no knob"], "\(width)")
        }
    }

    /// A time that is cut would look like another time.
    @Test func aTimeIsNeverShortened() throws {
        for width in stride(from: 320.0, through: 150, by: -2) {
            let written = Instant(microseconds: time.microseconds - 720_000_000)
            let row = try words(width) { $0.age = AgePicture(writtenAt: written, staleAt: written + .seconds(20)) }
            #expect(row.contains("12 min") || row.contains("old 12 min"), "\(width): \(row)")
        }
    }

    /// The word "old" precedes the age if both fit beside the whole label.
    @Test func anAgeIsNamedWhereItHasRoom() throws {
        let written = Instant(microseconds: time.microseconds - 720_000_000)
        func row(_ width: Double) throws -> [String] {
            try words(width) { $0.age = AgePicture(writtenAt: written, staleAt: written + .seconds(20)) }
        }
        #expect(try row(400) == ["Measured", "old 12 min"])
        #expect(try row(220).contains("12 min"))
    }

    /// The long name of a ramp is cut, so that the beginning of the label stays.
    @Test func aLongNameLeavesTheLabelItsBeginning() throws {
        let row = try words(220) { $0.ramp = RampPicture(index: 0, isPaused: false) }
        #expect(row.contains { $0.hasPrefix("Mea") })
        #expect(row.contains { $0.hasPrefix("swee") && $0.hasSuffix("…") })
    }
}
