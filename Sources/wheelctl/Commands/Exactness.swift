import WheelCore
import WheelModel
import WheelWire

extension ControlState {
    /// Why the control cannot hold this number exactly, judged by its range and step. `nil` if the control can hold the
    /// number, and for positions, which are never rounded.
    func obstacle(to value: ControlValue) -> String? {
        guard case .number(let number) = value, let range else { return nil }
        if !wraps, !range.contains(number) { return "lies outside \(range.words)" }
        if let step, !isOnGrid(number, range) { return "lies between the steps of \(step.decimal)" }
        return nil
    }

    /// The report that the control holds a number other than the given one; `nil` if both are the same, or differ only
    /// by full turns.
    func change(of value: ControlValue, to now: ControlValue) -> String? {
        guard case .number(let given) = value, case .number(let taken) = now, given != taken else { return nil }
        // On a control that wraps, a number outside the range is held exactly, as the same number plus or minus full
        // turns.
        if let range, wraps, !range.contains(given), isOnGrid(given, range) { return nil }
        return "\(given.decimal) \(obstacle(to: value) ?? "cannot be held exactly"): it is now \(taken.decimal)"
    }

    private func isOnGrid(_ number: Double, _ range: ValueRange) -> Bool {
        guard let step, step > 0 else { return true }
        let origin = range.lower.isFinite ? range.lower : 0
        let nearest = origin + ((number - origin) / step).rounded() * step
        // Multiples of a decimal step are not exact in binary, so a rounding error is accepted.
        return (nearest - number).magnitude <= 8 * max(number.magnitude, origin.magnitude, step).ulp
    }
}

extension ValueRange {
    /// The range as it is written in a configuration.
    var words: String {
        "\(includesLower ? "[" : "(")\(Self.end(lower)), \(Self.end(upper))\(includesUpper ? "]" : ")")"
    }

    private static func end(_ value: Double) -> String {
        value.isFinite ? value.decimal : value < 0 ? "-inf" : "inf"
    }
}
