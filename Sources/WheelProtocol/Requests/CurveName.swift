import WheelModel
import WheelSettings

/// A ramp's curve, as the configuration and the socket name it.
enum CurveName: String, CaseIterable {
    case linear
    case easeIn = "ease-in"
    case easeOut = "ease-out"
    case easeInOut = "ease-in-out"

    var curve: AnimationCurve {
        switch self {
        case .linear: .linear
        case .easeIn: .easeIn
        case .easeOut: .easeOut
        case .easeInOut: .easeInOut
        }
    }
}

extension JSONObject {
    /// A name, or the control points of a cubic Bézier.
    func curve(_ name: String) throws(MemberProblem) -> AnimationCurve {
        if case .string(let text) = try value(name), let known = CurveName(rawValue: text) { return known.curve }
        if case .array(let elements) = try value(name), elements.count == 4,
            case .number(let x1) = elements[0], case .number(let y1) = elements[1],
            case .number(let x2) = elements[2], case .number(let y2) = elements[3],
            let curve = AnimationCurve(numbers: [x1, y1, x2, y2])
        {
            return curve
        }
        let names = CurveName.allCases.map(\.rawValue).joined(separator: ", ")
        throw .wrong(
            name,
            mustBe: "one of \(names), or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000")
    }
}

extension LineBuffer {
    mutating func curve(_ curve: AnimationCurve) {
        switch curve {
        case .linear: name(.linear)
        case .easeIn: name(.easeIn)
        case .easeOut: name(.easeOut)
        case .easeInOut: name(.easeInOut)
        case .bezier(let x1, let y1, let x2, let y2):
            beginArray()
            for number in [x1, y1, x2, y2] {
                separate()
                self.number(number)
            }
            endArray()
        }
    }

    private mutating func name(_ curve: CurveName) { string(curve.rawValue) }
}
