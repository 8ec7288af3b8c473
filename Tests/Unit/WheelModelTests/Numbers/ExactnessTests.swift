import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// No drift: turns forth and back give the same Double, and decimals remain decimals.
@Suite struct ExactnessTests {
    @Test func turnsForthAndBackInReverseOrderAgreeToTheBit() {
        #expect(
            counterexample("forth and back", seed: 20_260_101) { generator in
                var panel = RandomControls.panel(RandomControls.control(&generator))
                var changes = Changes()
                var time = Instant(microseconds: 0)
                putAnywhere(in: &panel, &generator, &changes)
                let speeds = panel.controls[0].settings.speeds.count
                var moves: [(input: Int, speed: Int, detents: Int)] = []
                let start = panel.controls[0].number
                var values = [start]
                func turn(_ move: (input: Int, speed: Int, detents: Int), _ sign: Int) {
                    // The turns are a second apart, so that none is accelerated. Choices keep the default speeds, which
                    // have acceleration.
                    time = time + .milliseconds(1000)
                    panel.changeSpeed(
                        of: 0, to: .named(panel.controls[0].settings.speeds[move.speed].name), at: time,
                        into: &changes)
                    panel.turn(move.input, by: sign * move.detents * 120, at: time, into: &changes)
                }
                for _ in 0..<generator.int(in: 1...20) {
                    let move = (
                        generator.int(in: 0...1), generator.int(in: 0...speeds - 1), generator.int(in: -3...3)
                    )
                    changes.removeAll()
                    turn(move, 1)
                    // A turn that an end of the range has shortened cannot be reversed exactly.
                    if changes.contains(where: \.isLimit) { return nil }
                    moves.append(move)
                    values.append(panel.controls[0].number)
                }
                for move in moves.reversed() {
                    guard panel.controls[0].number.bitPattern == values.removeLast().bitPattern else {
                        return "came back to \(panel.controls[0].number) in \(panel.controls[0].settings)"
                    }
                    turn(move, -1)
                }
                let end = panel.controls[0].number
                return end.bitPattern == start.bitPattern ? nil : "\(start) became \(end)"
            } == nil)
    }

    @Test func decimalsTurnAsDecimalArithmeticWould() {
        #expect(
            counterexample("decimal steps", seed: 20_260_102) { generator in
                let places = generator.int(in: 0...6)
                let power = (0..<places).reduce(1) { value, _ in value * 10 }
                let start = generator.int(in: -1_000_000...1_000_000)
                let step = generator.int(in: 1...999)
                let number = NumberSettings(
                    range: ValueRange(-.infinity, .infinity),
                    speeds: [
                        Speed(
                            name: "only", amount: .perDetent(Double(step) / Double(power)), density: 20, lineWidth: 1)
                    ])
                var panel = RandomControls.panel(ControlSettings(name: "x", quantity: .float(number)))
                var changes = Changes()
                let zero = Instant(microseconds: 0)
                _ = try? panel.set(
                    [(0, .number(Double(start) / Double(power)))], by: .client(1), at: zero, into: &changes)
                var whole = start
                for _ in 0..<30 {
                    let detents = generator.int(in: -5...5)
                    whole += detents * step
                    panel.turn(0, by: detents * 120, at: zero, into: &changes)
                    // Parsing the decimal text gives the result of decimal arithmetic.
                    let expected = Double(decimalText(whole, places: places)) ?? .nan
                    if panel.controls[0].number != expected {
                        return "\(panel.controls[0].number) instead of \(decimalText(whole, places: places))"
                    }
                }
                return nil
            } == nil)
    }

    @Test func aSetValueReadsBackToTheBit() {
        #expect(
            counterexample("set and read", seed: 20_260_103) { generator in
                let range = ValueRange(-.infinity, .infinity)
                let speeds = [Speed(name: "only", amount: .perDetent(0.1), density: 20, lineWidth: 1)]
                var panel = RandomControls.panel(
                    ControlSettings(name: "x", quantity: .float(NumberSettings(range: range, speeds: speeds))))
                var changes = Changes()
                let zero = Instant(microseconds: 0)
                let value = Double(bitPattern: generator.next())
                // Up to this magnitude, a detent of 0.1 still moves the value.
                guard value.magnitude <= 1e12 else { return nil }
                panel.turn(0, by: generator.int(in: -9...9) * 40, at: zero, into: &changes)
                _ = try? panel.set([(0, .number(value))], by: .client(1), at: zero, into: &changes)
                let read = panel.controls[0].number
                return read.bitPattern == value.bitPattern ? nil : "\(value) reads back as \(read)"
            } == nil)
    }

    /// Tests any speed and taper, until the value reaches an end of its range. Numbers that wrap are left out.
    @Test func aDetentMovesASteppedControlByAtLeastAStep() {
        #expect(
            counterexample("a step with each detent", seed: 20_260_104) { generator in
                let control = RandomControls.control(&generator)
                guard let step = control.step else { return nil }
                var panel = RandomControls.panel(control)
                var changes = Changes()
                putAnywhere(in: &panel, &generator, &changes)
                for _ in 0..<12 {
                    let before = panel.controls[0].number
                    let speed = generator.int(in: 0...control.speeds.count - 1)
                    let detents = generator.pick([1, -1])
                    changes.removeAll()
                    panel.changeSpeed(
                        of: 0, to: .named(control.speeds[speed].name), at: Instant(microseconds: 0), into: &changes)
                    panel.turn(0, by: detents * 120, at: Instant(microseconds: 0), into: &changes)
                    let way = panel.controls[0].number - before
                    if changes.contains(where: \.isLimit) || panel.controls[0].rotations != nil { return nil }
                    if way * Double(detents) < step * (1 - 1e-6) {
                        return "\(detents) detents moved \(before) by \(way) in \(control)"
                    }
                }
                return nil
            } == nil)
    }

    @Test func threeDetentsOfATenthFromSevenPointOneAreSevenPointFour() {
        let speeds = [Speed(name: "only", amount: .perDetent(0.1), density: 20, lineWidth: 1)]
        let number = NumberSettings(range: ValueRange(0.1, 30), initial: 7.1, speeds: speeds)
        var panel = RandomControls.panel(ControlSettings(name: "mhz", quantity: .float(number)))
        var changes = Changes()
        for _ in 0..<3 { panel.turn(0, by: 120, at: Instant(microseconds: 0), into: &changes) }
        #expect("\(panel.controls[0].number)" == "7.4")
    }

    private func putAnywhere(
        in panel: inout Panel, _ generator: inout SeededGenerator, _ changes: inout Changes
    ) {
        let range = panel.controls[0].settings.numberRange
        let part = generator.double(in: 0.3...0.7)
        let value = range.isFinite ? range.lower + part * range.span : RandomControls.decimal(&generator)
        _ = try? panel.set([(0, .number(value))], by: .client(1), at: Instant(microseconds: 0), into: &changes)
    }

    private func decimalText(_ whole: Int, places: Int) -> String {
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let point = padded.index(padded.endIndex, offsetBy: -places)
        return (whole < 0 ? "-" : "") + padded[..<point] + (places > 0 ? "." : "") + padded[point...]
    }
}

extension ControlSettings {
    /// The distance between the values of a number with a step.
    var step: Double? {
        switch quantity {
        case .float(let number): number.step
        case .int(let number): number.step ?? 1
        case .choice, .selection: nil
        }
    }

    var numberRange: ValueRange {
        switch quantity {
        case .float(let number), .int(let number): number.range
        case .choice(let set), .selection(let set): ValueRange(0, Double(set.positions.count - 1))
        }
    }
}

extension Change {
    var isLimit: Bool {
        if case .limit = event { true } else { false }
    }
}

extension Changes {
    func contains(where matches: (Change) -> Bool) -> Bool { list.contains(where: matches) }
}
