import WheelSettings

extension JSONObject {
    /// Reads a curve's name, or the control points of a cubic Bézier.
    func curve(_ name: String) throws(MemberProblem) -> AnimationCurve {
        switch try value(name) {
        case .string(let text):
            if let curve = AnimationCurve(name: text) { return curve }
        case .array(let elements):
            let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
            if numbers.count == elements.count, let curve = AnimationCurve(numbers: numbers) { return curve }
        case .null, .bool, .number, .object: break
        }
        let names = AnimationCurve.named.compactMap(\.name).joined(separator: ", ")
        throw .wrong(
            name,
            mustBe: "one of \(names), or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000")
    }
}

extension LineBuffer {
    mutating func curve(_ curve: AnimationCurve) {
        guard case .bezier(let x1, let y1, let x2, let y2) = curve else { return optionalString(curve.name) }
        beginArray()
        for number in [x1, y1, x2, y2] {
            separate()
            self.number(number)
        }
        endArray()
    }
}
