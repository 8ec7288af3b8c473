import Testing
import WheelModel
import WheelSettings

@testable import WheelScene

/// What a display knows about the inputs of its instrument: whether fingers touch it, and which knob turns a control.
@Suite struct KnobNumberTests {
    private static let encoder = InputSource.gpio(
        GPIOSettings(encoder: GPIOEncoderSettings(a: .offset(1), b: .offset(2))))

    private func instrument(
        _ inputs: [InputSettings], pages: [PageSettings] = [], display: Int = 0, terminal: Int? = nil
    ) -> Instrument {
        let controls = ["a", "b", "c"].map { ControlSettings.ranged($0, ValueRange(0, 1)) }
        return Instrument(
            PanelSettings(controls: controls, inputs: inputs, pages: pages), display: display, terminal: terminal)
    }

    private func knob(_ controls: [Int], _ source: InputSource = encoder) -> InputSettings {
        InputSettings(name: "knob", source: source, controls: controls)
    }

    private func numbers(_ instrument: Instrument, on page: Int? = nil) -> [Int?] {
        (0..<3).map { instrument.inputNumber(of: $0, on: page) }
    }

    private func knobs(_ instrument: Instrument, on page: Int? = nil) -> [Bool] {
        (0..<3).map { instrument.hasKnob($0, on: page) }
    }

    @Test(arguments: [
        (InputSource.touch(TouchSettings()), [true, false]), (.touch(TouchSettings(display: 1)), [false, true]),
        (.client(ClientInputSettings()), [true, false]), (.client(ClientInputSettings(display: 1)), [false, true]),
        (.terminal, [false, true]), (encoder, [false, false]), (.evdev(EvdevSettings()), [false, false]),
    ])
    func fingersTouchOneDisplay(_ source: InputSource, _ expected: [Bool]) {
        #expect([0, 1].map { instrument([knob([0], source)], display: $0, terminal: 1).isTouched } == expected)
    }

    @Test func aKnobTurnsTheControlsOfItsList() {
        let two = instrument([knob([0, 2]), knob([1])])
        #expect(knobs(two) == [true, true, true])
        #expect((0..<3).map { two.turners(of: $0, on: nil) } == [[0], [1], [0]])
        #expect(numbers(two) == [1, 2, 1])
    }

    @Test func theOnlyKnobHasNoNumber() {
        let one = instrument([knob([0, 1, 2], .touch(TouchSettings())), knob([0, 1])])
        #expect(knobs(one) == [true, true, false])
        #expect(numbers(one) == [nil, nil, nil])
    }

    @Test func aControlOfTwoKnobsHasNoNumber() {
        #expect(numbers(instrument([knob([0, 1]), knob([1, 2])])) == [1, nil, 2])
    }

    /// An encoder's push button, an encoder that scrubs, and a touchscreen turn no control.
    @Test func onlyWhatTurnsControlsIsAKnob() {
        var scrubber = knob([0, 1, 2])
        scrubber.ramp = 0
        let button = knob([0, 1, 2], .gpio(GPIOSettings(button: .offset(3))))
        let none = instrument([scrubber, button, knob([0, 1, 2], .touch(TouchSettings()))])
        #expect(knobs(none) == [false, false, false])
    }

    @Test func noKnobTurnsWhatHandsDoNotMove() {
        let moved = instrument([knob([0, 1, 2]), knob([0, 1, 2])]).settings
        var settings = moved
        settings.controls[1].movedByHands = false
        #expect(knobs(Instrument(settings)) == [true, false, true])
    }

    @Test func aPageGivesItsInputsTheirNumbers() {
        let pages = [
            PageSettings(name: "p", controls: [2, 0, 1], inputs: [1, 0]), PageSettings(name: "q", controls: [0, 1]),
        ]
        let paged = instrument([knob([0, 1, 2]), knob([1]), knob([1])], pages: pages)
        // The first knob turns the page's second control, and no other. The third is free to turn control 1.
        #expect((0..<3).map { paged.turners(of: $0, on: 0) } == [[0], [2], [1]])
        #expect(numbers(paged, on: 0) == [2, nil, 1])
        #expect(numbers(paged, on: 1) == [1, nil, 1])
    }

    /// A client's input for all controls may be the fingers on a picture that the client shows.
    @Test func aClientsInputIsAKnobIfItHasItsOwnControls() {
        let client = InputSource.client(ClientInputSettings())
        #expect(knobs(instrument([knob([0, 1, 2], client)])) == [false, false, false])
        #expect(knobs(instrument([knob([0, 1], client)])) == [true, true, false])
        let page = PageSettings(name: "p", controls: [0, 1], inputs: [0])
        #expect(knobs(instrument([knob([0, 1, 2], client)], pages: [page]), on: 0) == [true, false, false])
    }

    /// The keys of a terminal turn what its own display shows. They have no number.
    @Test func aTerminalTurnsWhatItShows() {
        let inputs = [knob([0, 1, 2], .terminal), knob([0]), knob([1])]
        #expect(knobs(instrument(inputs, display: 0, terminal: 0)) == [true, true, true])
        #expect(knobs(instrument(inputs, display: 0, terminal: 1)) == [true, true, false])
        #expect(numbers(instrument(inputs, display: 0, terminal: 1)) == [1, 2, nil])
    }
}
