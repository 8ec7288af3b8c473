import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

struct RenumberedButtonTests {
    private final class Sink: InputReceiver {
        var names: [String] = []
        var lines: [String] = []

        func receive(_ event: InputEvent, from input: Int, at time: Instant) {
            switch event {
            case .pressed(let button): lines.append("\(names[button]) pressed")
            case .released(let button): lines.append("\(names[button]) released")
            default: break
            }
        }

        func buttons(named names: [String], of input: Int) -> [Int] { names.map { self.names.place(of: $0) } }
    }

    @Test func aHeldButtonIsReleasedByItsNewNumber() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var frames = KnobFrames(
            axis: nil, turnKeys: nil, isReversed: false,
            buttons: ["A", "B"].map { name in
                KnobFrames.Button(
                    code: RenumberedButtonTests.code(name), name: name, number: merger.button(named: name))
            })
        func key(_ name: String, _ value: Int32) {
            let time = Instant(microseconds: 0)
            frames.apply(type: 1, code: RenumberedButtonTests.code(name), value: value, at: time, merger: merger)
        }
        key("A", 1)
        sink.names = ["B", "A"]
        merger.resetButtons()
        frames.renumber(merger: merger) { $0 == RenumberedButtonTests.code("A") ? "A" : "B" }
        #expect(frames.heldButtons == ["A"])
        for (name, value) in [("A", 0), ("B", 1), ("B", 0), ("A", 1), ("A", 0)] as [(String, Int32)] {
            key(name, value)
        }
        #expect(sink.lines == ["A pressed", "A released", "B pressed", "B released", "A pressed", "A released"])
    }

    private static func code(_ name: String) -> UInt16 { name == "A" ? 30 : 48 }
}
