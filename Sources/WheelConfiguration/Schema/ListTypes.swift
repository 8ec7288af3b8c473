/// A list of the file, without its invalid entries.
package struct ListValue<Value: Sendable>: Sendable {
    package let values: [Placed<Value>]
    package let isWhole: Bool
}

extension ValueType {
    /// A list of values of this type. `count` limits the length of the list.
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

extension ValueType {
    /// This list as an array. The whole list is invalid if one of its entries is.
    package func wholeList<Entry>() -> ValueType<[Entry]> where Value == ListValue<Entry> {
        ValueType<[Entry]>(name, limits: limits, write: { _ in "" }) { node, subject in
            guard let list = read(node, subject), list.isWhole else { return nil }
            return list.values.map(\.value)
        }
    }

    /// A list of two values. `sentence` describes the two values in messages: `a width and a height, as [800, 480]`.
    func pair(_ name: String, limits: String, as sentence: String) -> ValueType<[Value]> {
        ValueType<[Value]>(name, limits: limits, write: { _ in "" }) { node, subject in
            guard case .list(let nodes) = node.value else { return subject.mustBe(sentence, node) }
            guard nodes.count == 2 else {
                return subject.complain(node.place, "must be \(sentence), not a list of \(nodes.count)")
            }
            let values = nodes.compactMap { read($0, subject.entry) }
            return values.count == 2 ? values : nil
        }
    }
}

extension ValueType where Value == TOMLTable {
    package static let table = ValueType("table", write: { _ in "{ }" }) { node, subject in
        guard case .table(let table) = node.value else { return subject.mustBe("a table", node) }
        return table
    }
}

extension ValueType where Value == Placed<String> {
    /// A reference to a table of the file, by its name.
    package static func name(of what: String) -> ValueType {
        let text = ValueType<String>.text(0...200).placed
        return ValueType("\(what)'s name", write: text.write, read: text.read)
    }
}

extension ValueType where Value == ListValue<Placed<String>> {
    static func names(of what: String, _ count: ClosedRange<Int>) -> ValueType {
        ValueType<Placed<String>>.name(of: what).list(count, of: "\(what) names")
    }
}

extension ValueType where Value == Placed<String> {
    /// The name of one of a control's positions.
    static let positionName = ValueType("position's name", write: { quoted($0.value, quote: "\"") }) { node, subject in
        guard case .string(let name) = node.value else { return subject.mustBe("a position's name in quotes", node) }
        return Placed(value: name, place: node.place)
    }
}

extension ListValue where Value == Placed<String> {
    /// The indices of these names in `names`. Adds a mistake for each name that is unknown or a duplicate.
    func indices(in names: NameList, key: String, mistakes: MistakeList) -> [Int]? {
        var indices: [Int] = []
        for name in values.map(\.value) {
            guard let index = names.find(name, mistakes: mistakes) else { continue }
            if indices.contains(index) {
                mistakes.add(name.place, "\(quoted(key)) names the \(names.what) \(quoted(name.value)) twice")
            } else {
                indices.append(index)
            }
        }
        return isWhole && indices.count == values.count ? indices : nil
    }
}
