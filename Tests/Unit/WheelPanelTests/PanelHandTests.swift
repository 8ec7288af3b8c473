import Testing
import WheelCore
import WheelWire

@testable import WheelPanel

@Suite struct PanelHandTests {
    private static let facts: KeyFacts = {
        var marked = ControlState()
        (marked.name, marked.label) = ("a", "A")
        return KeyFacts(marked: marked, count: 2, pageCount: 2)
    }()

    private func typed(_ text: String, into keys: inout PanelKeys, _ facts: KeyFacts = facts) -> [PanelAction] {
        text.compactMap { keys.apply($0 == "\r" ? .enter : .character($0), facts) }
    }

    @Test func aTypedValueIsForTheControlThatWasMarked() {
        var keys = PanelKeys()
        #expect(typed("=14.2", into: &keys).isEmpty && keys.typed == "14.2")
        var other = Self.facts
        other.marked?.name = "b"
        #expect(typed("\r", into: &keys, other) == [.ask(Request(.set, control: "a", ["text": .text("14.2")]))])
        #expect(keys.typed == nil && keys.line == nil)
    }

    @Test func whatIsTypedTurnsNothing() {
        var keys = PanelKeys()
        #expect(typed("=", into: &keys).isEmpty)
        for key in [TerminalKey.up, .tab, .pageDown] { #expect(keys.apply(key, Self.facts) == nil) }
        #expect(keys.apply(.escape, Self.facts) == nil && keys.typed == nil)
        #expect(keys.apply(.up, Self.facts) == .turn(detents: 1))
    }

    @Test func aListOfKeysIsGoneWithTheNextKey() {
        var keys = PanelKeys()
        _ = keys.apply(.character("?"), Self.facts)
        #expect(keys.showsKeys)
        #expect(keys.apply(.tab, Self.facts) == .ask(Request(.focus, ["by": .integer(1)])) && !keys.showsKeys)
        #expect(keys.apply(.character("3"), Self.facts) == nil)
        #expect(keys.apply(.character("2"), Self.facts) == .ask(Request(.focus, ["place": .integer(2)])))
    }

    @Test func aSecondQLeavesInAnyCase() {
        var keys = PanelKeys()
        #expect(typed("qq", into: &keys) == [.leave, .end])
        #expect(typed("q", into: &keys) == [.leave])
        keys.askWhetherToLeave(clients: 2)
        #expect(keys.line?.forms.last == "2 clients are connected: q leaves")
        #expect(typed("x", into: &keys).isEmpty && keys.line == nil && !keys.isLeaving)
    }

    @Test func aSelectionIsToggledAndAButtonPressed() {
        var keys = PanelKeys()
        #expect(typed(" ", into: &keys) == [.press])
        var facts = Self.facts
        facts.marked?.kind = .selection
        #expect(typed(" ", into: &keys, facts) == [.ask(Request(.toggle))])
    }

    private static func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    @Test func aHeldButtonIsProven() {
        var mouse = MouseHand()
        let place = Point(x: 1, y: 2)
        #expect(mouse.press(at: place, Self.at(0)) == [.touch([FedContact(id: 1, position: place)])])
        var (pings, queries) = (0, 0)
        for time in stride(from: Int64(0), through: 2000, by: 10) {
            if time % 200 == 0 { mouse.prove(Self.at(time)) }
            for step in mouse.wake(at: Self.at(time)) {
                if step == .ping { pings += 1 }
                if step == .query { queries += 1 }
            }
        }
        #expect(mouse.isDown && pings == 40 && queries == 8)
        // Without answers nothing proves any more that the button is down, so the touch ends.
        #expect(mouse.wake(at: Self.at(2990)) != [.touch([])] && mouse.isDown)
        #expect(mouse.wake(at: Self.at(3000)) == [.touch([])] && !mouse.isDown)
        #expect(mouse.drag(to: place, Self.at(3100)).isEmpty && mouse.lift().isEmpty && mouse.deadline == nil)
        #expect(mouse.press(at: place, Self.at(3200)) == [.touch([FedContact(id: 2, position: place)])])
    }

    @Test func aFingerOfALostConnectionIsForgotten() {
        var mouse = MouseHand()
        _ = mouse.press(at: .init(x: 1, y: 1), Self.at(0))
        mouse.reset()
        #expect(mouse.drag(to: .init(x: 2, y: 1), Self.at(1)).isEmpty && mouse.wake(at: Self.at(9000)).isEmpty)
    }
}
