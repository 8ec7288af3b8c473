// The declaration of a table's keys. A statement such as
//
//     Setting(
//         "fps", .whole(1...240), default: 60, { $0.framesPerSecond = $1 },
//         "The largest number of frames per second.")
//
// is the only description of its key. The reader of the value, the mistakes, the hints and the row of the documentation
// are derived from this statement.
//
// The values of a table's keys are stored in its *draft*. For a display this is `DisplaySettings` itself. Where several
// keys make one setting, the draft is a type of its own with optionals: the keys `a`, `b` and `debounce_us` of an input
// make one `GPIOEncoderSettings`. Once all keys are read, a function of the draft checks that they fit together, and
// makes the setting.
//
// For `fps = 500` the draft gets the default, and the list of mistakes gets "'fps' must be 1…240, not 500" with the
// place of the value. Afterwards the `TableReader` knows which keys are absent or mistaken, so that the function of the
// draft does not report consequences of other mistakes.

package struct Setting<Draft: Sendable>: Sendable {
    let row: KeyRow
    /// Stores the value of the key in the draft. Returns `false` if a mistake was added.
    let read: @Sendable (TableReader, inout Draft) -> Bool
    /// Stores the default in the draft if the key is not given; `nil` for a required key.
    let leaveOut: (@Sendable (inout Draft) -> Void)?

    private init<Value>(_ key: Key<Value>, _ set: @escaping @Sendable (inout Draft, Value) -> Void) {
        let standard = key.standard
        row = key.row
        read = { reader, draft in
            let value = reader.read(key)
            set(&draft, value ?? standard)
            return value != nil
        }
        if key.example == nil { leaveOut = { draft in set(&draft, standard) } } else { leaveOut = nil }
    }

    /// A key with a default value, which becomes the setting if the file has no valid value.
    package init<Value>(
        _ name: String, _ type: ValueType<Value>, default standard: Value, of owners: [String] = [],
        _ set: @escaping @Sendable (inout Draft, Value) -> Void, _ meaning: String
    ) {
        self.init(Key(name, type, default: standard, of: owners, meaning), set)
    }

    /// An optional key. Without a valid value the draft stays as it is.
    package init<Value>(
        _ name: String, _ type: ValueType<Value>, otherwise: String, of owners: [String] = [],
        _ set: @escaping @Sendable (inout Draft, Value) -> Void, _ meaning: String
    ) {
        self.init(Key(name, type, otherwise: otherwise, of: owners, meaning)) { if let value = $1 { set(&$0, value) } }
    }

    /// A required key. `example` is a valid value.
    package init<Value>(
        required name: String, _ type: ValueType<Value>, as example: String, of owners: [String] = [],
        _ set: @escaping @Sendable (inout Draft, Value) -> Void, _ meaning: String
    ) {
        self.init(Key(required: name, type, as: example, of: owners, meaning)) { if let value = $1 { set(&$0, value) } }
    }
}

/// Makes the list of a table's keys from one statement for each key. The compiler type-checks these statements one by
/// one. An array literal with so many closures would be a single expression, which takes minutes to type-check.
@resultBuilder
package enum SettingList<Draft: Sendable> {
    package static func buildExpression(_ setting: Setting<Draft>) -> [Setting<Draft>] { [setting] }

    /// A statement may also be a list of keys, which several tables share.
    package static func buildExpression(_ settings: [Setting<Draft>]) -> [Setting<Draft>] { settings }

    package static func buildBlock(_ settings: [Setting<Draft>]...) -> [Setting<Draft>] { settings.flatMap { $0 } }
}
