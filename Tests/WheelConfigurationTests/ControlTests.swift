import Testing
import WheelConfiguration
import WheelModel

@Suite struct ControlTests {
    @Test func aControlOfEachKind() throws {
        let parsed = try Configuration.parse(
            text: """
                [[control]]
                name = "gain"
                kind = "float"
                range = "[-60, 6]"
                step = 0.5
                unit = "dB"
                texts = [{ at = -60, text = "-∞" }]

                [[control]]
                name = "filter"
                kind = "choice"
                positions = ["low-pass", { name = "hp", label = "High-pass" }]
                """, file: "test.toml")
        let controls = parsed.settings.panel.controls
        #expect(controls.map(\.name) == ["gain", "filter"])
    }
}
