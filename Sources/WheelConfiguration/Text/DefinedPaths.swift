import WheelCore

/// The paths of a definition's nodes, such as `controls[2].range`, by the numbers of `DefinedNodes`.
///
/// One walk finds the parent of each node. A walk for each mistake would take a second for a definition with a few
/// hundred of them.
struct DefinedPaths {
    private var nodes: [Node] = []

    private struct Node {
        /// The number of the node that it is in; `nil` for a table of the definition.
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

    /// In the order in which the nodes were numbered, from 1.
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
