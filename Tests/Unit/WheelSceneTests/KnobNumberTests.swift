import ModelTestSupport
import PictureReading
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// What a display knows about the inputs of its instrument: whether fingers touch it, and which knob turns a control.
@Suite struct KnobNumberTests {
    private static let encoder = InputSource.gpio(
        GPIOSettings(encoder: GPIOEncoderSettings(a: .offset(1), b: .offset(2))))

    private func pictureSettings(
        _ inputs: [InputSettings], pages: [PageSettings] = [], display: Int = 0
    ) -> PictureSettings {
        let controls = ["a", "b", "c"].map { ControlSettings.ranged($0, ValueRange(0, 1)) }
        return PictureSettings(
            PanelSettings(controls: controls, inputs: inputs, pages: pages), display: display)
    }

    private func knob(_ controls: [Int], _ source: InputSource = encoder) -> InputSettings {
        InputSettings(name: "knob", source: source, controls: controls)
    }

    private func numbers(_ pictureSettings: PictureSettings, on page: Int? = nil) -> [Int?] {
        (0..<3).map { pictureSettings.inputNumber(of: $0, on: page)?.number }
    }

    private func knobs(_ pictureSettings: PictureSettings, on page: Int? = nil) -> [Bool] {
        (0..<3).map { pictureSettings.hasKnob($0, on: page) }
    }

    @Test(arguments: [
        (InputSource.touch(TouchSettings()), nil, [true, false]), (.touch(TouchSettings()), 1, [false, true]),
        (.client(ClientInputSettings()), nil, [true, false]), (.client(ClientInputSettings()), 1, [false, true]),
        (encoder, 1, [false, false]), (.evdev(EvdevSettings()), 0, [false, false]),
    ])
    func fingersTouchOneDisplay(_ source: InputSource, _ own: Int?, _ expected: [Bool]) {
        var input = knob([0], source)
        input.display = own
        #expect([0, 1].map { pictureSettings([input], display: $0).isTouched } == expected)
    }

    /// A client's input that is configured as a knob counts as a knob, whatever controls it has.
    @Test func aSimulatedKnobIsAKnob() {
        let every = [0, 1, 2]
        func simulated(_ isKnob: Bool?) -> PictureSettings {
            pictureSettings([knob(every, .client(ClientInputSettings(isKnob: isKnob))), knob([0])])
        }
        #expect(knobs(simulated(true)) == [true, true, true] && knobs(simulated(nil)) == [true, false, false])
        #expect(numbers(simulated(true))[1] == 1 && numbers(simulated(false))[1] == nil)
        #expect(!simulated(true).isTouched && simulated(false).isTouched)
    }

    @Test func aKnobTurnsTheControlsOfItsList() {
        let two = pictureSettings([knob([0, 2]), knob([1])])
        #expect(knobs(two) == [true, true, true])
        #expect((0..<3).map { two.turners(of: $0, on: nil) } == [[0], [1], [0]])
        #expect(numbers(two) == [1, 2, 1])
    }

    /// The number of a knob with several controls shows which control it turns. A knob with one control always turns
    /// that control.
    @Test func theNumberTellsWhichControlAKnobTurnsNow() throws {
        let pictureSettings = pictureSettings([knob([0, 2]), knob([1])])
        var panel = Panel(pictureSettings.settings)
        var (state, moment) = (SceneState(pictureSettings, panel, at: .distantPast), Changes())
        func turned(on page: Int? = nil) throws -> [Bool] {
            try (0..<3).map { control in
                let number = try #require(pictureSettings.inputNumber(of: control, on: page))
                return Figure(control, of: state, in: Motion(state), at: .distantPast).isTurned(by: number)
            }
        }
        #expect(try turned() == [true, true, false])
        panel.focus(0, on: 2, at: .distantPast, into: &moment)
        let before = state
        state.apply(panel, state.controls)
        #expect(try turned() == [false, true, true])
        #expect(state != before)
    }

