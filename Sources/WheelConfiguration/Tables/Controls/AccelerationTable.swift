import WheelCore

/// `acceleration`: a word, or a table.
enum AccelerationTable {
    static let table = Table(
        "acceleration", "The acceleration of fast turns.", (from: 0.0, full: 0.0, most: Double.infinity)
    ) {
        Setting(
            "from_turns_per_s", .number(.closed(0...100)), default: 0.3, { $0.from = $1 },
            "Up to this rate turns are not accelerated.")
        Setting(
            "full_turns_per_s", .number(.above(0, upTo: 100)), default: 3, { $0.full = $1 },
            "A knob turned this fast or faster covers the whole range in half a revolution. "
                + "Must be greater than `from_turns_per_s`.")
        Setting(
            "max", .number(.atLeast(1)), otherwise: "no limit", { $0.most = $1 },
            "The largest factor by which a turn is multiplied.")
    }

    static let type = ValueType<Acceleration>(
        "\"off\", \"range\" or table", write: { $0 == .off ? "\"off\"" : "\"range\"" },
        read: { node, subject in
            switch node.value {
            case .string("off"): return .off
            case .string("range"): return .standard
            case .string(let text):
                return subject.complain(
                    node.place, "must be \"off\", \"range\" or a table, not \(quoted(text, quote: "\""))")
            case .table(let table): return read(table, subject.mistakes)
            case .integer, .number, .boolean, .date, .time, .dateTime, .list:
                return subject.mustBe("\"off\", \"range\" or a table", node)
            }
        })

    private static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> Acceleration? {
        let (rates, reader) = self.table.read(table, mistakes)
        guard !reader.isMistaken("from_turns_per_s"), !reader.isMistaken("full_turns_per_s") else { return nil }
        guard rates.from < rates.full else {
            return mistakes.add(
                reader.valuePlace(reader.has("full_turns_per_s") ? "full_turns_per_s" : "from_turns_per_s"),
                "'full_turns_per_s' (\(decimal(rates.full))) must be greater than "
                    + "'from_turns_per_s' (\(decimal(rates.from)))")
        }
        guard !reader.isMistaken("max") else { return nil }
        return .range(from: TurnsPerSecond(rates.from), full: TurnsPerSecond(rates.full), max: rates.most)
    }
}
