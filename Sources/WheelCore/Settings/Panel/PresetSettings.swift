/// A preset: values of several controls that are set in one step.
public struct PresetSettings: Equatable, Sendable {
    public var name: String
    public var label: String
    /// The values, in the order of the file. Each control occurs once.
    public var values: [Assignment]
    /// Whether `store` may replace the values by the controls' present values.
    public var isWritable: Bool

    public init(name: String, label: String? = nil, values: [Assignment], isWritable: Bool = false) {
        self.name = name
        self.label = label ?? name
        self.values = values
        self.isWritable = isWritable
    }
}
