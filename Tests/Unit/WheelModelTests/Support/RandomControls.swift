import TestSupport
import WheelCore
import WheelModel
import WheelTouch

enum RandomControls {
    /// A short decimal.
    static func decimal(_ generator: inout SeededGenerator, digits: ClosedRange<Int> = 0...3) -> Double {
        let places = generator.int(in: digits)
        var power = 1
        for _ in 0..<places { power *= 10 }
        return Double(generator.int(in: -100_000...100_000)) / Double(power)
    }

    /// A number with any of the keys: with or without grid, wrapping, logarithmic, or open-ended.
    static func number(_ generator: inout SeededGenerator, isWhole: Bool = false) -> NumberSettings {
        let taper = generator.pick([Taper.log, .square, .linear, .linear, .linear, .linear, .linear, .linear])
        let wraps = taper == .linear && generator.once(in: 4)
        let range = range(&generator, isWhole: isWhole, taper: taper, wraps: wraps)
        let span = range.isFinite ? range.span : 1000
        var step: Double?
        if generator.once(in: isWhole ? 2 : 3) {
            let steps: [Double] = isWhole ? [1, 2, 3, 5, 7] : [0.1, 0.25, 0.5, 1, 3, 0.01]
            // A range of at least two steps has a grid point between its ends, even if it excludes both ends.
            step = steps.filter { $0 <= span / 2 }.randomElement(using: &generator)
        }
        let stepper: Double = isWhole ? 2 : 0.3
        return NumberSettings(
            range: range, step: step, snaps: step == nil || !generator.once(in: 3), wraps: wraps,
            taper: taper,
            initial: generator.once(in: 3) ? inside(range, isWhole: isWhole, &generator) : nil,
            unit: generator.once(in: 6) ? "°" : nil,
            speeds: speeds(&generator, scaled: range.isFinite, taper: taper),
            rangeTurns: generator.pick([1, 2, 0.5, 10]),
            stepper: generator.once(in: 4) && stepper <= span ? stepper : nil)
    }

    private static func range(
        _ generator: inout SeededGenerator, isWhole: Bool, taper: Taper, wraps: Bool
    ) -> ValueRange {
        var lower = decimal(&generator, digits: isWhole ? 0...0 : 0...3)
        var span = max(isWhole ? 2 : 0.5, decimal(&generator, digits: isWhole ? 0...0 : 0...3).magnitude)
        switch taper {
        case .linear: break
        case .log: lower = lower.magnitude + 1
        case .square: lower = 0
        }
        if isWhole { span = span.rounded() }
        let upper = isWhole ? lower + span : upper(lower, span)
        switch generator.int(in: 0...15) {
        case 0 where taper == .linear && !wraps:
            return ValueRange(lower, .infinity, includesLower: generator.once(in: 2))
        case 1 where taper == .linear && !wraps:
            return ValueRange(-.infinity, upper, includesUpper: generator.once(in: 2))
        case 2 where taper == .linear && !wraps: return ValueRange(-.infinity, .infinity)
        default: break
        }
        let includesLower = !generator.once(in: 4)
        let includesUpper = wraps ? !includesLower : !generator.once(in: 4)
        return ValueRange(lower, upper, includesLower: includesLower, includesUpper: includesUpper)
    }

    /// The upper end, as a short decimal.
    private static func upper(_ lower: Double, _ span: Double) -> Double { ((lower + span) * 1000).rounded() / 1000 }

    private static func inside(_ range: ValueRange, isWhole: Bool, _ generator: inout SeededGenerator) -> Double? {
        let lower = range.lower.isFinite ? range.lower : -100
        let upper = range.upper.isFinite ? range.upper : lower + 100
        let value = lower + generator.double(in: 0...1) * (upper - lower)
        let written = isWhole ? value.rounded() : (value * 1000).rounded() / 1000
        return range.contains(written) ? written : nil
    }

    private static func speeds(_ generator: inout SeededGenerator, scaled: Bool, taper: Taper) -> [Speed] {
        (0..<generator.int(in: 1...4)).map { index in
            let amount: SpeedAmount =
                switch generator.int(in: 0...2) {
                case 0 where taper == .log: .perOctave(generator.pick([1, 3, 12, 24, 1000]))
                case _ where taper != .linear: .scale(generator.pick([1, 0.3, 0.05, 0.001]))
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
        case 0: quantity = .int(number(&generator, isWhole: true))
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
                inputs: detents.enumerated().map { InputSettings(name: "knob\($0)", controls: [0], detents: $1) }))
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
