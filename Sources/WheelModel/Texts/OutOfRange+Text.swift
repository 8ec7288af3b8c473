import WheelCore

extension ControlSettings {
    /// Why a control with `beyond = "refuse"` does not take `value`, as a sentence for people.
    public func refusal(of value: Double) -> String {
        guard let range = number?.range else { return "\(name) does not take \(Self.text(value))" }
        guard !range.contains(value) else { return "\(Self.text(value)) is beyond the largest number of \(name)" }
        let (left, right) = (range.includesLower ? "[" : "(", range.includesUpper ? "]" : ")")
        let ends = "\(left)\(Self.text(range.lower)), \(Self.text(range.upper))\(right)"
        return "\(name) takes values in \(ends), not \(Self.text(value))"
    }

    private static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
