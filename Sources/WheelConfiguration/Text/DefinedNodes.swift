import WheelCore
import WheelModel

/// Makes the nodes of a definition. A node's place is its number in the definition. Paths are made for mistakes alone, by
/// `DefinedPaths`: a definition may have ten thousand nodes.
struct DefinedNodes {
    /// The definition's number, from 1; the file is 0.
    private let source: Int
    private var count = 0

    init(source: Int) { self.source = source }

    mutating func tables(of definition: Definition) -> [(kind: DefinedTables.Kind, nodes: [TOMLNode])] {
        definition.tables.map { list in (list.kind, list.tables.map { node($0) }) }
    }

    private mutating func nextPlace() -> Place {
        count += 1
        return Place(line: count, column: 1, source: source)
    }

    private mutating func node(_ value: PlainValue) -> TOMLNode {
        let place = nextPlace()
        switch value {
        case .string(let text): return TOMLNode(value: .string(text), place: place)
        case .flag(let flag): return TOMLNode(value: .boolean(flag), place: place)
        case .number(let number):
            // JSON has one kind of number. Beyond 2^53 it is no integer in a file either, but written as 1e16.
            let whole = number.magnitude <= NumberLimits.largestInteger ? Int64(exactly: number) : nil
            return TOMLNode(value: whole.map { .integer($0) } ?? .number(number), place: place)
        case .list(let values): return TOMLNode(value: .list(values.map { node($0) }), place: place)
        case .table(let entries):
            let own = entries.map { entry in
                let node = node(entry.value)
                return TOMLEntry(key: entry.key, place: node.place, node: node)
            }
            return TOMLNode(value: .table(TOMLTable(entries: own, place: place)), place: place)
        }
    }
}
