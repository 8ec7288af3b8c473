/// Every table and key of the configuration, for the documentation.
public enum ConfigurationReference {
    public static let tables: [TableSchema] =
        SingleTables.all.map(\.schema) + [
            ControlTable.schema, SpeedTable.schema, AccelerationTable.schema, ShownTable.schema,
            TextForValueTable.schema,
            PositionTable.schema,
            RampTable.schema, PresetTable.schema,
            InputTable.schema, MatchTable.schema, BindingsTable.schema, HeldTable.schema,
            DisplayTable.schema, PageTable.schema,
        ]

    /// Every action that a gesture can be bound to: its syntax and its effect.
    public static let actions = ActionVerb.all.map { (form: $0.form, meaning: $0.meaning) }
}
