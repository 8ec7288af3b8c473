import WheelCore

extension ValueType where Value == DisplayOutput {
    /// The size of a remote display, within the sizes that have a layout.
    static let pictureSize = ValueType(
        "list of two whole numbers", limits: "`[128, 64]`…`[1920, 1080]`, upright or not", write: { _ in "[800, 480]" },
        read: { node, subject in
            guard case .list(let nodes) = node.value else {
                subject.mustBe("a width and a height, as [800, 480]", node)
                return nil
            }
            guard nodes.count == 2 else {
                subject.complain(
                    node.place, "must be a width and a height, as [800, 480], not a list of \(nodes.count)")
                return nil
            }
            let sides = nodes.compactMap { ValueType<Int>.whole(64...1920).read($0, subject.entry) }
            guard sides.count == 2 else { return nil }
            guard sides[0] >= 128 || sides[1] >= 128, min(sides[0], sides[1]) <= 1080 else {
                subject.complain(
                    node.place,
                    "must be from [128, 64] to [1920, 1080], upright or not, not [\(sides[0]), \(sides[1])]")
                return nil
            }
            return .remote(width: sides[0], height: sides[1])
        })
}
