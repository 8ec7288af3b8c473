import WheelCore

extension ValueType where Value == Size {
    /// The width and height of a screen in millimetres.
    static let millimetres = ValueType(
        "list of two numbers", limits: "5…5000", write: { "[\(decimal($0.width)), \(decimal($0.height))]" },
        read: { node, subject in
            guard case .list(let nodes) = node.value else {
                return subject.mustBe("a width and a height in millimetres, as [108, 65]", node)
            }
            guard nodes.count == 2 else {
                return subject.complain(
                    node.place,
                    "must be a width and a height in millimetres, as [108, 65], not a list of \(nodes.count)")
            }
            let sides = nodes.compactMap { ValueType<Double>.number(.closed(5...5000)).read($0, subject.entry) }
            return sides.count == 2 ? Size(width: sides[0], height: sides[1]) : nil
        })
}
