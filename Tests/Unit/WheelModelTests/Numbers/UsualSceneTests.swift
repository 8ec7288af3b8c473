import Testing
import WheelCore
import WheelModel

/// The scene of a control whose configuration names no scene, or a scene that cannot draw the control.
@Suite struct UsualSceneTests {
    private static let steps = [
        Speed(name: "one", amount: .perDetent(1), density: 20, lineWidth: 1),
        Speed(name: "ten", amount: .perDetent(10), density: 8, lineWidth: 2),
    ]

    private static func number(
        _ range: ValueRange, unit: String? = nil, wraps: Bool = false, taper: Taper = .linear,
        speeds: [Speed] = Speed.defaults
    ) -> Quantity {
        .int(NumberSettings(range: range, wraps: wraps, taper: taper, unit: unit, decimals: 0, speeds: speeds))
    }

    private static func positions(_ count: Int, _ layout: PositionLayout? = nil) -> PositionSettings {
        PositionSettings(positions: PositionSettings.numbered(count), layout: layout)
    }

    @Test(arguments: [
        (number(ValueRange(0, 100)), SceneKind.wheel),
        (number(ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true), .rotor),
        (number(ValueRange(0, 90), unit: "°"), .angle),
        (number(ValueRange(0, .infinity, includesUpper: false), unit: "°", speeds: steps), .wheel),
        (number(ValueRange(0, 99_999), speeds: steps), .digits),
        (number(ValueRange(0, 9999), speeds: steps), .wheel),
        (number(ValueRange(0, 99_999), speeds: [steps[0]]), .wheel),
        (number(ValueRange(0, 99_999)), .wheel),
        (number(ValueRange(1, 99_999), taper: .log, speeds: steps), .wheel),
        (.choice(positions(30)), .selector), (.choice(positions(3, .arc)), .positions),
        (.selection(positions(24)), .selector), (.selection(positions(25)), .positions),
        (.selection(positions(3, .rows)), .positions),
    ])
    func followsFromTheKind(_ quantity: Quantity, _ scene: SceneKind) {
        #expect(quantity.usualScene(movedByHands: true) == scene)
        #expect(quantity.usualScene(movedByHands: false) == .readout)
        #expect(ControlSettings(name: "a", quantity: quantity).drawnScene == scene)
        // `wheelctl preview --scene` gives one scene to all controls, also to those that it cannot draw.
        let other: SceneKind = quantity.kind.hasPositions ? .wheel : .positions
        #expect(ControlSettings(name: "a", quantity: quantity, scene: other).drawnScene == scene)
        #expect(ControlSettings(name: "a", quantity: quantity, scene: .readout).drawnScene == .readout)
    }
}
