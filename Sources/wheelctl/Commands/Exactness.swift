import WheelModel
import WheelProtocol
import WheelSettings

/// Whether a control takes a number as it is, or something near it.
extension ControlState {
    /// Why the control cannot hold just this number, as far as its range and step tell; `nil` where it can, and for
    /// other values: those are taken or refused.
    func obstacle(to value: ControlValue) -> String? {
        guard case .number(let number) = value, let range else { return nil }
        if !wraps, !range.contains(number) { return "lies outside \(range.words)" }
        if let step, !isOnGrid(number, range) { return "lies between the steps of \(step.decimal)" }
        return nil
    }

    /// What became of a number that the control did not take as it was; `nil` where it did.
    func change(of value: ControlValue, to now: ControlValue) -> String? {
        guard case .number(let given) = value, case .number(let taken) = now, given != taken else { return nil }
        // Another turn of a control that wraps is no other value.
        if let range, wraps, !range.contains(given), isOnGrid(given, range) { return nil }
        return "\(given.decimal) \(obstacle(to: value) ?? "is not taken as it is"): it is now \(taken.decimal)"
    }

    private func isOnGrid(_ number: Double, _ range: ValueRange) -> Bool {
        guard let step, step > 0 else { return true }
        let origin = range.lower.isFinite ? range.lower : 0
        let nearest = origin + ((number - origin) / step).rounded() * step
        // Multiples of a decimal step are not exact.
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
