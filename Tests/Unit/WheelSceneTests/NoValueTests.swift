import Testing
import WheelCore

@testable import WheelScene

@Suite struct NoValueTests {
    @Test(
        "A choice that nobody has set looks the same at each position",
        arguments: [SceneKind.positions, .selector], [Theme.dark, .mono])
    func choice(_ scene: SceneKind, _ theme: Theme) throws {
        let positions = PositionSettings(positions: ["A", "B", "C"].map { Position(name: $0) })
        let control = ControlSettings(name: "value", quantity: .choice(positions), scene: scene)
        let settings = PanelSettings(controls: [control])
        let studio = try Studio(settings, width: 320, height: 240, theme: theme, motion: .reduced)
        func draw(_ position: Double, hasValue: Bool) {
            studio.draw { $0 = $0.with(0) { ($0.number, $0.hasValue) = (position, hasValue) } }
        }
        for hasValue in [true, false] {
            draw(0, hasValue: hasValue)
            draw(1, hasValue: hasValue)
            #expect(studio.damage.isEmpty != hasValue)
        }
    }
}
