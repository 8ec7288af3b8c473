import Testing
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelWire

@Suite struct PressTriggersTests {
    private static func event(_ content: Event.Content) -> Event { Event(seq: 1, time: .distantPast, content: content) }

    private static func press(_ gesture: ButtonGesture, _ button: String? = nil, _ input: String = "knob") -> Event {
        event(.press(input: input, button: button, gesture))
    }

    private static func reload(held: [String]) -> Event {
        event(
            .controls(
                Listing(
                    controls: [],
                    inputs: [InputState(name: "knob", type: "client", state: .attached, focus: nil, heldButtons: held)])
            ))
    }

    private static func effects(_ trigger: PressTrigger, _ events: [Event]) -> [PressTriggers.Effect] {
        var triggers = PressTriggers([trigger])
        return events.flatMap { triggers.receive($0) }
    }

    @Test func aTriggerIsOfItsInputAndButton() {
        let trigger = PressTrigger(input: "knob", button: "a", gesture: .click)
        let events = [Self.press(.click, "a"), Self.press(.click, "b"), Self.press(.click, "a", "other")]
        #expect(Self.effects(trigger, events) == [.tap(0)])
        #expect(Self.effects(PressTrigger(gesture: .click), events) == [.tap(0), .tap(0), .tap(0)])
    }

    /// Events do not name the only button of an input, even if the configuration does.
    @Test func theOnlyButtonNeedsNoName() {
        let trigger = PressTrigger(input: "knob", button: "a", gesture: .click)
        #expect(Self.effects(trigger, [Self.press(.click)]) == [.tap(0)])
    }

    @Test func twoButtonsHoldATriggerOnce() {
        let events = [
            Self.press(.down, "a"), Self.press(.down, "b"), Self.press(.up, "b"), Self.press(.long, "a"),
            Self.press(.up, "a"),
        ]
        #expect(Self.effects(PressTrigger(gesture: .down), events) == [.hold(0), .release(0)])
    }

    @Test func aButtonThatWasHeldBeforeHoldsNothing() {
        let initial = Self.event(.press(input: "knob", button: nil, .down, isInitial: true))
        #expect(Self.effects(PressTrigger(gesture: .down), [initial, Self.press(.up)]).isEmpty)
    }

    @Test func lostLinesReleaseWhatIsHeld() {
        let events = [Self.press(.down), Self.event(.missed(3)), Self.press(.up)]
        #expect(Self.effects(PressTrigger(gesture: .down), events) == [.hold(0), .release(0)])
    }

    private static let reloads: [(held: [String], isReleased: Bool)] = [([""], false), (["other"], true), ([], true)]

    @Test(arguments: reloads)
    func aReloadReleasesWhatNoButtonHolds(held: [String], isReleased: Bool) {
        let effects = Self.effects(PressTrigger(gesture: .down), [Self.press(.down), Self.reload(held: held)])
        #expect(effects == (isReleased ? [.hold(0), .release(0)] : [.hold(0)]))
    }

    @Test func theEndOfTheDaemonReleasesWhatIsHeld() {
        var triggers = PressTriggers([PressTrigger(gesture: .down)])
        _ = triggers.receive(Self.press(.down))
        #expect(triggers.releaseAll() == [.release(0)])
        #expect(triggers.releaseAll().isEmpty)
    }
}
