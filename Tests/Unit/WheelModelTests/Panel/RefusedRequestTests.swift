import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// Requests that cannot be performed completely are not performed in part.
@Suite struct RefusedRequestTests {
    private static let now = Instant(microseconds: 1_000_000)

    private static func control(
        _ name: String, _ quantity: Quantity, confirms: Bool = false
    ) -> ControlSettings {
        ControlSettings(name: name, quantity: quantity, confirmTimeout: confirms ? .seconds(8) : nil)
    }

    private static let settings = PanelSettings(
        controls: [
            control("a", .float(NumberSettings(range: ValueRange(0, 100), beyond: .refuse, initial: 50))),
            control("v", .float(NumberSettings(range: ValueRange(0, 100))), confirms: true),
            control("n", .int(NumberSettings(range: ValueRange(0, 10)))),
        ],
        ramps: [RampSettings(name: "up", control: 0, motion: RampMotion(target: .by(80), duration: .seconds(1)))],
        inputs: [InputSettings(name: "knob", controls: [0]), InputSettings(name: "dial", controls: [0])],
        pages: [PageSettings(name: "one", controls: [1], inputs: [1])])

    /// A client's ramp moves a control with `confirm`. Meanwhile a hand's request that sets this control and another
    /// one sets neither.
    @Test func aHandSetsAllValuesOrNone() throws {
        var panel = Panel(RefusedRequestTests.settings)
        var changes = Changes()
        let both = Request.setAll(
            [Assignment(control: "a", value: .number(7)), Assignment(control: "v", value: .number(3))], SetManner())
        _ = try panel.startRamp(
            RampMotion(target: .to(90), duration: .seconds(10)), on: 1, by: .client(1), at: Self.now, into: &changes)
        _ = try panel.perform(both, by: .input(0), at: Self.now, into: &changes)
        #expect(panel.controls[0].number == 50)
        _ = try panel.cancelRamp(of: 1, at: Self.now, into: &changes)
        _ = try panel.perform(both, by: .input(0), at: Self.now, into: &changes)
        #expect(panel.controls[0].number == 7)
        #expect(panel.controls[1].pending?.number == 3)
    }

    /// A client cannot start a named ramp that leaves the range. A hand can, and the value stops at the end of the
    /// range.
    @Test func aNamedRampStaysInsideARangeThatRefuses() throws {
        var panel = Panel(RefusedRequestTests.settings)
        var changes = Changes()
        #expect(throws: CommandRefusal.refused(.outOfRange(130), panel.settings.controls[0])) {
            _ = try panel.perform(.namedRamp("up"), by: .client(1), at: Self.now, into: &changes)
        }
        _ = try panel.perform(.namedRamp("up"), by: .input(0), at: Self.now, into: &changes)
        panel.wake(at: Self.now + .seconds(2), into: &changes)
        #expect(panel.controls[0].number == 100)
    }

    @Test(arguments: [
        RampMotion(target: .to(5.5)), RampMotion(target: .by(0.5)), RampMotion(from: 1.5, target: .to(5)),
    ])
    func aRampOfAnIntHasWholeNumbers(_ motion: RampMotion) {
        var panel = Panel(RefusedRequestTests.settings)
        var changes = Changes()
        #expect(throws: CommandRefusal.refused(.outOfKind(.notWhole), panel.settings.controls[2])) {
            _ = try panel.startRamp(motion, on: 2, by: .client(1), at: Self.now, into: &changes)
        }
        #expect(changes.isEmpty)
    }

    /// An input turns only the controls of its list and the control that the page gives it.
    @Test func anInputIsNotFocusedOnWhatItDoesNotTurn() throws {
        var panel = Panel(RefusedRequestTests.settings)
        var changes = Changes()
        #expect(throws: CommandRefusal.notTurned(control: "v", input: "knob", among: ["a"])) {
            _ = try panel.perform(.focus(input: "knob", control: "v"), by: .client(1), at: Self.now, into: &changes)
        }
        for control in ["a", "v"] {
            _ = try panel.perform(.focus(input: "dial", control: control), by: .client(1), at: Self.now, into: &changes)
        }
        #expect(panel.focus(ofInput: 1) == 1)
    }

    /// A page that gives a control to an input is removed together with this control. The input then returns to its own
    /// focus, even if it has just turned another control.
    @Test func anInputComesBackFromAPageThatGoes() throws {
        var settings = RefusedRequestTests.settings
        settings.inputs[1].controls = [0, 2]
        var panel = Panel(settings)
        var changes = Changes()
        panel.focus(1, on: 2, at: Self.now, into: &changes)
        var rest = settings
        rest.pages = []
        rest.controls.remove(at: 1)
        rest.inputs[1].controls = [0, 1]
        var next = Panel(rest)
        let continuity = Continuity(from: settings, toDefined: rest)
        panel.end(except: continuity, at: Self.now, into: &changes)
        next.adopt(panel, continuity, at: Self.now, into: &changes)
        #expect(next.focus(ofInput: 1) == next.ownFocus(ofInput: 1))
        #expect(next.focus(ofInput: 1) == 0)
    }
}
