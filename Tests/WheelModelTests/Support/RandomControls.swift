import TestSupport
import WheelModel

/// Controls as a configuration could have them, at random.
enum RandomControls {
    /// A decimal as a person would write it.
    static func decimal(_ generator: inout SeededGenerator, digits: ClosedRange<Int> = 0...3) -> Double {
        let places = generator.int(in: digits)
        var power = 1
        for _ in 0..<places { power *= 10 }
        return Double(generator.int(in: -100_000...100_000)) / Double(power)
    }

    static func number(_ generator: inout SeededGenerator) -> NumberSettings {
        let lower = decimal(&generator)
        let span = max(0.5, decimal(&generator).magnitude)
        let isLog = generator.once(in: 5)
        let wraps = !isLog && generator.once(in: 4)
        var range = ValueRange(
            isLog ? lower.magnitude + 1 : lower, (isLog ? lower.magnitude + 1 : lower) + span,
            includesLower: wraps || !generator.once(in: 4), includesUpper: !wraps && !generator.once(in: 4))
        if !isLog && !wraps && generator.once(in: 8) { range = ValueRange(lower, .infinity) }
        let step: Double? = generator.once(in: 3) ? generator.pick([0.1, 0.25, 0.5, 1, 3, 0.01]) : nil
        return NumberSettings(
            range: range, step: step.map { min($0, range.isFinite ? range.span / 2 : $0) }, wraps: wraps,
            taper: isLog ? .log : .linear, speeds: speeds(&generator, scaled: range.isFinite, only: isLog),
            rangeTurns: generator.pick([1, 2, 0.5, 10]))
    }

    private static func speeds(_ generator: inout SeededGenerator, scaled: Bool, only: Bool) -> [Speed] {
        (0..<generator.int(in: 1...4)).map { index in
            let amount: SpeedAmount =
                switch generator.int(in: 0...2) {
                case _ where only: .scale(generator.pick([1, 0.3, 0.05, 0.001]))
                case 0 where scaled: .scale(generator.pick([1, 0.3, 0.05, 0.001]))
                case 1: .perDetent(generator.pick([0.1, 0.001, 1, 0.25, 0.000001, 0.7]))
                default: .perTurn(generator.pick([1, 10, 0.5, 360]))
                }
            return Speed(name: "speed\(index)", amount: amount, density: 20, lineWidth: 1)
        }
    }

    static func control(_ generator: inout SeededGenerator, name: String = "control") -> ControlSettings {
        let quantity: Quantity
        switch generator.int(in: 0...5) {
        case 0:
            let lower = Double(generator.int(in: -1000...1000))
            let range = ValueRange(lower, lower + Double(generator.int(in: 2...5000)))
            quantity = .int(NumberSettings(range: range, step: Double(generator.pick([1, 2, 5]))))
        case 1:
            quantity = .choice(PositionSettings(positions: PositionSettings.numbered(generator.int(in: 1...40))))
        case 2:
            let count = generator.int(in: 1...100)
            quantity = .selection(
                PositionSettings(
                    positions: PositionSettings.numbered(count),
                    maxSelected: generator.once(in: 3) ? count / 2 + 1 : nil))
        default:
            quantity = .float(number(&generator))
        }
        return ControlSettings(name: name, quantity: quantity)
    }

    /// A panel with one control and two encoders, without acceleration.
    static func panel(_ control: ControlSettings, detents: [Int] = [24, 20]) -> Panel {
        var control = control
        control.quantity = control.quantity.withoutAcceleration
        return Panel(
            PanelSettings(
                controls: [control],
                inputs: detents.enumerated().map { PanelInput(name: "knob\($0)", controls: [0], detents: $1) }))
    }
}

extension Quantity {
    var withoutAcceleration: Quantity {
        switch self {
        case .float(let number): .float(number.withoutAcceleration)
        case .int(let number): .int(number.withoutAcceleration)
        case .choice, .selection: self
        }
    }
}

extension NumberSettings {
    var withoutAcceleration: NumberSettings {
        var copy = self
        for index in copy.speeds.indices { copy.speeds[index].acceleration = .off }
        return copy
    }
}
