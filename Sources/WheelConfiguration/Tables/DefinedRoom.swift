import WheelCore

/// The number of values that clients can still define. The number is limited because each definition makes the daemon
/// read all values again and send them to every client.
struct DefinedRoom {
    private var left = Definition.mostValues

    /// Counts the values of these entries. Returns `false` if there are too many, and adds a mistake the first time.
    mutating func consume(_ entries: some Sequence<TOMLEntry>, at place: Place, _ mistakes: MistakeList) -> Bool {
        guard left >= 0 else { return false }
        for entry in entries where left >= 0 { consume(entry) }
        guard left < 0 else { return true }
        mistakes.add(
            place,
            "clients can define at most \(Definition.mostValues) values in all, with those that 'like' takes over and each "
                + "position")
        return false
    }

    private mutating func consume(_ entry: TOMLEntry) {
        // `positions = 1000` makes a thousand positions, so it counts as a thousand values.
        if entry.key == "positions", case .integer(let count) = entry.node.value {
            left -= Int(min(max(count, 1), Int64(Definition.mostValues)))
        } else {
            consume(entry.node)
        }
    }

    private mutating func consume(_ node: TOMLNode) {
        left -= 1
        switch node.value {
        case .list(let nodes): for node in nodes where left >= 0 { consume(node) }
        case .table(let table): for entry in table.entries where left >= 0 { consume(entry) }
        case .string, .integer, .number, .boolean, .date, .time, .dateTime: break
        }
    }
}