    /// The number changes its colour, and the picture drawn in steps equals the picture drawn in full.
    @Test func aNumberIsFaintWhileItsKnobTurnsAnotherControl() throws {
        let settings = pictureSettings([knob([0, 2]), knob([1])]).settings
        let (studio, other) = (
            try Studio(settings, width: 400, height: 240), try Studio(settings, width: 400, height: 240)
        )
        var moment = Changes()
        studio.draw()
        let row = studio.layout().cells.map(\.frame.labelRow)
        func bright(_ control: Int, _ studio: Studio) -> Bool {
            let probe = Probe(pixels: studio.pixels, ground: studio.theme.cell, ink: studio.theme.text)
            let end = Int(row[control].minX + row[control].height)
            return (Int(row[control].minX)..<end).contains { x in
                (Int(row[control].minY)..<Int(row[control].maxY)).contains { probe.share(x: x, y: $0) > 0.9 }
            }
        }
        #expect((0..<3).map { bright($0, studio) } == [true, true, false])
        for each in [studio, other] { each.panel.focus(0, on: 2, at: each.time, into: &moment) }
        studio.draw()
        other.draw()
        #expect((0..<3).map { bright($0, studio) } == [false, true, true])
        let differing = (0..<240).filter { y in (0..<400).contains { studio.pixels[$0, y] != other.pixels[$0, y] } }
        #expect(differing.isEmpty)
    }

    @Test func theOnlyKnobHasNoNumber() {
        let one = pictureSettings([knob([0, 1, 2], .touch(TouchSettings())), knob([0, 1])])
        #expect(knobs(one) == [true, true, false])
        #expect(numbers(one) == [nil, nil, nil])
    }

    @Test func aControlOfTwoKnobsHasNoNumber() {
        #expect(numbers(pictureSettings([knob([0, 1]), knob([1, 2])])) == [1, nil, 2])
    }

    /// An encoder's push button, an encoder that scrubs, and a touchscreen turn no control.
    @Test func onlyWhatTurnsControlsIsAKnob() {
        var scrubber = knob([0, 1, 2])
        scrubber.ramp = 0
        let button = knob([0, 1, 2], .gpio(GPIOSettings(button: .offset(3))))
        let none = pictureSettings([scrubber, button, knob([0, 1, 2], .touch(TouchSettings()))])
        #expect(knobs(none) == [false, false, false])
    }

    @Test func noKnobTurnsWhatHandsDoNotMove() {
        let moved = pictureSettings([knob([0, 1, 2]), knob([0, 1, 2])]).settings
        var settings = moved
        settings.controls[1].movedByHands = false
        #expect(knobs(PictureSettings(settings)) == [true, false, true])
    }

    @Test func aPageGivesItsInputsTheirNumbers() {
        let pages = [
            PageSettings(name: "p", controls: [2, 0, 1], inputs: [1, 0]), PageSettings(name: "q", controls: [0, 1]),
        ]
        let paged = pictureSettings([knob([0, 1, 2]), knob([1]), knob([1])], pages: pages)
        // On the first page the second knob turns control 2, and the first knob only control 0. The third knob still
        // turns its control, 1.
        #expect((0..<3).map { paged.turners(of: $0, on: 0) } == [[0], [2], [1]])
        #expect(numbers(paged, on: 0) == [2, nil, 1])
        #expect(numbers(paged, on: 1) == [1, nil, 1])
    }

    /// A client's input for all controls is no knob: it may be the fingers on a picture that the client shows.
    @Test func aClientsInputIsAKnobIfItHasItsOwnControls() {
        let client = InputSource.client(ClientInputSettings())
        #expect(knobs(pictureSettings([knob([0, 1, 2], client)])) == [false, false, false])
        #expect(knobs(pictureSettings([knob([0, 1], client)])) == [true, true, false])
        let page = PageSettings(name: "p", controls: [0, 1], inputs: [0])
        #expect(knobs(pictureSettings([knob([0, 1, 2], client)], pages: [page]), on: 0) == [true, false, false])
    }
}
