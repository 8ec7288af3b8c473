import WheelModel
import WheelProtocol
import WheelSettings

/// Whether a control can hold a number exactly, or only a number near it.
extension ControlState {
    /// Why the control cannot hold this number exactly, judged by its range and step. `nil` if it can, and for values
    /// that are no numbers: the daemon accepts or refuses those unchanged.
    func obstacle(to value: ControlValue) -> String? {
        guard case .number(let number) = value, let state = self.number else { return nil }
        if !state.wraps, !state.range.contains(number) { return "lies outside \(state.range.words)" }
        if let step = state.step, !state.isOnGrid(number) { return "lies between the steps of \(step.decimal)" }
        return nil
    }

    /// Reports that the control holds another number than was given; `nil` if it holds the given one.
    func change(of value: ControlValue, to now: ControlValue) -> String? {
        guard case .number(let given) = value, case .number(let taken) = now, given != taken else { return nil }
        // On a control that wraps, a full turn more is the same value.
        if let state = number, state.wraps, !state.range.contains(given), state.isOnGrid(given) { return nil }
        return "\(given.decimal) \(obstacle(to: value) ?? "cannot be held exactly"): it is now \(taken.decimal)"
    }

    private var number: NumberState? {
        switch kind {
        case .float(let number), .int(let number): number
        case .choice, .selection: nil
        }
    }
}

extension NumberState {
    fileprivate func isOnGrid(_ number: Double) -> Bool {
        guard let step, step > 0 else { return true }
        let origin = range.lower.isFinite ? range.lower : 0
        let nearest = origin + ((number - origin) / step).rounded() * step
        // Multiples of a decimal step are not exact in binary.
        return (nearest - number).magnitude <= 8 * max(number.magnitude, origin.magnitude, step).ulp
    }
}

extension ValueRange {
    /// As the configuration writes it.
    var words: String {
        "\(includesLower ? "[" : "(")\(Self.end(lower)), \(Self.end(upper))\(includesUpper ? "]" : ")")"
    }

    private static func end(_ value: Double) -> String {
        value.isFinite ? value.decimal : value < 0 ? "-inf" : "inf"
    }
}
