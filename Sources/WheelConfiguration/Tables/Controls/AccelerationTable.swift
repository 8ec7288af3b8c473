import WheelCore
import WheelModel

/// `acceleration = { … }`
enum AccelerationTable {
    static let from = Key(
        "from_turns_per_s", .number(.closed(0...100)), default: 0.3, "Up to this rate turns are not accelerated.")
    static let full = Key(
        "full_turns_per_s", .number(.above(0, upTo: 100)), default: 3,
        "A knob turned this fast or faster covers the whole range in half a revolution. "
            + "Must be greater than `from_turns_per_s`.")
    static let most = Key(
        "max", .number(.atLeast(1)), otherwise: "no limit", "The largest factor by which a turn is multiplied.")

    static let schema = TableSchema(
        "acceleration", "The acceleration of fast turns.", [from.row, full.row, most.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> Acceleration? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let from = reader.read(from)
        let full = reader.read(full)
        let most = reader.read(most)
        guard !from.isMistaken, !full.isMistaken else { return nil }
        guard from.value < full.value else {
            return mistakes.add(
                full.isGiven ? full.place : from.place,
                "'full_turns_per_s' (\(decimal(full.value))) must be greater than "
                    + "'from_turns_per_s' (\(decimal(from.value)))")
        }
        guard !most.isMistaken else { return nil }
        return .range(
            from: TurnsPerSecond(from.value), full: TurnsPerSecond(full.value), max: most.value ?? .infinity)
    }
}

extension ValueType where Value == Acceleration {
    static let acceleration = ValueType(
        "\"off\", \"range\" or table",
        write: { $0 == .off ? "\"off\"" : "\"range\"" },
        read: { node, subject in
            switch node.value {
            case .string("off"):
                return .off
            case .string("range"):
                return .standard
            case .string(let text):
                return subject.complain(
                    node.place, "must be \"off\", \"range\" or a table, not \(quoted(text, quote: "\""))")
            case .table(let table):
                return AccelerationTable.read(table, mistakes: subject.mistakes)
            case .integer, .number, .boolean, .date, .time, .dateTime, .list:
                return subject.mustBe("\"off\", \"range\" or a table", node)
            }
        })
}
