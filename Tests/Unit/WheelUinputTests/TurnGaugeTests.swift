import Testing
import WheelCore

@testable import WheelUinput
@testable import WheelWire

/// At the first of a control's default speeds, a detent of the knob is one detent for `wheel-uinput`.
@Suite struct TurnGaugeTests {
    @Test(arguments: [
        (ControlKind.int, ValueRange(-24, 24), 1.0, 1.0), (.int, ValueRange(0, 60), 1, 1),
        (.int, ValueRange(0, 120), 2, 2),
        (.int, ValueRange(0, 240), 1, 10), (.int, ValueRange(0, 240), 4, 4), (.float, ValueRange(0, 48), 1, 2),
    ])
    func oneDetentIsOne(kind: ControlKind, range: ValueRange, step: Double, moved: Double) throws {
        var control = ControlState()
        control.name = "pitch"
        control.kind = kind
        control.range = range
        control.step = step
        var gauge = try #require(TurnGauge(control))
        let event = ValueEvent(
            control: "pitch", value: .number(range.lower + moved), speed: "fine", source: .input("knob"), delta: moved,
            isEditing: true)
        #expect(gauge.detents(of: event) == 1)
    }
}
