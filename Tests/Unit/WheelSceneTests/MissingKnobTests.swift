import Testing
import WheelCore
import WheelModel

@testable import WheelScene

/// Which controls miss their knobs when some devices are not attached.
@Suite struct MissingKnobTests {
    private static func settings(
        _ inputs: [InputSettings], pages: [PageSettings] = [], hands: [Bool] = [true, true, true]
    ) -> PanelSettings {
        let controls = zip(["a", "b", "c"], hands).map { name, hands in
            ControlSettings(
                name: name, quantity: .float(NumberSettings(range: ValueRange(0, 1))), movedByHands: hands)
        }
        return PanelSettings(controls: controls, inputs: inputs, pages: pages)
    }

    private func missing(_ settings: PanelSettings, on page: Int? = nil, attached: Set<Int>) -> [Int] {
        var marks: [KnobPicture] = [.waiting]
        KnobNumbers(settings).mark(&marks, on: page) { attached.contains($0) }
        #expect(marks.count == settings.controls.count)
        return marks.indices.filter { marks[$0] == .waiting }
    }

    @Test func aControlMissesTheOnlyKnobThatTurnsIt() {
        let settings = Self.settings([
            InputSettings(name: "left", controls: [0, 1]), InputSettings(name: "right", controls: [1]),
        ])
        #expect(missing(settings, attached: [0, 1]) == [])
        #expect(missing(settings, attached: [1]) == [0])
        #expect(missing(settings, attached: [0]) == [])
        #expect(missing(settings, attached: []) == [0, 1])
    }

    @Test func onItsPageAKnobTurnsTheControlOfItsPlace() {
        let settings = Self.settings(
            [InputSettings(name: "left", controls: [0, 1, 2]), InputSettings(name: "right", controls: [0, 1, 2])],
            pages: [
                PageSettings(name: "one", controls: [0, 2], inputs: [0, 1]), PageSettings(name: "two", controls: [1]),
            ])
        #expect(missing(settings, on: 0, attached: [0]) == [2])
        #expect(missing(settings, on: 0, attached: []) == [0, 2])
        #expect(missing(settings, on: 1, attached: [0]) == [])
    }

    /// A finger does not count as a knob, and a control that hands do not move needs no knob.
    @Test func aTouchscreenIsNoKnob() {
        let settings = Self.settings(
            [.touch, InputSettings(name: "left", controls: [0, 1])], hands: [true, false, true])
        #expect(missing(settings, attached: [0]) == [0])
        #expect(missing(settings, attached: [1]) == [])
    }
}
