import WheelCore
import WheelModel

extension ValueType where Value == AnimationCurve {
    private static let names = AnimationCurve.named.compactMap(\.name)

    /// A curve by its name or its control points.
    static let curve = ValueType(
        "\(alternatives(names.map { quoted($0, quote: "\"") })), or list of four numbers",
        limits: "x1 and x2 0…1, y1 and y2 -1000…1000",
        write: { curve in
            curve.name.map { quoted($0, quote: "\"") } ?? "[x1, y1, x2, y2]"
        },
        read: { node, subject in
            switch node.value {
            case .string(let text):
                if let curve = AnimationCurve(name: text) { return curve }
                let nearest = NearestName.of(text, in: names).map { " (did you mean \(quoted($0))?)" } ?? ""
                return subject.complain(
                    node.place,
                    "must be \(alternatives(names.map { quoted($0, quote: "\"") } + ["four numbers"])), "
                        + "not \(quoted(text, quote: "\""))\(nearest)")
            case .list:
                return points(node, subject)
            case .integer, .number, .boolean, .date, .time, .dateTime, .table:
                return subject.mustBe("a curve's name or a list of four numbers", node)
            }
        })

    private static func points(_ node: TOMLNode, _ subject: Subject) -> AnimationCurve? {
        let numbers = ValueType<Double>.number(.closed(AnimationCurve.heights)).list(4...4, of: "four numbers")
        guard let list = numbers.read(node, subject), list.isWhole else { return nil }
        let (x1, x2) = (list.values[0], list.values[2])
        for x in [x1, x2] where !(0...1).contains(x.value) {
            subject.complain(x.place, "needs x1 and x2 in 0…1, not \(decimal(x.value))")
        }
        guard (0...1).contains(x1.value), (0...1).contains(x2.value) else { return nil }
        return .bezier(x1: x1.value, y1: list.values[1].value, x2: x2.value, y2: list.values[3].value)
    }
}
