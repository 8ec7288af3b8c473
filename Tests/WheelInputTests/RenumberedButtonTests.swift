import Testing
internal import WheelGeometry
internal import WheelModel
internal import WheelSettings

@testable internal import WheelInput

/// Buttons that have other numbers after a reload, or other names.
struct RenumberedButtonTests {
    private final class Sink: InputReceiver {
        var names: [String] = []
        var lines: [String] = []

        func turned(input: Int, units: Int, at time: Instant) {}
        func pressed(input: Int, button: Int, at time: Instant) { lines.append("\(names[button]) pressed") }
        func released(input: Int, button: Int, at time: Instant) { lines.append("\(names[button]) released") }
        func touched(input: Int, contacts: [TouchContact], at time: Instant) {}
        func touchesCancelled(input: Int, at time: Instant) {}
        func surfaceChanged(input: Int, _ surface: TouchSurfaceSize, at time: Instant) {}
        func stateChanged(input: Int, _ state: InputDeviceState, detail: String, at time: Instant) {}
        func dropped(input: Int, count: Int, at time: Instant) {}
        func raw(input: Int, code: String, value: Int, at time: Instant) {}
        func button(named name: String, of input: Int) -> Int {
            if let known = names.firstIndex(of: name) { return known }
            names.append(name)
            return names.count - 1
        }
    }

    @Test func aHeldButtonIsReleasedByItsNewNumber() {
        let sink = Sink()
        let outlet = Outlet(index: 0, receiver: sink)
        var frames = KnobFrames(
            axis: nil, turnKeys: nil, isReversed: false,
            buttons: ["A", "B"].map { name in
                KnobFrames.Button(
                    code: RenumberedButtonTests.code(name), name: name, number: outlet.button(named: name))
            })
        func key(_ name: String, _ value: Int32) {
            let time = Instant(microseconds: 0)
            frames.take(type: 1, code: RenumberedButtonTests.code(name), value: value, at: time, outlet: outlet)
        }
        key("A", 1)
        sink.names = ["B", "A"]
        outlet.forgetButtons()
        frames.renumber(outlet: outlet) { $0 == RenumberedButtonTests.code("A") ? "A" : "B" }
        #expect(frames.heldButtons == ["A"])
        for (name, value) in [("A", 0), ("B", 1), ("B", 0), ("A", 1), ("A", 0)] as [(String, Int32)] {
            key(name, value)
        }
        #expect(sink.lines == ["A pressed", "A released", "B pressed", "B released", "A pressed", "A released"])
    }

    private static func code(_ name: String) -> UInt16 { name == "A" ? 30 : 48 }
}
