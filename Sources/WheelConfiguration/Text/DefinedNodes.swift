import WheelCore
import WheelModel

/// Makes the nodes of a definition. A node's place is its number in the definition. The paths for messages are made
/// only after a mistake (`DefinedPaths`), since a definition may have ten thousand nodes.
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
            // JSON has only one kind of number. Whole numbers up to 2^53, which is the limit for integers in a file,
            // become integers.
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

/// Finds the path of a node, such as `controls[2].range`, from the number that `DefinedNodes` gave the node.
///
/// One walk finds the parent of each node. A walk for each mistake would take a second for a definition with a few
/// hundred mistakes.
struct DefinedPaths {
    private var nodes: [Node] = []

    private struct Node {
        /// The number of the node that contains this one; `nil` for a table of the definition.
        var parent: Int?
        var part: Part
    }

    private enum Part {
        case table(DefinedTables.Kind, Int)
        case key(String)
        case index(Int)

        var text: String {
            switch self {
            case .table(let kind, let index): "\(kind.rawValue)[\(index)]"
            case .key(let key): ".\(key)"
            case .index(let index): "[\(index)]"
            }
        }
    }

    init(of definition: Definition) {
        for list in definition.tables {
            for (index, value) in list.tables.enumerated() { visit(value, .table(list.kind, index), in: nil) }
        }
    }

    /// Visits the nodes in the order of their numbers.
    private mutating func visit(_ value: PlainValue, _ part: Part, in parent: Int?) {
        nodes.append(Node(parent: parent, part: part))
        let number = nodes.count
        switch value {
        case .string, .number, .flag: break
        case .list(let values):
            for (index, element) in values.enumerated() { visit(element, .index(index), in: number) }
        case .table(let entries): for entry in entries { visit(entry.value, .key(entry.key), in: number) }
        }
    }

    subscript(number: Int) -> String? {
        guard nodes.indices.contains(number - 1) else { return nil }
        var parts: [String] = []
        var next: Int? = number
        while let present = next {
            parts.append(nodes[present - 1].part.text)
            next = nodes[present - 1].parent
        }
        return parts.reversed().joined()
    }
}
