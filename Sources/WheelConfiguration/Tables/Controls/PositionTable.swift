import WheelCore
import WheelModel

/// An entry of `positions`: a name, or a table with a name and a label.
enum PositionTable {
    static let name = Key(required: "name", .text(1...64), as: "\"low\"", "The name that clients and bindings use.")
    static let label = Key("label", .text(1...100), otherwise: "the name", "The text on the display.")

    static let schema = TableSchema("an entry of positions", "A position with a label.", [name.row, label.row])

    /// The position, and the place of its name.
    static func read(_ node: TOMLNode, mistakes: MistakeList) -> Placed<Position>? {
        let subject = Subject(name: "an entry of 'positions'", mistakes: mistakes)
        switch node.value {
        case .string:
            return ValueType<String>.text(1...64).read(node, subject).map { name in
                Placed(value: Position(name: name), place: node.place)
            }
        case .table(let table):
            let reader = TableReader(checking: table, by: schema, mistakes)
            let name = reader.read(name)
            let label = reader.read(label).value
            return name.value.map { Placed(value: Position(name: $0, label: label), place: name.place) }
        case .integer, .number, .boolean, .date, .time, .dateTime, .list:
            return subject.mustBe("a string or a table", node)
        }
    }
}
