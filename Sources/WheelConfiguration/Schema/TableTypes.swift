extension ValueType where Value == TOMLTable {
    static let table = ValueType("table", write: { _ in "{ }" }) { node, subject in
        guard case .table(let table) = node.value else {
            subject.mustBe("a table", node)
            return nil
        }
        return table
    }
}
