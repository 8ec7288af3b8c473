/// All controls and inputs, as in `hello`, the event `controls` and the answer to `list`.
public struct Listing: Equatable, Sendable {
    public var controls: [ControlState]
    public var inputs: [InputState]

    public init(controls: [ControlState], inputs: [InputState]) {
        self.controls = controls
        self.inputs = inputs
    }
}

extension Listing: DeclaredObject {
    static let blank = Listing(controls: [], inputs: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("controls", &controls, "[every control](#a-control)")
        visitor.visit("inputs", &inputs, "[every input](#an-input)")
    }
}
