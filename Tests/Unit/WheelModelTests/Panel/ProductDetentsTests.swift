import ModelTestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@Suite struct ProductDetentsTests {
    /// The last number is the detents of a quarter revolution, which move the value by 0.25.
    @Test(
        "The detents of a known product count where the configuration gives none",
        arguments: [
            (nil, nil, 6), (nil, 96, 24), (48, 96, 12), (24, 96, 6),
        ] as [(Int?, Int?, Int)])
    func productDetents(_ given: Int?, _ product: Int?, _ quarter: Int) {
        let speeds = [Speed(name: "one", amount: .perTurn(1), density: 20, lineWidth: 1)]
        let number = NumberSettings(range: ValueRange(0, 10), speeds: speeds)
        var panel = Panel(
            PanelSettings(
                controls: [ControlSettings(name: "x", quantity: .float(number))],
                inputs: [InputSettings(name: "knob", controls: [0], detents: given)]))
        var changes = Changes()
        for detent in 1...quarter {
            let time = Instant(microseconds: 1_000_000 * Int64(detent))
            panel.receive(.turned(units: 120, detents: product), from: 0, at: time, into: &changes)
        }
        #expect(panel.controls[0].number == 0.25)
    }
}
