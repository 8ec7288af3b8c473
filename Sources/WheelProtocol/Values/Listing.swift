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

    static let members: [Field<Self>] = [
        Field("controls", \.controls, "[every control](#a-control)"),
        Field("inputs", \.inputs, "[every input](#an-input)"),
    ]
}
