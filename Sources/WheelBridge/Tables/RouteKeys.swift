import WheelConfiguration
import WheelCore

/// A table `[[….control]]` of a bridge with values in both directions. What its keys mean differs in a few words.
package protocol RouteDraft: Sendable {
    var route: MirrorRoute { get set }
}

extension Setting where Draft: RouteDraft {
    package static var control: Setting {
        Setting(required: "control", .name, as: "\"cutoff\"", { $0.route.control = $1 }, "The control's name.")
    }

    /// The keys behind the bridge's own.
    package static func route(receive: String, takeover: String, range: String) -> [Setting] {
        [
            Setting("send", .flag, default: true, { $0.route.sends = $1 }, "Whether the control's changes are sent."),
            Setting("receive", .flag, default: true, { $0.route.receives = $1 }, receive),
            Setting("takeover", .word(), default: KnobTakeover.jump, { $0.route.takeover = $1 }, takeover),
            Setting("range", .part, otherwise: "the control's range", { $0.route.part = $1 }, range),
        ]
    }
}

extension ValueType where Value == ValueRange {
    package static let part = range.refined { $0.isFinite ? nil : "must have two ends, as \"[0, 100]\"" }
}

extension Table {
    /// Reads the tables of a list, such as `[[midi.control]]` in `[midi]`; `nil` if there is none. `finish` checks what the keys
    /// of a table have to do with each other. What it returns matters only if the file has no mistake.
    package func readAll<Value>(
        in bridge: TOMLTable, most: Int, _ mistakes: MistakeList, _ finish: (inout Draft, TableReader) -> Value
    ) -> [Value]? {
        let entry = bridge.entries.first { schema.title.hasSuffix(".\($0.key)]]") }
        guard let entry else { return nil }
        let tables = entry.tables(schema.title, most: most, mistakes).tables ?? []
        return tables.map { table in
            var (draft, reader) = read(table, mistakes)
            return finish(&draft, reader)
        }
    }
}
