import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// A control that only clients move has no value until a request sets one. The first value may equal the configured
/// default.
@Suite struct FirstValueTests {
    private static let settings = PanelSettings(
        controls: [
            ControlSettings(
                name: "number", quantity: .float(NumberSettings(range: ValueRange(0, 10), initial: 5)),
                movedByHands: false),
            ControlSettings(
                name: "word",
                quantity: .choice(PositionSettings(positions: [Position(name: "a"), Position(name: "b")])),
                movedByHands: false),
        ],
        ramps: [
            RampSettings(name: "up", control: 0, motion: RampMotion(target: .to(5), duration: .seconds(1)))
        ],
        presets: [
            PresetSettings(
                name: "night",
                values: [
                    Assignment(control: "number", value: .number(5)),
                    Assignment(control: "word", value: .position("a")),
                ])
        ])

    @Test(
        arguments: [
            (.set(Assignment(control: "number", value: .number(5)), SetManner()), ["number"]),
            (.recall(preset: "night"), ["number", "word"]), (Request(.reset, control: "number"), ["number"]),
            (.namedRamp("up"), ["number"]), (.select(control: "word", position: "a"), ["word"]),
            (.step(control: "number", count: 0), []), (.get(control: "number"), []),
        ] as [(Request, [String])])
    func aRequestForTheConfiguredValueGivesIt(_ request: Request, _ written: [String]) throws {
        var panel = Panel(FirstValueTests.settings)
        var changes = Changes()
        let time = Instant(microseconds: 1_000_000)
        #expect(panel.controls.filter(\.hasValue).isEmpty)
        _ = try panel.perform(request, by: .client(1), at: time, into: &changes)
        #expect(panel.controls.filter(\.hasValue).map(\.settings.name) == written)
        // The first value must be saved, although no event reports it. The same request again must save nothing.
        let isToBeSaved = panel.prepare { $0.consumeFirstValues() }
        #expect(isToBeSaved == !written.isEmpty)
        _ = try panel.perform(request, by: .client(1), at: time, into: &changes)
        let isToBeSavedAgain = panel.prepare { $0.consumeFirstValues() }
        #expect(!isToBeSavedAgain)
    }
}
