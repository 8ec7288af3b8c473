/// Every table and key of the configuration, for the documentation.
public enum ConfigurationReference {
    public static let tables: [TableSchema] =
        SingleTables.all.map(\.schema) + [
            ControlTable.schema, SpeedTable.table.schema, AccelerationTable.table.schema, ShownTable.table.schema,
            TextForValueTable.table.schema, PositionTable.entryTable.schema, RampTable.table.schema,
            PresetTable.table.schema, InputTable.schema, MatchTable.table.schema, BindingsTable.table.schema,
            HeldTable.table.schema, DisplayTable.table.schema, PageTable.table.schema,
        ]

    /// Every action that a gesture can be bound to: its syntax and its effect.
    public static let actions = ActionVerb.all.map { (form: $0.form, meaning: $0.meaning) }
}
