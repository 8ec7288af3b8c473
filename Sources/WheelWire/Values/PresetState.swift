import WheelCore

/// The state of a preset, as the protocol reports it.
public struct PresetState: Equatable, Sendable {
    public var name: String
    public var label: String
    public var isWritable: Bool
    /// The values that `recall` sets.
    public var values: [Assignment]

    public init(name: String, label: String, isWritable: Bool, values: [Assignment]) {
        self.name = name
        self.label = label
        self.isWritable = isWritable
        self.values = values
    }
}

extension PresetState: DeclaredObject {
    static let blank = PresetState(name: "", label: "", isWritable: false, values: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("preset", &name, "the name on the socket")
        visitor.visit("label", &label, "the name for people")
        visitor.visit("writable", &isWritable, "whether `store` may replace the preset's values")
        visitor.visit(
            "values", byControl: &values, "the value that `recall` sets each control to, by the control's name")
    }
}
