import WheelCore

/// Every table and key of the configuration, for the documentation.
public enum ConfigurationReference {
    public static let tables: [TableSchema] = [
        SocketTable.schema, StateTable.schema, PanelTable.schema, ButtonsTable.schema, TouchTable.schema,
        ControlTable.schema, SpeedTable.schema, AccelerationTable.schema, ShownTable.schema, TextForValueTable.schema,
        PositionTable.schema,
        RampTable.schema, PresetTable.schema,
        InputTable.schema, MatchTable.schema, BindingsTable.schema, HeldTable.schema,
        DisplayTable.schema, PageTable.schema,
    ]

    /// Every action that a gesture can be bound to: its syntax and its effect.
    public static let actions: [(form: String, meaning: String)] =
        ActionVerb.allCases.map { ($0.form, $0.meaning) }
        + Operation.allCases.filter { $0.declaration.binds && ActionVerb(rawValue: $0.rawValue) == nil }
        .compactMap { operation in
            RequestReading.short(operation).map { ($0, operation.declaration.meaning) }
        }
}
