import WheelSettings

/// Every table and key that the configuration has, for documents and for who completes them.
public enum ConfigurationReference {
    public static let tables: [TableSchema] = [
        SocketTable.schema, StateTable.schema, ButtonsTable.schema, TouchTable.schema,
        ControlTable.schema, SpeedTable.schema, AccelerationTable.schema, ShownTable.schema, WordTable.schema,
        PositionTable.schema,
        RampTable.schema,
        InputTable.schema, MatchTable.schema, BindingsTable.schema,
        DisplayTable.schema, PageTable.schema,
    ]

    /// What a gesture can be bound to: how it is written, and what it does.
    public static let actions: [(form: String, meaning: String)] =
        ActionVerb.allCases.map { ($0.form, $0.meaning) }
        + Operation.allCases.filter { $0.declaration.binds && ActionVerb(rawValue: $0.rawValue) == nil }
        .compactMap { operation in
            RequestReading.short(operation).map { ($0, operation.declaration.meaning) }
        }
}
