import Glibc
import Testing
import WheelCore

@testable import WheelConfiguration

/// The daemon's loop waits while a definition is read, so no list, however long and wrong, may take long. A reader that
/// searched for each entry among all others took 39 s for 227 KB.
@Suite struct DefinitionCostTests {
    private enum Entries: CaseIterable {
        case equalNames, equalTables, unknownNames, unknownTables, numbers, equalNumbers, lists, unknownKeys

        func entry(_ number: Int) -> PlainValue {
            switch self {
            case .equalNames: .string("same")
            case .equalTables: .table([Entry("name", .string("same"))])
            case .unknownNames: .string("unknown\(number)")
            case .unknownTables: .table([Entry("name", .string("unknown\(number)"))])
            case .numbers: .table([Entry("at", .number(Double(number))), Entry("text", .string("x"))])
            case .equalNumbers: .table([Entry("at", .number(1)), Entry("text", .string("x"))])
            case .lists: .list([])
            case .unknownKeys: .table([Entry("unknown\(number)", .flag(true))])
            }
        }
    }

    private typealias Entry = PlainValue.Entry
    /// Without the optimiser everything takes about ten times as long.
    private static let limit = Budget.iteration.seconds * 10

    private static let tables: [(DefinedTables.Kind, [KeyRow])] = [
        (.controls, ControlTable.schema.rows), (.pages, PageTable.table.schema.rows),
        (.ramps, RampTable.table.schema.rows),
        (.presets, PresetTable.table.schema.rows),
    ]

    /// For each key, a long list in one table, and shorter lists in many tables.
    @Test func listsAtTheirLimits() {
        for (kind, rows) in Self.tables {
            for key in Set(rows.map(\.name)).sorted() {
                // A key that takes no list refuses a list as a whole, so one kind of entries is enough.
                let isList = rows.contains { $0.name == key && $0.takesMany }
                for entries in isList ? Entries.allCases : [.equalNames] {
                    for (count, length) in isList ? [(1, 40_000), (40, 1000)] : [(40, 500)] {
                        let definition = definition(kind, count) { table in
                            Entry(key, .list((0..<length).map { entries.entry(table * length + $0) }))
                        }
                        check(definition, "\(count) \(kind.rawValue) with \(length) \(entries) as \(key)")
                    }
                }
            }
        }
    }

    @Test func tablesAtTheirLimits() {
        for (kind, _) in Self.tables {
            for entries in Entries.allCases {
                let tables = DefinedTables(kind, (0..<40_000).map { entries.entry($0) })
                check(Definition(owner: "x", tables: [tables]), "\(entries) as \(kind.rawValue)")
            }
            let keys = PlainValue.table((0..<40_000).map { Entry("unknown\($0)", .flag(true)) })
            check(Definition(owner: "x", tables: [DefinedTables(kind, [keys])]), "keys of one of \(kind.rawValue)")
        }
    }

    private func definition(_ kind: DefinedTables.Kind, _ count: Int, _ entry: (Int) -> Entry) -> Definition {
        let tables = (0..<count).map { number -> PlainValue in
            var entries = [Entry("name", .string("table\(number)"))]
            if kind == .controls { entries.append(Entry("kind", .string("choice"))) }
            let own = entry(number)
            entries.removeAll { $0.key == own.key }
            return .table(entries + [own])
        }
        return Definition(owner: "x", tables: [DefinedTables(kind, tables)])
    }

    private func check(_ definition: Definition, _ what: String) {
        let start = processorSeconds
        _ = try? Configuration.parse([], file: "", with: [definition])
        let seconds = processorSeconds - start
        #expect(seconds < Self.limit, "\(what)")
    }

    /// The processor time that this thread has used.
    private var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension KeyRow {
    fileprivate var takesMany: Bool { ["list", "table", "number of positions"].contains { type.contains($0) } }
}
