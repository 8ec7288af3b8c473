import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelPanel

@Suite struct EventStripTests {
    private var mirror: PanelMirror
    private var strip = EventStrip()

    init() {
        mirror = PanelMirror(
            Listing(
                page: "one",
                controls: ["angle", "gain"].map { name in
                    var control = ControlState()
                    (control.name, control.label, control.text) = (name, name.uppercased(), "0")
                    return control
                }, inputs: []))
        mirror.adopt(
            ViewState(
                view: "view:2", width: 80, height: 23, hands: .keys, page: "one", control: "angle",
                pages: [ViewPage(page: "one", controls: ["angle", "gain"]), ViewPage(page: "two", controls: ["gain"])]))
    }

    private mutating func happen(_ content: Event.Content, at milliseconds: Int64) {
        let event = Event(seq: 0, time: Instant(microseconds: milliseconds * 1000), content: content)
        mirror.apply(content)
        strip.record(event, mirror, realtimeAhead: 0)
    }

    private func value(_ control: String, _ number: Double) -> Event.Content {
        .value(
            ValueEvent(
                control: control, value: .number(number), speed: "fine", source: .input("knob"), delta: 1,
                isEditing: true, text: "\(Int(number))°"))
    }

    private var texts: [String] { strip.lines.map { "\($0.name) \($0.text)" } }

    @Test mutating func aControlThatMovesOnKeepsItsLine() {
        for number in 1...5 { happen(value("angle", Double(number)), at: Int64(number)) }
        #expect(texts == ["value angle 5°"])
        happen(.commit(control: "angle", .number(5), cursor: nil, .input("knob")), at: 6)
        #expect(texts == ["value angle 5°", "commit angle 5°"])
        // Then the angle is changed several times.
        happen(value("angle", 6), at: 20)
        #expect(texts == ["value angle 6°"])
        happen(.commit(control: "angle", .number(6), cursor: nil, .input("knob")), at: 21)
        happen(value("angle", 7), at: 900)
        #expect(texts == ["value angle 6°", "commit angle 6°", "value angle 7°"])
    }

    @Test mutating func othersHaveLinesOfTheirOwn() {
        happen(value("angle", 1), at: 1)
        happen(value("gain", 2), at: 2)
        happen(.press(input: "knob", button: nil, .click), at: 3)
        happen(.lock(true), at: 4)
        happen(.lock(true, control: "gain"), at: 5)
        happen(.pending(control: "gain", nil, .input("knob"), text: nil), at: 6)
        happen(.page("two"), at: 7)
        #expect(
            texts == [
                "value angle 1°", "value gain 2°", "press knob click", "lock panel locked", "lock gain locked",
                "pending gain none", "page two",
            ])
    }

    @Test mutating func thereAreNoMoreThanATerminalHasRows() {
        for number in 0..<1000 { happen(.page("\(number)"), at: Int64(number)) }
        #expect(strip.lines.count == 200 && texts.last == "page 999")
    }

    @Test mutating func keysFollowThePageAndTheMark() {
        #expect((mirror.facts.count, mirror.facts.pageCount, mirror.facts.marked?.name) == (2, 2, "angle"))
        happen(.focus(input: "view:2", control: "gain"), at: 1)
        happen(.focus(input: "knob", control: "angle"), at: 2)
        #expect(mirror.facts.marked?.label == "GAIN")
        happen(.page("two"), at: 3)
        #expect(mirror.facts.count == 1)
        happen(.lock(true, control: "gain"), at: 4)
        #expect(mirror.facts.marked?.isLocked == true && !mirror.facts.isLocked)
        happen(.pending(control: "gain", .number(1), .input("view:2"), text: "1"), at: 5)
        #expect(mirror.facts.marked?.pending == .number(1))
    }
}
