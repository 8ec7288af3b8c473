import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// Turns by whole octaves have exact results, and tapers without a step follow their formulas.
@Suite struct TaperTests {
    @Test func wholeOctavesAreExact() {
        let problem = counterexample("whole octaves", seed: 20_261_211) { generator in
            let octave = generator.pick([1, 2, 3, 5, 7, 12, 24, 53, 100, 1000])
            var panel = TaperTests.panel(
                NumberSettings(
                    range: ValueRange(1e-6, 1e9), taper: .log,
                    speeds: [Speed(name: "only", amount: .perOctave(octave), density: 20, lineWidth: 1)]))
            let start = 1 + RandomControls.decimal(&generator).magnitude
            TaperTests.set(&panel, to: start)
            // Several turns lead to the target; among them is a part of a detent that is turned back.
            let octaves = generator.int(in: -8...8)
            var left = octaves * octave * 120
            let part = generator.int(in: -200...200)
            for units in [part, generator.int(in: -3...3) * 120, -part] {
                TaperTests.turn(&panel, by: units)
                left -= units
            }
            TaperTests.turn(&panel, by: left)
            var expected = start
            for _ in 0..<abs(octaves) { expected = octaves > 0 ? expected * 2 : expected / 2 }
            let value = panel.controls[0].number
            return value == expected ? nil : "\(start) became \(value) and not \(expected) with \(octave) to an octave"
        }
        #expect(problem == nil)
    }

    @Test func aSquareTaperIsTheSquareOfThePosition() {
        let problem = counterexample("square taper", seed: 20_261_212) { generator in
            let upper = RandomControls.decimal(&generator).magnitude + 0.5
            let turns = generator.pick([1.0, 2, 0.5])
            var panel = TaperTests.panel(
                NumberSettings(
                    range: ValueRange(0, upper), taper: .square,
                    speeds: [Speed(name: "only", amount: .scale(1), density: 20, lineWidth: 1)], rangeTurns: turns))
            let part = generator.double(in: 0...1)
            TaperTests.set(&panel, to: upper * part * part)
            let detents = generator.int(in: -24...24)
            TaperTests.turn(&panel, by: detents * 120)
            let position = min(max(part + Double(detents) / (24 * turns), 0), 1)
            let expected = upper * position * position
            let value = panel.controls[0].number
            return (value - expected).magnitude <= 1e-9 * upper
                ? nil : "\(part) of \(upper) became \(value) and not \(expected) by \(detents)"
        }
        #expect(problem == nil)
    }

    private static func panel(_ number: NumberSettings) -> Panel {
        RandomControls.panel(ControlSettings(name: "x", quantity: .float(number)))
    }

    private static func set(_ panel: inout Panel, to value: Double) {
        var changes = Changes()
        _ = try? panel.set([(0, .number(value))], by: .client(1), at: Instant(microseconds: 0), into: &changes)
    }

    private static func turn(_ panel: inout Panel, by units: Int) {
        var changes = Changes()
        panel.turn(0, by: units, at: Instant(microseconds: 0), into: &changes)
    }
}
