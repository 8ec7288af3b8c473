import WheelSettings

/// Makes the nodes of a definition, and finds the path of a node for a mistake.
///
/// A node's place is its number in the definition. Paths are made for mistakes alone: a definition may have ten
/// thousand nodes.
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
            let whole = Int64(exactly: number)
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

    // MARK: Paths

    /// The paths of these nodes by their numbers, such as `controls[2].range`.
    static func paths(to wanted: Set<Int>, in definition: Definition) -> [Int: String] {
        var search = PathSearch(wanted: wanted)
        for list in definition.tables {
            for (index, value) in list.tables.enumerated() {
                search.visit(value, at: "\(list.kind.rawValue)[\(index)]")
            }
        }
        return search.paths
    }
}

/// A walk through the nodes of a definition, in the order in which they were numbered.
private struct PathSearch {
    let wanted: Set<Int>
    private(set) var paths: [Int: String] = [:]
    private var count = 0
    /// The parts of the present node's path. They are joined for a wanted node alone.
    private var parts: [Part] = []

    private enum Part {
        case table(String)
        case key(String)
        case index(Int)

        var text: String {
            switch self {
            case .table(let text): text
            case .key(let key): ".\(key)"
            case .index(let index): "[\(index)]"
            }
        }
    }

    init(wanted: Set<Int>) { self.wanted = wanted }

    mutating func visit(_ value: PlainValue, at table: String) { visit(value, .table(table)) }

    private mutating func visit(_ value: PlainValue, _ part: Part) {
        guard paths.count < wanted.count else { return }
        parts.append(part)
        defer { parts.removeLast() }
        count += 1
        if wanted.contains(count) { paths[count] = parts.map(\.text).joined() }
        switch value {
        case .string, .number, .flag: break
        case .list(let values): for (index, element) in values.enumerated() { visit(element, .index(index)) }
        case .table(let entries): for entry in entries { visit(entry.value, .key(entry.key)) }
        }
    }
}
