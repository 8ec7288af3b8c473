import Testing
import WheelConfiguration
import WheelCore

/// A table with `like` is read as if the keys that it takes over were written in it.
@Suite struct LikeTests {
    private func panel(_ text: String) throws -> PanelSettings {
        try Configuration.parse(text: text, file: "f").settings.panel
    }

    private let gain = """
        [[control]]
        name = "gain"
        label = "Gain"
        kind = "float"
        range = "[-60, 6]"
        default = -6
        unit = "dB"
        restore = false
        speeds = [{ name = "slow", per_detent = 0.5 }]

        """

    @Test func aControlTakesOverEveryKeyButItsNameAndItsLabel() throws {
        let short = "[[control]]\nname = \"pan\"\nlike = \"gain\"\nrange = \"[-60, 0]\"\n"
        let long = gain.split(separator: "\n").filter { !$0.hasPrefix("label") }.joined(separator: "\n")
            .replacing("\"gain\"", with: "\"pan\"").replacing("[-60, 6]", with: "[-60, 0]")
        #expect(try panel(gain + short) == panel(gain + long))
    }

    @Test func aControlMayBeLikeOneThatIsLikeAnother() throws {
        let others = """
            [[control]]
            name = "b"
            like = "gain"
            unit = "%"
            [[control]]
            name = "c"
            like = "b"
            default = 0
            """
        let controls = try panel(gain + others).controls
        #expect(controls.map(\.number?.unit) == ["dB", "%", "%"])
        #expect(controls.map(\.number?.initial) == [-6, -6, 0])
        #expect(controls.map(\.label) == ["Gain", "b", "c"])
        #expect(controls.map(\.restores) == [false, false, false])
    }

    @Test func anInputTakesOverItsActionsAsAWhole() throws {
        let knobs = """
            [[input]]
            name = "one"
            type = "gpio"
            a = "GPIO5"
            b = "GPIO6"
            button = "GPIO4"
            controls = ["gain"]
            on = { long = "reset", turn = "speed:slow" }
            [[input]]
            name = "two"
            like = "one"
            a = "GPIO7"
            b = "GPIO8"
            button = "GPIO9"
            [[input]]
            name = "three"
            like = "two"
            a = "GPIO10"
            b = "GPIO11"
            button = "GPIO12"
            on = { click = "lock" }
            """
        let inputs = try panel(gain + knobs).inputs
        #expect(inputs.map(\.controls) == [[0], [0], [0]])
        #expect(inputs[1].bindings == inputs[0].bindings)
        #expect(inputs[2].bindings == ButtonBindings(click: .request(.lock(true))))
    }
}

extension ControlSettings {
    fileprivate var number: NumberSettings? {
        if case .float(let number) = quantity { number } else { nil }
    }
}
