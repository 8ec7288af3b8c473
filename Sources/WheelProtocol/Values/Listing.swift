/// All controls, inputs and presets, as in `hello`, the event `controls` and the answer to `list`.
public struct Listing: Equatable, Sendable {
    public var controls: [ControlState]
    public var inputs: [InputState]
    public var presets: [PresetState]

    public init(controls: [ControlState], inputs: [InputState], presets: [PresetState] = []) {
        self.controls = controls
        self.inputs = inputs
        self.presets = presets
    }
}

extension Listing: DeclaredObject {
    static let blank = Listing(controls: [], inputs: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("controls", &controls, "[every control](#a-control)")
        visitor.visit("inputs", &inputs, "[every input](#an-input)")
        // An older daemon does not send them.
        var sent: [PresetState]? = presets
        visitor.visit("presets", ifAny: &sent, when: "", "[every preset](#a-preset)")
        presets = sent ?? []
    }
}
