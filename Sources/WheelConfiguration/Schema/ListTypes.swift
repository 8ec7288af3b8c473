/// A list of the file. `values` does not contain invalid entries.
package struct ListValue<Value: Sendable>: Sendable {
    package let values: [Placed<Value>]
    package let isWhole: Bool
}

extension ValueType {
    /// A list of values of this type. `count` limits its length.
    package func list(_ count: ClosedRange<Int>, of words: String) -> ValueType<ListValue<Value>> {
        let write: @Sendable (ListValue<Value>) -> String = { list in
            "[\(list.values.map { self.write($0.value) }.joined(separator: ", "))]"
        }
        return ValueType<ListValue<Value>>("list of \(words)", limits: limits, write: write) { node, subject in
            guard case .list(let nodes) = node.value else { return subject.mustBe("a list of \(words)", node) }
            guard count.contains(nodes.count) else {
                return subject.complain(
                    node.place,
                    nodes.isEmpty
                        ? "must not be empty"
                        : "must have \(count.lowerBound == count.upperBound ? "" : "at most ")\(count.upperBound) "
                            + "entries, not \(nodes.count)")
            }
            let values = nodes.compactMap { node in
                read(node, subject.entry).map { Placed(value: $0, place: node.place) }
            }
            return ListValue(values: values, isWhole: values.count == nodes.count)
        }
    }
}

extension ValueType where Value == TOMLTable {
    package static let table = ValueType("table", write: { _ in "{ }" }) { node, subject in
        guard case .table(let table) = node.value else { return subject.mustBe("a table", node) }
        return table
    }
}
