extension ValueType where Value == Placed<String> {
    /// The name of a control, an input or another table of the file.
    package static func name(of what: String) -> ValueType {
        let text = ValueType<String>.text(0...200).placed
        return ValueType("\(what)'s name", write: text.write, read: text.read)
    }
}

extension ValueType where Value == ListValue<Placed<String>> {
    /// The names of such tables.
    static func names(of what: String, _ count: ClosedRange<Int>) -> ValueType {
        ValueType<Placed<String>>.name(of: what).list(count, of: "\(what) names")
    }
}

extension ValueType where Value == Placed<String> {
    /// The name of a position of the same control.
    static let positionName = ValueType("position's name", write: { quoted($0.value, quote: "\"") }) { node, subject in
        guard case .string(let name) = node.value else { return subject.mustBe("a position's name in quotes", node) }
        return Placed(value: name, place: node.place)
    }
}

extension ListValue where Value == Placed<String> {
    /// The indices of these names in `names`. Adds a mistake for each that is unknown or a duplicate.
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
